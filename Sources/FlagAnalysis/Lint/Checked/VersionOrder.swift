import FlagResolver

/// The entries of a setting that tests only versions, in their order along the version line.
///
/// Rules about the order of entries ask it questions. Each answer takes a bounded number of steps for an entry, so that a
/// check stays O(n log n) even if all entries overlap. If the bound is reached, the answer says so.
///
/// It is a class, so that each rule that asks for it copies nothing.
final class VersionOrder {
    private let entries: [CheckedEntry]
    /// The versions that the requirement of each entry contains.
    let versions: [VersionSet]
    let function: SettingFunction
    /// The value for every version, as the number of its class.
    let values: VersionMap<Int>
    /// The segments of the winners that each entry wins, in ascending order.
    private let segmentsWonByEntry: [[Int]]
    /// The segments of ``values`` that have each class, in ascending order.
    private let segmentsByClass: [[Int]]
    /// A node for each class of values: the default, or the first entry that has the value.
    private let valueNodes: [Int]

    /// - Parameter classes: The numbers of the values of the function.
    init(
        of entries: [CheckedEntry], _ versions: [VersionSet], _ function: SettingFunction,
        numbering classes: borrowing ValueClasses
    ) {
        self.entries = entries
        self.versions = versions
        self.function = function
        let winners = function.winners
        let values = winners.mapped { function.valueClass(of: $0.winner ?? .default) }
        self.values = values
        valueNodes = (0..<classes.count).map { classes.representative(of: $0) }

        var wonSegments: [[Int]] = Array(repeating: [], count: entries.count)
        for index in winners.indices {
            if let entry = winners.value(at: index).winner?.entry { wonSegments[entry].append(index) }
        }
        segmentsWonByEntry = wonSegments
        var classSegments: [[Int]] = Array(repeating: [], count: classes.count)
        for index in values.indices where values.value(at: index) != SettingFunction.noValue {
            classSegments[values.value(at: index)].append(index)
        }
        segmentsByClass = classSegments
    }

    private var winners: CaseMap { function.winners }

    /// The node of a value, by the number of its class.
    func value(ofClass number: Int) -> Int { valueNodes[number] }

    /// The class of the value of an entry.
    func valueClass(of entry: Int) -> Int { function.valueClass(of: .entry(entry)) }

    /// The versions of an entry for which the setting has another value than the entry gives.
    ///
    /// - Complexity: O(*k* log *n*) for *k* intervals of the entry, regardless of how many are in the result.
    func otherValues(of index: Int) -> OtherValues {
        let valueClass = self.valueClass(of: index)
        return OtherValues(than: valueClass, at: segmentsByClass[valueClass], among: values, versions[index])
    }

    /// Whether an entry wins for no version.
    func isUnreachable(_ index: Int) -> Bool { segmentsWonByEntry[index].isEmpty }

    /// Whether an entry wins for all of its versions.
    func winsEverywhere(_ index: Int) -> Bool {
        let set = versions[index]
        return (0..<set.intervalCount).allSatisfy { position in
            let segments = winners.indices(overlapping: set.interval(at: position))
            return segments.count == 1 && winners.value(at: segments.lowerBound).winner == .entry(index)
        }
    }

    /// The entries that win the segments that share versions with an entry, in ascending order of the segments; `nil` for
    /// the default.
    private func winners(among index: Int) -> some Sequence<Int?> {
        let (set, winners) = (versions[index], winners)
        return (0..<set.intervalCount).lazy
            .flatMap { winners.indices(overlapping: set.interval(at: $0)) }
            .map { winners.value(at: $0).winner?.entry }
    }

    /// The entries that together contain every version of an entry that never wins.
    ///
    /// None of them can be left out, unless there are too many to list.
    private func blockingEntries(of index: Int) -> BlockingEntries {
        if let one = entryContaining(index) { return BlockingEntries(indices: [one]) }
        var found: [Int] = []
        var result = BlockingEntries()
        for (count, shared) in winners(among: index).enumerated() {
            guard count < Self.maximumSegmentCount else {
                result.endedEarly = true
                break
            }
            guard let winner = shared, !found.contains(winner) else { continue }
            found.append(winner)
        }
        guard found.count <= BlockingEntries.maximumCount, !result.endedEarly else {
            result.furtherCount = max(0, found.count - BlockingEntries.maximumCount)
            result.indices = found.prefix(BlockingEntries.maximumCount).sorted()
            return result
        }
        result.indices = found.sorted()
        for candidate in result.indices.reversed() where result.indices.count > 1 {
            let others = result.indices.filter { $0 != candidate }
            let union = VersionSet(others.flatMap { versions[$0].intervals })
            if versions[index].isSubset(of: union) { result.indices = others }
        }
        return result
    }

