import FlagResolver

// Binary searches in sets with many intervals, for rules that need single intervals.
extension VersionSet {
    /// The part of the set that lies in an interval.
    ///
    /// - Complexity: O(log *n* + *k*) for *k* of *n* intervals.
    func clipped(to range: VersionInterval) -> VersionSet {
        var intervals: [VersionInterval] = []
        var index = firstIndex(endingAbove: range.lower)
        while index < intervalCount {
            let interval = interval(at: index)
            guard interval.lower < range.upper else { break }
            intervals.append(
                VersionInterval(unchecked: max(interval.lower, range.lower), min(interval.upper, range.upper)))
            index += 1
        }
        return VersionSet(intervals)
    }

    /// The number of intervals that share versions with an interval.
    ///
    /// - Complexity: O(log *n*) in the number of intervals.
    func intervalCount(overlapping range: VersionInterval) -> Int {
        let first = firstIndex(endingAbove: range.lower)
        let last = firstIndex(endingAbove: range.upper)
        let includesLast = last < intervalCount && interval(at: last).lower < range.upper
        return last - first + (includesLast ? 1 : 0)
    }

    /// Whether one of the intervals begins at a cut.
    ///
    /// - Complexity: O(log *n*) in the number of intervals.
    func begins(at cut: VersionCut) -> Bool {
        let index = firstIndex(endingAbove: cut)
        return index < intervalCount && interval(at: index).lower == cut
    }

    /// Whether one of the intervals ends at a cut.
    ///
    /// - Complexity: O(log *n*) in the number of intervals.
    func ends(at cut: VersionCut) -> Bool {
        let index = firstIndex(endingAbove: cut)
        return index > 0 && interval(at: index - 1).upper == cut
    }

    /// The index of the first interval that ends above a cut.
    private func firstIndex(endingAbove cut: VersionCut) -> Int {
        var low = 0
        var high = intervalCount
        while low < high {
            let middle = (low + high) / 2
            if interval(at: middle).upper <= cut { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
