import FlagResolver

extension CaseSpace {
    /// The leaves that a function has where a condition is not ``Decision/no``.
    package func leaves(
        of map: CaseMap, where condition: CaseMap
    ) throws(Failure) -> Set<Int> {
        let restricted = try combined(condition, map) { $0 == 0 ? .no : .leaf($1 + 1) }
        return Set(leaves(of: restricted).filter { $0 > 0 }.map { $0 - 1 })
    }

    /// Whether two conditions both hold for at least one context.
    func areCompatible(_ left: CaseMap, _ right: CaseMap) throws(Failure) -> Bool {
        try combined(left, right) { $0 > 0 && $1 > 0 ? .yes : .no } != CaseMap(.no)
    }

    /// Whether a condition on an attribute holds for some value, or for its absence.
    func canHold(_ condition: Int, of tree: JSONTree, on attribute: String) -> Bool {
        let axis = attribute == "date" ? Axis.date : Axis(attribute: attribute)
        guard let index = indices[axis] else { return true }
        return !lines[index].segments(satisfying: condition, of: tree).isEmpty
    }
}
