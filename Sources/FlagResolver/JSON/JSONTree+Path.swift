extension JSONTree {
    /// The path from a node to a value or a key below it.
    ///
    /// Member names are joined with `.`, array indices are in brackets.
    ///
    /// - Complexity: O(*n*) in the number of siblings on the way.
    func path(from ancestor: Int, to target: Int) -> String {
        var path = ""
        var node = ancestor
        while node != target {
            if kind(of: node) == .array {
                guard let child = elements(of: node).enumerated().first(where: { contains(target, below: $0.element) })
                else { break }
                path += "[\(child.offset)]"
                node = child.element
            } else {
                guard let member = members(of: node).first(where: { contains(target, below: $0.value) }) else { break }
                path += (path.isEmpty ? "" : ".") + (string(at: member.key) ?? "")
                node = target == member.key ? target : member.value
            }
        }
        return path
    }

    /// Whether a target is the node, its key, or below it, given that it is not in an earlier sibling.
    private func contains(_ target: Int, below node: Int) -> Bool { target < Int(nodes[node].next) }
}
