import FlagResolver

extension CaseSpace {
    /// The values that a function has where a condition holds.
    package func values<Value: LeafValue>(
        of map: CaseMap, where condition: CaseMap, as type: Value.Type = Value.self
    ) throws(Failure) -> Set<Value> {
        var found: Set<Value> = []
        _ = try product(map, condition) { operands in
            if operands[1] == .no { return .no }
            guard let leaf = operands[0].leaf else { return nil }
            // A condition other than no holds somewhere, so what it depends on does not matter.
            found.insert(Value(leaf: leaf))
            return .no
        }
        return found
    }

    /// All values of a function, each once, in the order of its cases.
    package func values<Value: LeafValue>(of map: CaseMap, as type: Value.Type = Value.self) -> [Value] {
        diagram.leaves(below: map.indices.lazy.map { map.value(at: $0) }).map { Value(leaf: $0) }
    }

    /// Whether two conditions both hold for at least one context.
    func areCompatible(_ left: CaseMap, _ right: CaseMap) throws(Failure) -> Bool {
        try !product(left, right) { operands in
            if operands.contains(.no) { return .no }
            // A function other than no holds somewhere, so what it depends on does not matter.
            return operands.contains(where: \.isLeaf) ? .yes : nil
        }.neverHolds
    }

    /// Whether a condition holds wherever another one does.
    func implies(_ left: CaseMap, _ right: CaseMap) throws(Failure) -> Bool {
        try product(left, right) { operands in
            let (left, right) = (operands[0], operands[1])
            if left == .no || right.isLeaf && right != .no { return .no }
            return left.isLeaf || right.isLeaf ? .yes : nil
        }.neverHolds
    }

    /// Whether a condition on an attribute holds for some value, or for its absence.
    func canHold(_ condition: Int, of tree: JSONTree, on attribute: String) -> Bool {
        let axis = attribute == "date" ? Axis.date : Axis(attribute: attribute)
        guard let index = indices[axis] else { return true }
        return !lines[index].segments(satisfying: condition, of: tree).isEmpty
    }
}
