import FlagAnalysis
import FlagResolver

/// The versions and users that satisfy an expression.
struct SatisfyingUsers {
    /// The versions; `nil` if more than the version decides.
    let versions: VersionSet?
    /// The versions that users who satisfy it can have.
    let possibleVersions: VersionSet
    /// The versions, or a line for each case; empty if nobody satisfies it.
    let lines: [String]

    /// Finds everybody who satisfies an expression.
    ///
    /// - Parameters:
    ///   - source: The text of the expression.
    ///   - selection: The users that the question is about; `nil` for everybody.
    /// - Returns: `nil` if the expression has no answer in the document, which has been reported.
    init?(
        _ expression: Expression, in source: SourceText, of document: LoadedDocument,
        among selection: UserSelection? = nil, session: inout Session
    ) {
        var evaluator = ExpressionEvaluator(document.settings, for: [expression], among: selection)
        let satisfied = evaluator.selectedCases(satisfying: expression)
        for problem in evaluator.problems {
            session.report(Diagnostic(problem, in: source, for: document, &session.suggestions))
        }
        guard session.failures.isEmpty else { return nil }
        versions = satisfied.onlyVersions
        possibleVersions = satisfied.possibleVersions
        if let versions {
            lines = versions.isEmpty ? [] : [versions.description]
            return
        }
        let space = evaluator.space
        do throws(CaseSpace.Failure) {
            lines = try space.cases(of: satisfied).filter { $0.decision == .yes }.map { item in
                PlainText.escaped(space.text(of: item, .complete) ?? "*")
            }
        } catch {
            session.report(Diagnostic(.tooComplex(error), in: source, for: document, &session.suggestions))
            return nil
        }
    }

    /// The text of an expression, for messages about it.
    static func source(of text: String) -> SourceText {
        SourceText(name: "<expression>", bytes: Array(text.utf8)[...])
    }
}
