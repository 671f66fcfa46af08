import FlagResolver

/// Finds what one setting no longer needs under some assumptions.
///
/// Entries are decided from the last to the first. An entry can be removed if everybody who satisfies the assumptions, and
/// for whom it wins, gets the same value from the remaining entries after it, or from the default, whether or not the app
/// knows its version. No decision affects an earlier one, so a single pass finds everything.
struct StaleSetting {
    private let document: SettingsDocument
    private let settingIndex: SettingIndex
    private let record: SettingRecord
    /// The document's tables, which ``SettingsDocument/loaded`` would copy for each use.
    private let tables: CaseAxes.Side
    private let spaces: StaleSpaces
    private let known: EntryFunctions
    /// `nil` if every entry tests the version, so that none matches without one.
    private let unknown: EntryFunctions?
    /// The recorded releases whose code does not get what the document says as it is written.
    private let releases: [ReleaseWinners.Part]
    /// The entries as these releases read them, without those that no entry gives a value.
    private let ofReleases: [EntryFunctions]
    /// ``known``, ``unknown`` if it is another one, and ``ofReleases``.
    private let functions: [EntryFunctions]
    /// The class of the default, and of the value of each entry.
    private let defaultClass: Int
    private let valueClasses: [Int]

    /// - Parameter readers: The recorded releases whose values must stay the same, too.
    /// - Returns: `nil` if the setting has no entries or is unresolvable.
    init?(
        _ settingIndex: SettingIndex, of document: SettingsDocument, _ spaces: StaleSpaces, _ readers: DocumentReaders?
    ) throws(CaseSpace.Failure) {
        let tables = spaces.known.space.side(.first)
        let record = tables[settingIndex]
        guard !record.entries.isEmpty, !record.isUnresolvable else { return nil }
        self.document = document
        self.settingIndex = settingIndex
        self.record = record
        self.tables = tables
        self.spaces = spaces
        let known = try EntryFunctions(settingIndex, spaces.known)
        self.known = known
        let (assumptions, space) = (spaces.assumptions, spaces.known.space)
        releases =
            try readers.map { (readers) throws(CaseSpace.Failure) in
                try ReleaseWinners(of: settingIndex, in: document, readers, from: assumptions.floor, space).parts
            } ?? []
        ofReleases = try releases.filter { $0.winners != nil }.map { (part) throws(CaseSpace.Failure) in
            let versions = VersionSet(part.releases.map { VersionInterval($0.version) })
            return try EntryFunctions(
                settingIndex, StaleSpace(space, assumptions, versions: versions), among: part.setting.readable.areRead)
        }
        if !tables.testsMoreThanVersion(settingIndex) {
            unknown = nil
            functions = [known] + ofReleases
        } else if EntryFunctions.areIndependentOfVersion(settingIndex, in: space) {
            unknown = known
            functions = [known] + ofReleases
        } else {
            let unknown = try EntryFunctions(settingIndex, spaces.unknown)
            self.unknown = unknown
            functions = [known, unknown] + ofReleases
        }
        var classes = ValueClasses(of: document.tree)
        defaultClass = classes.number(of: Int(record.defaultValue))
        valueClasses = record.entries.map { classes.number(of: Int(tables[$0].value)) }
    }

    /// The attributes that everybody would have to give as strings for rollouts of all keys to include everybody.
    var keysOfCompleteRollouts: Set<String> {
        // Entries that test only versions have no rollouts.
        guard unknown != nil else { return [] }
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
        let matching = valueClasses.indices.filter { index in functions.contains { $0.canMatch(index) } }
        // Entries that cannot match are mistakes, which `check` reports, or rollouts that have not begun.
        guard !matching.isEmpty else { return [] }
        let pass = try StalePass(functions, valueClasses: valueClasses, defaultClass: defaultClass, keeping: pinned)
        var findings: [StaleFinding] = []
        for removed in pass.removed { findings.append(try finding(of: removed)) }
        if let value = onlyValue {
            // Entries that are kept for apps that do not know their version give these another value.
            let changesDefault =
                value != defaultClass || pass.kept.contains { unknown?.canMatch($0) ?? false }
            if pinned.isEmpty || !changesDefault {
                findings.append(
                    finding(
                        .constant, constantEntry(of: value, among: matching),
                        removed: changesDefault ? matching : pass.removed.map(\.index),
                        changesDefault: changesDefault))
            }
            return changesDefault ? findings + (try satisfiedConditions(of: pass.kept)) : findings
        }
        findings += try satisfiedConditions(of: pass.kept)
        if let last = pass.kept.last, pinned.isEmpty, !pass.needsDefault, hasTypeOfDefault(last), canReplaceDefault {
            let further = try StalePass(
                [known] + ofReleases, valueClasses: valueClasses, defaultClass: valueClasses[last])
            findings.append(finding(.collapsible, last, removed: further.removed.map(\.index), changesDefault: true))
        }
        return findings
    }

