import FlagResolver

/// A set of segments of an axis, in canonical form: equal sets are equal values.
package struct SegmentSet: Hashable, Sendable {
    /// The starts and ends of ranges of segments, in turn, in strictly ascending order.
    private var bounds: [Int32] = []

    /// No segment.
    static let none = SegmentSet()

    private init() {}

    /// The segments of a range.
    init(_ range: Range<Int32>) {
        if !range.isEmpty { bounds = [range.lowerBound, range.upperBound] }
    }

    /// One segment.
    init(_ segment: Int32) {
        self.init(segment..<(segment + 1))
    }

    /// The segments between bounds: where ranges start and end, in turn, in strictly ascending order.
    init(bounds: ArraySlice<Int32>) {
        self.bounds = Array(bounds)
    }

    /// The segments of all ranges, which may overlap and come in any order.
    init(_ ranges: [Range<Int32>]) {
        // Most sets have one range, which need not be sorted.
        let sorted = ranges.count > 1 ? ranges.sorted { $0.lowerBound < $1.lowerBound } : ranges
        for range in sorted where !range.isEmpty { append(range) }
    }

    /// Adds a range that begins at or above the start of the last one.
    mutating func append(_ range: Range<Int32>) {
        if let end = bounds.last, range.lowerBound <= end {
            bounds[bounds.count - 1] = max(end, range.upperBound)
        } else {
            bounds += [range.lowerBound, range.upperBound]
        }
    }

    package var isEmpty: Bool { bounds.isEmpty }

    /// The ranges in ascending order, with at least one segment between two neighbours.
    package var ranges: [Range<Int32>] {
        (0..<rangeCount).map { range(at: $0) }
    }

    /// How many ranges there are.
    var rangeCount: Int { bounds.count / 2 }

    /// One of the ``ranges``.
    func range(at index: Int) -> Range<Int32> { bounds[2 * index]..<bounds[2 * index + 1] }

    /// Whether the set contains a segment.
    ///
    /// - Complexity: O(log *n*) in the number of ranges.
    package func contains(_ segment: Int32) -> Bool { !firstBound(after: segment).isMultiple(of: 2) }

    /// The end of the segments from one on that are all in the set, or all outside it.
    ///
    /// - Complexity: O(log *n*) in the number of ranges.
    func endOfRun(at segment: Int32) -> Int32 {
        let next = firstBound(after: segment)
        return next < bounds.count ? bounds[next] : .max
    }

    private func firstBound(after segment: Int32) -> Int { bounds.partitionPoint { $0 > segment } }

    func intersection(_ other: SegmentSet) -> SegmentSet { combined(with: other) { $0 && $1 } }
    func subtracting(_ other: SegmentSet) -> SegmentSet { combined(with: other) { $0 && !$1 } }

    /// The segments for which a function of the membership in both sets is true; it must be false if both are false.
    private func combined(with other: SegmentSet, _ combine: (Bool, Bool) -> Bool) -> SegmentSet {
        var result = SegmentSet()
        var (index, otherIndex) = (0, 0)
        var isInside = false
        while index < bounds.count || otherIndex < other.bounds.count {
            let bound = index < bounds.count ? bounds[index] : .max
            let otherBound = otherIndex < other.bounds.count ? other.bounds[otherIndex] : .max
            let next = min(bound, otherBound)
            if bound == next { index += 1 }
            if otherBound == next { otherIndex += 1 }
            let isInResult = combine(!index.isMultiple(of: 2), !otherIndex.isMultiple(of: 2))
            if isInResult != isInside { result.bounds.append(next) }
            isInside = isInResult
        }
        return result
    }
}
