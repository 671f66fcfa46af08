import FlagResolver

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