    /// Whether every recorded release gets the default of the document where no entry wins.
    ///
    /// A release that cannot read the default gets a value of its own, and might read a new default.
    private var canReplaceDefault: Bool { releases.allSatisfy { $0.winners != nil } }

    /// The class of the only value for everybody with a supported version; `nil` if there are several.
    private var onlyValue: Int? {
        guard canReplaceDefault else { return nil }
        let winners = ([known] + ofReleases).flatMap(\.winnersThatCount)
        guard let value = winners.first.map({ valueClass(of: $0) }) else { return nil }
        return winners.allSatisfy { valueClass(of: $0) == value } ? value : nil
    }

    /// The entry to name for a constant value; `nil` for the default.
    private func constantEntry(of value: Int, among matching: [Int]) -> Int? {
        // If only the version decides, it is the winner for the lowest supported version.
        if unknown == nil, let winner = known.winnerOfLowestVersion { return winner.entry }
        return value == defaultClass ? nil : matching.first { valueClasses[$0] == value }
    }

    private func valueClass(of winner: Winner) -> Int { winner.entry.map { valueClasses[$0] } ?? defaultClass }

    private func satisfiedConditions(of kept: [Int]) throws(CaseSpace.Failure) -> [StaleFinding] {
        // Entries that test only versions have no such conditions.
        guard unknown != nil else { return [] }
        var findings: [StaleFinding] = []
        // Without its conditions, a release whose library does not know them would get the entry.
        let isUnknown = { index in releases.contains { $0.setting.readable.hasNewerCondition(index) } }
        for index in kept where !isUnknown(index) {
            guard let conditions = EntryConditions(of: record.entry(at: index), in: document) else { continue }
            for condition in try conditions.satisfied(in: spaces) {
                findings.append(finding(.satisfied(condition), index, removed: []))
            }
        }
        return findings
    }

    private func finding(of removed: StalePass.Removed) throws(CaseSpace.Failure) -> StaleFinding {
        let index = removed.index
        let entry = record.entry(at: index)
        let targeting = tables.targeting(of: entry)
        let schedule = targeting.flatMap { tables.schedule(of: $0) }
        let isBelowFloor =
            (targeting?.testsVersion ?? true)
            && tables.versions(of: entry).isDisjoint(with: spaces.assumptions.versions)
        let kind: StaleFinding.Kind
        var blockers: [Int] = []
        if isBelowFloor {
            kind = .belowFloor
        } else if let until = schedule?.until, let instant = spaces.assumptions.instant, until <= instant {
            kind = .expired(until: until)
        } else if !removed.fallbacks.isEmpty {
            kind = .sameValue(from: source(of: removed.fallbacks))
        } else if try !matchesAnybody(index) {
            kind = .unmatched
        } else {
            let neverWins = functions.allSatisfy { !$0.everWinning.contains(index) }
            kind = .unreachable(isForEveryVersion: neverWins)
            if let unknown {
                blockers = try Set(known.winners(whereMatching: index) + unknown.winners(whereMatching: index)).sorted()
            } else {
                blockers = try known.winners(whereMatching: index, inAllContexts: neverWins)
            }
        }
        return finding(
            kind, index, removed: [index], blockers: blockers.prefix(StaleFinding.maximumBlockerCount),
            isIndependent: removed.isIndependent)
    }

    /// Whether an entry matches anybody who satisfies the assumptions.
    private func matchesAnybody(_ index: Int) throws(CaseSpace.Failure) -> Bool {
        for entries in functions where try entries.space.areCompatible(entries.conditions[index], entries.users) {
            return true
        }
        return false
    }

    private func source(of fallbacks: [Int?]) -> StaleFinding.Fallback {
        guard let only = fallbacks.first, fallbacks.allSatisfy({ $0 == only }) else { return .several }
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
            value: entry.map { Int(tables[$0].value) } ?? Int(record.defaultValue),
            blockers: blockers.map { record.entry(at: $0) }, removed: removed.map { record.entry(at: $0) },
            isIndependent: isIndependent, changesDefault: changesDefault)
    }

    /// Whether an entry has the type of the default. Another default must not have another type.
    private func hasTypeOfDefault(_ index: Int) -> Bool {
        tables[record.entry(at: index)].valueKind.name == record.defaultKind.name
    }
}
