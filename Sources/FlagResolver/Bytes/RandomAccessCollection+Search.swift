extension RandomAccessCollection {
    /// The first index at which a condition holds, given that it then holds for all later elements; otherwise the end.
    ///
    /// - Complexity: O(log *n*) in the number of elements.
    @inlinable
    package func partitionPoint(where isAfter: (Element) -> Bool) -> Index {
        var low = startIndex
        var count = count
        while count > 0 {
            let half = count / 2
            let middle = index(low, offsetBy: half)
            if isAfter(self[middle]) {
                count = half
            } else {
                low = index(after: middle)
                count -= half + 1
            }
        }
        return low
    }
}
