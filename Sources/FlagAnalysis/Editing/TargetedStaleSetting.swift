import FlagResolver

/// Finds what one setting that tests more than the version no longer needs under some assumptions.
///
/// As in ``StaleSetting``, entries are decided from the last to the first. An entry can be removed if everybody who
/// satisfies the assumptions, and for whom it wins, gets the same value from the remaining entries after it, or from
/// the default, whether or not the app knows its version.
struct TargetedStaleSetting {
    private let document: SettingsDocument
    private let settingIndex: SettingIndex
    private let record: SettingRecord
    private let spaces: StaleSpaces
    private let known: EntryFunctions
    private let unknown: EntryFunctions
    /// The class of the default, and of the value of each entry.
    private let defaultClass: Int
    private let valueClasses: [Int]

    /// - Returns: `nil` if the setting has no entries or is unresolvable.
    init?(_ settingIndex: SettingIndex, of document: SettingsDocument, _ spaces: StaleSpaces) throws(CaseSpace.Failure)
    {
        record = document.loaded[settingIndex]
        guard !record.entries.isEmpty, !record.isUnresolvable else { return nil }
        self.document = document
        self.settingIndex = settingIndex
        self.spaces = spaces
        known = try EntryFunctions(settingIndex, spaces.known)
        unknown = try EntryFunctions(settingIndex, spaces.unknown)
        var classes = ValueClasses(of: document.tree)
        defaultClass = classes.number(of: Int(record.defaultValue))
        valueClasses = record.entries.map { classes.number(of: Int(document.loaded[$0].value)) }
    }

    /// The attributes that everybody would have to give as strings for rollouts of all keys to include everybody.
    var keysOfCompleteRollouts: Set<String> {
        var names: Set<String> = []
        for entry in record.entries {
            guard let conditions = EntryConditions(of: entry, in: document) else { continue }
            names.formUnion(conditions.keysOfCompleteRollouts(in: spaces.known.space))
        }
        return names
    }

    /// All findings, in no particular order.
    ///
    /// - Parameter allowed: The entries that stay. If there are any, no other default is proposed.
    func findings(keeping allowed: Set<EntryIndex> = []) throws(CaseSpace.Failure) -> [StaleFinding] {
        let pinned = Set(allowed.map { record.firstEntry.distance(to: $0) })
        let matching = valueClasses.indices.filter { known.canMatch($0) || unknown.canMatch($0) }
        // Entries that cannot match are mistakes, which `check` reports, or rollouts that have not begun.
        guard !matching.isEmpty else { return [] }
        let pass = try TargetedStalePass(
            [known, unknown], valueClasses: valueClasses, defaultClass: defaultClass, keeping: pinned)
        var findings: [StaleFinding] = []
        for removed in pass.removed { findings.append(try finding(of: removed)) }
        let values = Set(
            spaces.known.space.leaves(of: known.winners).filter { $0 > 0 }.map { leaf in
                EntryFunctions.entry(ofWinner: leaf).map { valueClasses[$0] } ?? defaultClass
            })
        if values.count == 1, let value = values.first {
            // The kept entries give apps that do not know their version another value.
            let changesDefault = value != defaultClass || !pass.kept.isEmpty
            guard pinned.isEmpty || !changesDefault else {
                return findings + (try satisfiedConditions(of: pass.kept))
            }
            let entry = value == defaultClass ? nil : matching.first { valueClasses[$0] == value }
            findings.append(
                finding(
                    .constant, entry, removed: changesDefault ? matching : pass.removed.map(\.index),
                    changesDefault: changesDefault))
            if changesDefault { return findings + (try satisfiedConditions(of: pass.kept)) }
            return findings
        }
        findings += try satisfiedConditions(of: pass.kept)
        if let last = pass.kept.last, pinned.isEmpty, !pass.needsDefault, hasTypeOfDefault(last) {
            let further = try TargetedStalePass(
                [known], valueClasses: valueClasses, defaultClass: valueClasses[last])
            findings.append(finding(.collapsible, last, removed: further.removed.map(\.index), changesDefault: true))
        }
        return findings
    }

    private func satisfiedConditions(of kept: [Int]) throws(CaseSpace.Failure) -> [StaleFinding] {
        var findings: [StaleFinding] = []
        for index in kept {
            guard let conditions = EntryConditions(of: record.entry(at: index), in: document) else { continue }
            for condition in try conditions.satisfied(in: spaces) {
                findings.append(finding(.satisfied(condition), index, removed: []))
            }
        }
        return findings
    }

    private func finding(of removed: TargetedStalePass.Removed) throws(CaseSpace.Failure) -> StaleFinding {
        let index = removed.index
        let entry = record.entry(at: index)
        let targeting = document.loaded.targeting(of: entry)
        let schedule = targeting.flatMap { document.loaded.schedule(of: $0) }
        let isBelowFloor =
            (targeting?.testsVersion ?? true)
            && document.loaded.versions(of: entry).isDisjoint(with: spaces.assumptions.versions)
        let kind: StaleFinding.Kind
        var blockers: Set<Int> = []
        if isBelowFloor {
            kind = .belowFloor
        } else if let until = schedule?.until, let instant = spaces.assumptions.instant, until <= instant {
            kind = .expired(until: until)
        } else if !removed.fallbacks.isEmpty {
            kind = .sameValue(from: source(of: removed.fallbacks))
        } else if try !matchesAnybody(index) {
            kind = .unmatched
        } else {
            let neverWins = !known.everWinning.contains(index) && !unknown.everWinning.contains(index)
            kind = .unreachable(isForEveryVersion: neverWins)
            blockers = try known.winners(whereMatching: index).union(unknown.winners(whereMatching: index))
        }
        return finding(
            kind, index, removed: [index], blockers: blockers.sorted().prefix(StaleFinding.maximumBlockerCount),
            isIndependent: removed.isIndependent)
    }

    /// Whether an entry matches anybody who satisfies the assumptions.
    private func matchesAnybody(_ index: Int) throws(CaseSpace.Failure) -> Bool {
        if try spaces.known.canHold(known.conditions[index]) { return true }
        return try spaces.unknown.canHold(unknown.conditions[index])
    }

    private func source(of fallbacks: Set<Int?>) -> StaleFinding.Fallback {
        guard fallbacks.count == 1, let only = fallbacks.first else { return .several }
        return only.map { .entry(record.entry(at: $0)) } ?? .default
    }

    /// - Parameter index: `nil` for the default.
    private func finding(
        _ kind: StaleFinding.Kind, _ index: Int?, removed: [Int], blockers: ArraySlice<Int> = [],
        isIndependent: Bool = true, changesDefault: Bool = false
    ) -> StaleFinding {
        let entry = index.map { record.entry(at: $0) }
        return StaleFinding(
            kind: kind, settingIndex: settingIndex, entry: entry,
            value: entry.map { Int(document.loaded[$0].value) } ?? Int(record.defaultValue),
            blockers: blockers.map { record.entry(at: $0) }, removed: removed.map { record.entry(at: $0) },
            isIndependent: isIndependent, changesDefault: changesDefault)
    }

    /// Whether an entry has the type of the default. Another default must not have another type.
    private func hasTypeOfDefault(_ index: Int) -> Bool {
        document.loaded[record.entry(at: index)].valueKind.name == record.defaultKind.name
    }
}
