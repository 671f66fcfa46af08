import FlagReaders
import FlagResolver

extension PolicyProver {
    /// The verdict with the values that recorded releases read in place of those that the document gives them as it is written;
    /// `nil` if all releases get these.
    ///
    /// A release may read a setting in several ways. Each combination of them is examined.
    mutating func verdictForReleases(
        on statement: Policy.Statement, _ readers: DocumentReaders
    ) throws(CaseSpace.Failure) -> PolicyVerdict? {
        var settings: [(name: Expression.SettingName, index: SettingIndex)] = []
        for name in statement.settings {
            guard let index = evaluator.document.index(named: name.text),
                !settings.contains(where: { $0.index == index })
            else { continue }
            settings.append((name, index))
        }
        var ways: [[SettingValues]] = []
        var releases = VersionSet.none
        let fallbacks = ReaderFallbacks(readers)
        for (name, index) in settings {
            guard let values = evaluator.values(of: name) else { return nil }
            let found = try ReleaseValues(of: index, values.function, in: evaluator.document, readers, fallbacks)
            let unknown = found.unknown.filter { statement.versions.contains($0) }
            guard unknown.isEmpty else {
                evaluator.report(unknown, unknownFor: name)
                return nil
            }
            releases = releases.union(found.versions)
            ways.append(found.ways.isEmpty ? [values] : found.ways.map { SettingValues($0, of: index) })
        }
        guard !releases.isEmpty else { return nil }
        let count = ways.reduce(1) { $0 * min($1.count, Self.maximumWayCount) }
        guard count <= Self.maximumWayCount else {
            throw .unreadable(reason: "releases read the settings of the policy in too many ways")
        }
        defer { evaluator.use([:]) }
        var violations: [PolicyVerdict.Violation] = []
        var versions = VersionSet.none
        var cases: [Case] = []
        for number in 0..<count {
            var rest = number
            var chosen: [SettingIndex: SettingValues] = [:]
            for (setting, ways) in zip(settings, ways) {
                chosen[setting.index] = ways[rest % ways.count]
                rest /= ways.count
            }
            evaluator.use(chosen)
            let known = evaluator.problems.count
            let verdict = try examine(statement)
            evaluator.removeWarnings(after: known)
            guard case .violated(let found, let reasons, let users)? = verdict else { continue }
            violations += reasons
            cases += users
            versions = versions.union(found)
        }
        return versions.isEmpty ? nil : .violated(versions, violations, cases: cases)
    }

    private static var maximumWayCount: Int { 64 }
}

extension Policy.Statement {
    /// The settings whose values it is about.
    fileprivate var settings: [Expression.SettingName] {
        switch self {
        case .holds(let range, let expression): (range.users?.settings ?? []) + expression.settings
        case .constant(let range, let name): (range.users?.settings ?? []) + [name]
        case .monotone(let name, _, _), .changesOnly(let name, _): [name]
        case .readable: []
        }
    }

    fileprivate var versions: VersionSet {
        switch self {
        case .holds(let range, _), .constant(let range, _): range.versions
        case .monotone, .changesOnly, .readable: .all
        }
    }
}

extension PolicyVerdict {
    /// The verdict together with that for recorded releases.
    func with(_ ofReleases: PolicyVerdict?) -> PolicyVerdict {
        guard case .violated(let others, let reasons, let users)? = ofReleases else { return self }
        let known: VersionSet
        var violations: [Violation] = []
        var cases: [Case] = []
        switch self {
        case .vacuous: return self
        case .proved: known = .none
        case .violated(let versions, let reasons, let users): (known, violations, cases) = (versions, reasons, users)
        }
        let further = others.subtracting(known)
        guard !further.isEmpty else { return self }
        for reason in reasons {
            guard let violation = reason.forReleases(in: further),
                !violations.contains(where: {
                    $0.versions == violation.versions && $0.found.value == violation.found.value
                })
            else { continue }
            violations.append(violation)
        }
        return .violated(
            known.union(further), violations,
            cases: violations.isEmpty ? cases + users.filter { !cases.contains($0) } : [])
    }
}

/// What recorded releases get from a setting, in each way in which they read it.
private struct ReleaseValues {
    /// The setting in each way: at the releases what they read, and elsewhere what the document gives. None if no release gets
    /// another value than the document gives it as it is written.
    private(set) var ways: [SettingFunction] = []
    /// The releases that get another value.
    private(set) var versions = VersionSet.none
    /// The releases of which it is not known what they get.
    private(set) var unknown: [AppVersion] = []

    init(
        of setting: SettingIndex, _ function: SettingFunction, in document: SettingsDocument,
        _ readers: DocumentReaders,
        _ fallbacks: ReaderFallbacks
    ) throws(CaseSpace.Failure) {
        let name = document.name(of: setting)
        let reads = readers.recorded.reads(of: name, from: document.minimumVersion)
        let wayCount = reads.map(\.reads.all.count).max() ?? 0
        var settings: [Code: ReaderSetting] = [:]
        for way in 0..<wayCount {
            var decisions: [(version: AppVersion, decision: Decision)] = []
            var otherValues: [JSONValue] = []
            for (release, reads) in reads {
                let read = reads.all[min(way, reads.all.count - 1)]
                let code = Code(type: read.type, formatLevel: release.formatLevel)
                let typed =
                    settings[code]
                    ?? ReaderSetting(setting, of: document, as: read.type, formatLevel: release.formatLevel)
                settings[code] = typed
                guard !typed.isAsWritten else { continue }
                if let winners = try typed.winners(in: function.space) {
                    decisions.append((release.version, winners.decision(of: release).value(at: 0)))
                    continue
                }
                let given = try fallbacks.given(name, read, release)
                guard given.count == 1, let value = given.first?.value else {
                    if unknown.last != release.version { unknown.append(release.version) }
                    continue
                }
                decisions.append((release.version, function.decision(giving: value, &otherValues)))
            }
            guard !decisions.isEmpty else { continue }
            let sets = decisions.map { VersionSet($0.version) }
            let points = VersionMap<Int>.firstMatch(of: sets, otherwise: -1) { $0 }
            let winners = points.combined(with: function.winners) { index, decision in
                index < 0 ? decision : decisions[index].decision
            }
            versions = versions.union(VersionSet(sets.flatMap(\.intervals)))
            ways.append(function.with(winners, giving: otherValues))
        }
        unknown = Set(unknown).sorted()
    }

    private struct Code: Hashable {
        let type: ReaderType
        let formatLevel: Int
    }
}

extension SettingFunction {
    /// The function that gives one value to everybody.
    ///
    /// - Parameter otherValues: The values that the document does not have; the value is added if it is a new one.
    fileprivate func decision(giving value: JSONValue, _ otherValues: inout [JSONValue]) -> Decision {
        if let known = allWinners.first(where: { jsonValue(of: $0) == value }) { return .always(known) }
        let index = otherValues.firstIndex(of: value) ?? otherValues.count
        if index == otherValues.count { otherValues.append(value) }
        return .always(Winner(leaf: allWinners.count + index))
    }
}
