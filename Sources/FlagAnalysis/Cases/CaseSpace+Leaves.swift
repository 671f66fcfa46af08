import FlagResolver

extension CaseSpace {
    /// The leaves that a function has anywhere.
    ///
    /// - Complexity: O(*n*) in the number of nodes.
    package func leaves(of map: VersionMap<Decision>) -> Set<Int> {
        var leaves: Set<Int> = []
        var known: Set<Decision> = []
        var waiting = map.indices.map { map.value(at: $0) }
        while let next = waiting.popLast() {
            if let leaf = next.leaf {
                leaves.insert(leaf)
            } else if known.insert(next).inserted {
                for edge in diagram.edges(of: next) { waiting.append(edge.decision) }
            }
        }
        return leaves
    }

    /// The leaves that a function has where a condition is not ``Decision/no``.
    package func leaves(
        of map: VersionMap<Decision>, where condition: VersionMap<Decision>
    ) throws(Failure) -> Set<Int> {
        let restricted = try combined(condition, map) { $0 == 0 ? .no : .leaf($1 + 1) }
        return Set(leaves(of: restricted).subtracting([0]).map { $0 - 1 })
    }

    /// Whether two conditions hold together for anybody.
    func areCompatible(_ left: VersionMap<Decision>, _ right: VersionMap<Decision>) throws(Failure) -> Bool {
        try combined(left, right) { $0 > 0 && $1 > 0 ? .yes : .no } != VersionMap(.no)
    }

    /// Whether a condition on an attribute holds for some value, or for its absence.
    func canHold(_ condition: Int, of tree: JSONTree, on attribute: String) -> Bool {
        let axis = attribute == "date" ? Axis.date : Axis(attribute: attribute)
        guard let index = indices[axis] else { return true }
        return !lines[index].segments(satisfying: condition, of: tree).isEmpty
    }
}
