import FlagResolver

/// Finds what one setting no longer needs if only versions from a floor up are supported.
///
/// Entries are decided from the last to the first. An entry can be removed if, for all versions from the floor up that it
/// wins, the remaining entries after it, or the default, give the same value. No decision affects an earlier one, so a
/// single pass finds everything.
struct StaleSetting {
    private let document: SettingsDocument
    private let settingIndex: SettingIndex
    private let record: SettingRecord
    private let floor: VersionCut
    private let supported: VersionSet
    private let history: SettingHistory
    /// The versions for which each entry can win.
    private var sets: [VersionSet] { history.versions }

    /// - Returns: `nil` if the setting has no entries or is unresolvable.
    init?(_ settingIndex: SettingIndex, of document: SettingsDocument, floor: VersionCut) {
        let record = document.loaded[settingIndex]
        guard !record.entries.isEmpty, let history = SettingHistory(of: settingIndex, in: document) else { return nil }
        self.document = document
        self.settingIndex = settingIndex
        self.floor = floor
        self.history = history
        supported = VersionSet(from: floor, to: .highest)
        self.record = record
    }

    /// All findings, in no particular order.
    ///
    /// - Parameter allowed: The entries that stay. If there are any, no other default is proposed.
    func findings(keeping allowed: Set<EntryIndex> = []) -> [StaleFinding] {
        // Entries that cannot win are mistakes, which `check` reports.
        guard sets.contains(where: { !$0.isEmpty }) else { return [] }
        let pinned = Set(allowed.map { record.firstEntry.distance(to: $0) })
        let pass = StalePass(
            history, floor: floor, defaultClass: history.defaultValue.valueClass, keeping: pinned)
        var findings = pass.removed.map { finding(of: $0) }
        let removed = pass.removed.map { record.entry(at: $0.index) }
        let segments = history.segments(within: supported)
        if let first = segments.first, segments.allSatisfy({ $0.valueClass == first.valueClass }) {
            let changesDefault = first.valueClass != history.defaultValue.valueClass
            guard pinned.isEmpty || !changesDefault else { return findings }
            let all = sets.indices.filter { !sets[$0].isEmpty }.map { record.entry(at: $0) }
            findings.append(
                finding(
                    .constant, entry: first.entry, removed: changesDefault ? all : removed,
                    changesDefault: changesDefault))
        } else if let last = pass.kept.last, pinned.isEmpty, !pass.needsDefault, hasTypeOfDefault(last) {
            let value = history.entryValues[last].valueClass
            let further = StalePass(history, floor: floor, defaultClass: value)
            findings.append(
                finding(
                    .collapsible, entry: record.entry(at: last),
                    removed: further.removed.map { record.entry(at: $0.index) },
                    changesDefault: true))
        }
        return findings
    }

    private func finding(of removed: StalePass.Removed) -> StaleFinding {
        let kind: StaleFinding.Kind
        if removed.isBelowFloor {
            kind = .belowFloor
        } else if let fallback = removed.fallback {
            kind = .sameValue(from: source(of: fallback))
        } else {
            kind = .unreachable(isForEveryVersion: removed.neverWins)
        }
        let entry = record.entry(at: removed.index)
        return finding(kind, entry: entry, removed: [entry], isIndependent: removed.isIndependent)
    }

    private func source(of fallback: StalePass.Fallback) -> StaleFinding.Fallback {
        switch fallback {
        case .one(nil): .default
        case .one(let index?): .entry(record.entry(at: index))
        case .several: .several
        }
    }

    /// - Parameter entry: `nil` for the default.
    private func finding(
        _ kind: StaleFinding.Kind, entry: EntryIndex?, removed: [EntryIndex], isIndependent: Bool = true,
        changesDefault: Bool = false
    ) -> StaleFinding {
        let value = entry.map { Int(document.loaded[$0].value) } ?? history.defaultValue.node
        var blockers: [EntryIndex] = []
        if case .unreachable(let isForEveryVersion) = kind, let entry {
            blockers = self.blockers(of: record.firstEntry.distance(to: entry), isForEveryVersion: isForEveryVersion)
        }
        return StaleFinding(
            kind: kind, settingIndex: settingIndex, entry: entry, value: value, blockers: blockers, removed: removed,
            isIndependent: isIndependent, changesDefault: changesDefault)
    }

    /// A few entries that win for the versions of an unreachable one; only for versions from the floor up, unless it never
    /// wins.
    private func blockers(of index: Int, isForEveryVersion: Bool) -> [EntryIndex] {
        let versions = isForEveryVersion ? sets[index] : sets[index].intersection(supported)
        var blockers: [EntryIndex] = []
        var examined = 0
        for position in 0..<versions.intervalCount {
            for segment in history.winners.indices(overlapping: versions.interval(at: position)) {
                guard examined < Self.maximumSegmentCount, blockers.count < StaleFinding.maximumBlockerCount else {
                    return blockers
                }
                examined += 1
                guard let winner = history.entry(of: history.winners.value(at: segment)),
                    !blockers.contains(winner)
                else { continue }
                blockers.append(winner)
            }
        }
        return blockers
    }

