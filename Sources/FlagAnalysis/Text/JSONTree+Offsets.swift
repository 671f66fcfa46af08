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
