package import FlagResolver

extension JSONTree {
    /// The last node that begins at an offset or before it, which is the innermost one around it.
    ///
    /// The tree must have one source: merging puts nodes into another order.
    ///
    /// - Complexity: O(log *n*) in the number of nodes.
    package func innermostNode(at offset: Int) -> Int {
        max(nodes.partitionPoint(where: { Int($0.start) > offset }) - 1, 0)
    }
}

extension Array {
    /// The first index at which a condition holds that holds for all later elements; the end if there is none.
    package func partitionPoint(where isAfter: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = low + (high - low) / 2
            if isAfter(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
