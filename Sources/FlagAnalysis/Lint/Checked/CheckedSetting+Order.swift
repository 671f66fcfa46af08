import FlagResolver

// Questions of the rules about the order of entries. Each answer takes a bounded number of steps for an entry, so that a
// check stays O(n log n) even if all entries overlap. If the bound is reached, the answer says so.
extension CheckedSetting {
    /// Whether an entry wins for no version.
    func isUnreachable(_ index: Int) -> Bool { segmentsWonByEntry[index].isEmpty }

    /// Whether an entry wins for all of its versions.
    func winsEverywhere(_ index: Int) -> Bool {
        let set = versions[index]
        return (0..<set.intervalCount).allSatisfy { position in
            let segments = history.winners.indices(overlapping: set.interval(at: position))
            return segments.count == 1 && history.winners.value(at: segments.lowerBound) == index
        }
    }

    /// The winners of the segments that share versions with an entry, in ascending order of the segments.
    func winners(among index: Int) -> some Sequence<Int?> {
        let (set, winners) = (versions[index], history.winners)
        return (0..<set.intervalCount).lazy
            .flatMap { winners.indices(overlapping: set.interval(at: $0)) }
            .map { winners.value(at: $0) }
    }

    /// The entries that together contain every version of an entry that never wins.
    ///
    /// None of them can be left out, unless there are too many to list.
    func blockingEntries(of index: Int) -> BlockingEntries {
        if let one = entryContaining(index) { return BlockingEntries(indices: [one]) }
        var found: [Int] = []
        var result = BlockingEntries()
        for (count, shared) in winners(among: index).enumerated() {
            guard count < Self.maximumSegmentCount else {
                result.mayHaveMore = true
                break
            }
            guard let winner = shared, !found.contains(winner) else { continue }
            found.append(winner)
        }
        guard found.count <= BlockingEntries.maximumCount, !result.mayHaveMore else {
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
        /// Whether there may be more than were found.
        var mayHaveMore = false
    }

    /// The rivals of an entry that wins for some versions; `nil` if there are none among the winners that were examined.
    ///
    /// The search for the first one ends after ``maximumEffort`` steps.
    func rivals(of index: Int) -> Rivals? {
        let valueClass = history.entryValues[index].valueClass
        let set = versions[index]
        var rivals: Rivals?
        var known: [Int] = []
        var previous: Int?
        var examined = 0
        var effort = 0
        for shared in winners(among: index) {
            effort += 1
            guard effort <= Self.maximumEffort, rivals == nil || examined < Self.maximumSegmentCount else {
                rivals?.mayHaveMore = true
                return rivals
            }
            guard let winner = shared, winner != index else { continue }
            examined += 1
            guard winner != previous else { continue }
            previous = winner
            guard history.entryValues[winner].valueClass != valueClass, !known.contains(winner) else { continue }
            if set.intervalCount > 1 { effort += versions[winner].intervalCount }
            guard !versions[winner].isSubset(of: set) else { continue }
            known.append(winner)
            if rivals == nil { rivals = Rivals(first: winner) } else { rivals?.furtherCount += 1 }
        }
        return rivals
    }

    /// The maximum number of segments that are examined to list or count entries.
    static let maximumSegmentCount = 64
    /// The maximum number of segments, and of intervals in them, that are examined to find one rival.
    private static let maximumEffort = 1_000
}

/// Entries that together contain every version of an entry that never wins.
struct BlockingEntries {
    /// In document order, and at most ``maximumCount``.
    var indices: [Int] = []
    /// How many more were found.
    var furtherCount = 0
    /// Whether there may be more than were found.
    var mayHaveMore = false

    static let maximumCount = 32
}

/// Versions of an entry for which its setting has another value than the entry gives.
struct OtherValues: Sendable {
    private(set) var versions = VersionLister()
    private var firstClass: Int?
    private var hasSeveralClasses = false

    var isEmpty: Bool { versions.isEmpty }

    /// The class of the value that all these versions have; `nil` if there are several, or not all are listed.
    var onlyClass: Int? { hasSeveralClasses || versions.furtherCount > 0 ? nil : firstClass }

    /// - Parameters:
    ///   - same: The segments that have the class, in ascending order.
    init(than valueClass: Int, at same: [Int], among values: VersionMap<Int>, _ versions: VersionSet) {
        for index in 0..<versions.intervalCount {
            let interval = versions.interval(at: index)
            let range = values.indices(overlapping: interval)
            if range.count == 1, values.value(at: range.lowerBound) == valueClass { continue }
            add(range, of: interval, besides: same, among: values)
        }
    }

    /// Adds the segments of a range that are not in `same`.
    private mutating func add(
        _ range: Range<Int>, of interval: VersionInterval, besides same: [Int], among values: VersionMap<Int>
    ) {
        var first = range.lowerBound
        var next = same.firstIndex(notBelow: first)
        while first < range.upperBound {
            // Between two segments of the class lie segments of other classes only.
            let end = next < same.count ? min(same[next], range.upperBound) : range.upperBound
            if first < end {
                guard !versions.isFull else {
                    let rest = same.firstIndex(notBelow: range.upperBound) - next
                    let endsWithOther = next + rest == 0 || same[next + rest - 1] != range.upperBound - 1
                    versions.furtherCount += rest + (endsWithOther ? 1 : 0)
                    return
                }
                versions.append(
                    VersionInterval(
                        unchecked: max(interval.lower, values[first].interval.lower),
                        min(interval.upper, values[end - 1].interval.upper)))
                // Neighbours have different values, so two of them show whether there are several values.
                for other in first..<min(end, first + 2) {
                    let valueClass = values.value(at: other)
                    if let firstClass, firstClass != valueClass { hasSeveralClasses = true }
                    firstClass = firstClass ?? valueClass
                }
            }
            first = end + 1
            next += 1
        }
    }
}

/// Collects the versions that a finding lists: the lowest intervals, and the number of the others.
struct VersionLister: Sendable {
    private var intervals: [VersionInterval] = []
    var furtherCount = 0

    var isEmpty: Bool { intervals.isEmpty }

    /// Whether the list is full, so that further intervals are only counted.
    var isFull: Bool { intervals.count >= ListedVersions.maximumCount }

    /// Adds an interval above the previous ones, or counts it if the list is full.
    mutating func append(_ interval: VersionInterval) {
        if isFull { furtherCount += 1 } else { intervals.append(interval) }
    }

    var listed: ListedVersions { ListedVersions(VersionSet(intervals), furtherIntervals: furtherCount) }
}

extension [Int] {
    /// The index of the first element that is not below a number, in an array that is in ascending order.
    func firstIndex(notBelow number: Int) -> Int {
        partitionPoint { $0 >= number }
    }
}