    /// An earlier entry that contains all versions of an entry that never wins, if a short search finds one.
    private func entryContaining(_ index: Int) -> Int? {
        // The winner of the lowest version usually contains all of them.
        let winner: Int? = winners(among: index).first { _ in true } ?? nil
        let candidates = (winner.map { [$0] } ?? []) + (0..<min(index, Self.maximumCandidateCount))
        return candidates.first { candidate in
            entries[candidate].canWin && versions[candidate].intervalCount <= Self.maximumCandidateCount
                && versions[index].isSubset(of: versions[candidate])
        }
    }

    private static let maximumCandidateCount = 64

    /// Entries that win for some versions of another entry, give another value, and also contain other versions.
    struct Rivals {
        /// The one that wins for the lowest versions.
        let first: Int
        /// How many more were found.
        var furtherCount = 0
        /// Whether the search ended early, so that there may be more.
        var endedEarly = false
    }

    /// The rivals of an entry that wins for some versions; `nil` if there are none among the winners that were examined.
    ///
    /// The search for the first one ends after ``maximumEffort`` steps.
    func rivals(of index: Int) -> Rivals? {
        let valueClass = self.valueClass(of: index)
        let set = versions[index]
        var rivals: Rivals?
        var known: [Int] = []
        var previous: Int?
        var examined = 0
        var effort = 0
        for shared in winners(among: index) {
            effort += 1
            guard effort <= Self.maximumEffort, rivals == nil || examined < Self.maximumSegmentCount else {
                rivals?.endedEarly = true
                return rivals
            }
            guard let winner = shared, winner != index else { continue }
            examined += 1
            guard winner != previous else { continue }
            previous = winner
            guard self.valueClass(of: winner) != valueClass, !known.contains(winner) else { continue }
            if set.intervalCount > 1 { effort += versions[winner].intervalCount }
            guard !versions[winner].isSubset(of: set) else { continue }
            known.append(winner)
            if rivals == nil { rivals = Rivals(first: winner) } else { rivals?.furtherCount += 1 }
        }
        return rivals
    }

    /// The maximum number of segments that are examined to list or count entries.
    private static let maximumSegmentCount = 64
    /// The maximum number of segments, and of intervals in them, that are examined to find one rival.
    private static let maximumEffort = 1_000

    /// The entries that could win and never do.
    var unreachable: [UnreachableEntry] {
        entries.indices.filter { entries[$0].canWin && isUnreachable($0) }.map { index in
            let others = otherValues(of: index)
            let blockers = blockingEntries(of: index)
            let valueClass = others.isEmpty ? self.valueClass(of: index) : others.onlyClass
            let only = blockers.indices.count == 1 && !blockers.endedEarly ? blockers.indices.first : nil
            let listed = others.versions.listed
            let isPartlySame = listed.furtherIntervals == 0 && listed.shown != versions[index]
            return UnreachableEntry(
                index: index, agreement: others.isEmpty ? .isSame : isPartlySame ? .isPartlySame : .isOther,
                versions: listed, value: valueClass.map { value(ofClass: $0) }, blockers: blockers,
                giver: only.flatMap { self.valueClass(of: $0) == valueClass ? $0 : nil },
                target: others.isEmpty ? nil : target(for: index))
        }
    }

    /// The entry above which this one would win for all of its versions; `nil` if another one would then never win.
    ///
    /// Entries above the first winner among its versions contain none of them: otherwise they would win.
    private func target(for index: Int) -> Int? {
        var first: Int?
        var last: Int?
        for (count, shared) in winners(among: index).enumerated() {
            // Moving the entry past so many winners is not a good suggestion.
            guard count < Self.maximumSegmentCount else { return nil }
            guard let winner = shared, winner != last else { continue }
            guard winsElsewhere(winner, than: versions[index]) else { return nil }
            last = winner
            first = min(first ?? winner, winner)
        }
        return first
    }

    /// Whether an entry that wins for some of the versions also wins for others.
    private func winsElsewhere(_ winner: Int, than versions: VersionSet) -> Bool {
        // With more segments than can be shared, some of them lie elsewhere.
        let segments = segmentsWonByEntry[winner]
        if segments.count > Self.maximumSegmentCount { return true }
        return segments.contains { !VersionSet(winners[$0].interval).isSubset(of: versions) }
    }

    /// The versions of an entry that an earlier one wins.
    func decidedVersions(of index: Int, wonBy earlier: Int) -> ListedVersions {
        var decided = VersionLister()
        let set = versions[index]
        let won = segmentsWonByEntry[earlier]
        for position in 0..<set.intervalCount {
            let interval = set.interval(at: position)
            let shared = winners.indices(overlapping: interval)
            let end = won.firstIndex(notBelow: shared.upperBound)
            for next in won.firstIndex(notBelow: shared.lowerBound)..<end {
                guard !decided.isFull else {
                    decided.furtherCount += end - next
                    break
                }
                let segment = winners[won[next]].interval
                decided.append(
                    VersionInterval(unchecked: max(segment.lower, interval.lower), min(segment.upper, interval.upper)))
            }
        }
        return decided.listed
    }
}
