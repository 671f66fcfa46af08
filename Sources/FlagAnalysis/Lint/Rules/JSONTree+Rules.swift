import FlagResolver

/// What rules ask about keys.
extension JSONTree {
    /// How many bytes the content of a string has.
    func contentLength(at node: Int) -> Int {
        plainContentRange(at: node)?.count ?? stringBytes(at: node)?.count ?? 0
    }

    /// The key of the object that a member belongs to; `nil` for a member of the top level.
    func keyOfParent(ofKey key: Int) -> Int? {
        var object = key - 1
        while object > 0 {
            let node = nodes[object]
            if node.kind == .object, Int(node.next) > key { return object - 1 }
            object -= 1
        }
        return nil
    }
}
