import FlagAnalysis
import FlagResolver

/// A document whose values are compared with expected ones.
struct TestedDocument {
    let document: LoadedDocument
    /// The conditions on users of all expectations.
    let conditions: UserConditions
    let space: CaseSpace
    private var settings: [SettingIndex: SettingFunction] = [:]

    init(document: LoadedDocument, conditions: UserConditions, space: CaseSpace) {
        self.document = document
        self.conditions = conditions
        self.space = space
    }

    /// Why a setting has no values to compare.
    enum Problem: Error {
        case unknownSetting
        case noValue
        case notAnalysed(CaseSpace.Failure)
    }

    /// The versions and users that an expectation is about.
    func users(of test: ExpectationFile.Case) throws(Problem) -> CaseMap {
        let versions = VersionMap(test.versions, inside: Decision.yes, outside: .no)
        guard let condition = test.condition else { return versions }
        do throws(CaseSpace.Failure) {
            return try space.all([versions, conditions.users(at: condition, in: space)])
        } catch {
            throw .notAnalysed(error)
        }
    }

    /// The values that differ from an expected one.
    mutating func mismatches(
        _ expected: ExpectationFile.Expected, of tree: JSONTree, among users: CaseMap, _ context: EvaluationContext?
    ) throws(Problem) -> [SettingFunction.Mismatch] {
        guard let setting = document.settings.index(named: expected.name) else { throw .unknownSetting }
        do throws(CaseSpace.Failure) {
            let axes = context.map { space.fixedAxes(of: $0, isComplete: true) } ?? .none
            if settings[setting] == nil {
                settings[setting] = try SettingFunction(of: setting, in: space)
            }
            guard let cases = settings[setting] else { throw CaseSpace.Failure.unresolvable }
            return try cases.fixing(axes).mismatches(
                with: expected.value, of: tree, in: document.tree, among: space.fixing(axes, in: users))
        } catch {
            if case .unresolvable = error { throw .noValue }
            throw .notAnalysed(error)
        }
    }
}

extension TestedDocument.Problem {
    func message(for name: String, in document: LoadedDocument) -> String {
        switch self {
        case .unknownSetting: "\(document.name) has no setting \(quoted(name))"
        case .noValue: "\(quoted(name)) has no value in \(document.name): its default is missing or mistyped"
        case .notAnalysed(let failure): Diagnostic(failure, of: name, in: document).message
        }
    }

    /// - Parameter suggestions: The budget of the run.
    func diagnostic(
        at location: Diagnostic.Location, for name: String, in document: LoadedDocument,
        _ suggestions: inout SuggestionBudget
    ) -> Diagnostic {
        func diagnostic(_ code: String, help: String? = nil) -> Diagnostic {
            Diagnostic(
                subject: .location(location), severity: .error, message: message(for: name, in: document), code: code,
                notes: [document.noteOnRemoval(of: name)].compactMap { $0 }, help: help)
        }
        switch self {
        case .unknownSetting:
            let meant = suggestions.nearestSetting(to: name, in: document.settings)
            return diagnostic("unknown-setting", help: meant.map { Spelling.didYouMean(quoted($0)) })
        case .noValue: return diagnostic("no-value")
        case .notAnalysed(let failure): return Diagnostic(failure, of: name, in: document)
        }
    }
}
