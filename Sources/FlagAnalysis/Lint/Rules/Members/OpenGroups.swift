import FlagResolver

/// The objects that contain a key, for keys in ascending order.
///
/// - Complexity: O(*n*) in the nodes of the tree, for all keys together.
struct OpenGroups {
    private let tree: JSONTree
    private var objects: [Int] = []
    private var next = 0

    init(of tree: JSONTree) {
        self.tree = tree
    }

    /// The objects that contain a key, the outermost first; the first one is the top level.
    ///
    /// - Parameter key: The node of a key that is not before those of earlier calls.
    mutating func containing(_ key: Int) -> [Int] {
        while next < key {
            if tree.kind(of: next) == .object {
                close(before: next)
                objects.append(next)
            }
            next += 1
        }
        close(before: key)
        return objects
    }

    private mutating func close(before node: Int) {
        while let last = objects.last, Int(tree.nodes[last].next) <= node { objects.removeLast() }
    }
}