    private static let maximumSegmentCount = 64

    /// Whether an entry has the type of the default. Another default must not have another type.
    private func hasTypeOfDefault(_ index: Int) -> Bool {
        let tree = document.tree
        return tree.kind(of: history.defaultValue.node).name == tree.kind(of: history.entryValues[index].node).name
    }
}

/// One pass over the entries of a setting, from the last to the first, that decides which ones can be removed.
///
/// The value without an entry depends on the decisions about the entries after it. Therefore the pass divides the entries
/// into two halves: it decides the later half first, then combines its first matches with the segments that the earlier
/// half wins.
struct StalePass {
    struct Removed {
        let index: Int
        /// Whether all of its versions are below the floor.
        let isBelowFloor: Bool
        /// Whether it wins for no version at all.
        let neverWins: Bool
        /// Where the value comes from without the entry; `nil` if it wins for no version from the floor up.
        let fallback: Fallback?
        /// Whether all values stay the same if only this entry is removed.
        let isIndependent: Bool
    }

    enum Fallback {
        /// An entry, or the default for `nil`.
        case one(Int?)
        case several
    }

    /// From the last entry to the first.
    private(set) var removed: [Removed] = []
    /// The remaining entries that can win, in ascending order.
    private(set) var kept: [Int] = []
    /// Whether the default applies to some version from the floor up.
    private(set) var needsDefault = false

    private let history: SettingHistory
    private let floor: VersionCut
    private let defaultClass: Int
    private let pinned: Set<Int>
    private let isReachable: [Bool]

    private typealias Match = StaleDecision.Match
    private typealias Winner = StaleDecision.Winner

    /// - Parameters:
    ///   - defaultClass: The class of the default value, which may be a proposed one.
    ///   - pinned: Entries that stay.
    /// - Complexity: O(*n* log *n*) in the number of intervals of all entries.
    init(_ history: SettingHistory, floor: VersionCut, defaultClass: Int, keeping pinned: Set<Int> = []) {
        self.pinned = pinned
        self.history = history
        self.floor = floor
        self.defaultClass = defaultClass
        isReachable = history.isReachable
        let supported = VersionMap(VersionSet(from: floor, to: .highest), inside: true, outside: false)
        let winners = history.winners.combined(with: supported) { winner, isSupported in
            isSupported ? winner.map { Winner(index: $0) } : nil
        }
        let matches = decide(history.versions.indices, winners)
        kept.reverse()
        needsDefault = matches.contains { $0.value.kept == nil && floor < $0.interval.upper }
    }

    /// Decides some entries.
    ///
    /// - Parameter winners: The winners among these entries, for versions from the floor up; `nil` for other versions.
    /// - Returns: The first match among these entries, for every version.
    private mutating func decide(_ entries: Range<Int>, _ winners: VersionMap<Winner?>) -> VersionMap<Match> {
        guard entries.count > 1 else { return decide(entries.lowerBound, winners) }
        let middle = entries.lowerBound + entries.count / 2
        let later = decide(
            middle..<entries.upperBound, winners.mapped { $0.flatMap { $0.index < middle ? nil : $0 } })
        let rest = winners.combined(with: later) { winner, match in
            winner.flatMap { $0.index < middle ? Winner(index: $0.index, next: match.or($0.next)) : nil }
        }
        let earlier = decide(entries.lowerBound..<middle, rest)
        return earlier.combined(with: later) { $0.or($1) }
    }

    private mutating func decide(_ index: Int, _ winners: VersionMap<Winner?>) -> VersionMap<Match> {
        let versions = history.versions[index]
        guard !versions.isEmpty else { return VersionMap(Match()) }
        let next = winners.indices.compactMap { winners.value(at: $0)?.next }
        let decision = StaleDecision(
            index, next: next, isPinned: pinned.contains(index), valueClass: { valueClass(of: $0) })
        if decision.canBeRemoved {
            removed.append(
                Removed(
                    index: index, isBelowFloor: versions.interval(at: versions.intervalCount - 1).upper <= floor,
                    neverWins: !isReachable[index],
                    fallback: next.first.map { first in
                        next.allSatisfy { $0.kept == first.kept } ? .one(first.kept) : .several
                    },
                    isIndependent: decision.isIndependent))
        } else {
            kept.append(index)
        }
        return VersionMap(versions, inside: decision.match, outside: Match())
    }

    private func valueClass(of index: Int?) -> Int {
        index.map { history.entryValues[$0].valueClass } ?? defaultClass
    }
}
