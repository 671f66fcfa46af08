/// Values as leaves of decisions: equal values are equal leaves.
struct LeafTable<Value: Hashable> {
    private var values: [Value]
    /// The leaves by their values, once there are too many for a linear search, which hashes nothing.
    private var leaves: [Value: Int] = [:]

    private static var maximumLinearCount: Int { 16 }

    /// - Parameter first: The value of the leaf 0.
    init(_ first: Value) {
        values = [first]
    }

    subscript(leaf: Int) -> Value { values[leaf] }

    mutating func leaf(_ value: Value) -> Int {
        if let known = leaves.isEmpty ? values.firstIndex(of: value) : leaves[value] { return known }
        let leaf = values.count
        values.append(value)
        if values.count == Self.maximumLinearCount {
            for (leaf, value) in values.enumerated() { leaves[value] = leaf }
        } else if values.count > Self.maximumLinearCount {
            leaves[value] = leaf
        }
        return leaf
    }
}
