import FlagResolver

// Binary searches in sets with many intervals, for rules that need single intervals.
extension VersionSet {
    /// The part of the set that lies in an interval.
    ///
    /// - Complexity: O(log *n* + *k*) for *k* of *n* intervals.
    func clipped(to range: VersionInterval) -> VersionSet {
        var intervals: [VersionInterval] = []
        var index = firstIndex { range.lower < $0.upper }
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
        let first = firstIndex { range.lower < $0.upper }
        let last = firstIndex { range.upper < $0.upper }
        let includesLast = last < intervalCount && interval(at: last).lower < range.upper
        return last - first + (includesLast ? 1 : 0)
    }

    /// Whether one of the intervals begins at a cut.
    ///
    /// - Complexity: O(log *n*) in the number of intervals.
    func begins(at cut: VersionCut) -> Bool {
        let index = firstIndex { cut < $0.upper }
        return index < intervalCount && interval(at: index).lower == cut
    }

    /// Whether one of the intervals ends at a cut.
    ///
    /// - Complexity: O(log *n*) in the number of intervals.
    func ends(at cut: VersionCut) -> Bool {
        let index = firstIndex { cut < $0.upper }
        return index > 0 && interval(at: index - 1).upper == cut
    }
}
