/// What the leaves of a function stand for.
///
/// A function is stored with numbers as leaves. Closures that combine functions name the types that these stand for:
///
/// ```swift
/// try space.combined(users, winners) { (isSelected: Bool, winner: Winner) in isSelected ? winner : nil }
/// ```
package protocol LeafValue: Hashable {
    /// The value of a leaf.
    ///
    /// - Parameter leaf: At least 0.
    init(leaf: Int)

    /// The number that stands for the value.
    var leaf: Int { get }
}

/// The leaves of conditions: ``Decision/no`` and any other one.
extension Bool: LeafValue {
    package init(leaf: Int) { self = leaf != Decision.no.leaf }
    package var leaf: Int { self ? 1 : 0 }
}

/// The index of an element of a list.
extension Int: LeafValue {
    package init(leaf: Int) { self = leaf }
    package var leaf: Int { self }
}

/// The leaf 0, which is ``Decision/no``, stands for no value.
extension Optional: LeafValue where Wrapped: LeafValue {
    package init(leaf: Int) { self = leaf == 0 ? nil : Wrapped(leaf: leaf - 1) }
    package var leaf: Int { map { $0.leaf + 1 } ?? 0 }
}

extension Decision {
    /// The function that has a value everywhere.
    package static func always(_ value: some LeafValue) -> Decision { .leaf(value.leaf) }

    /// What the leaf stands for; `nil` for a node.
    package func value<Value: LeafValue>(as type: Value.Type = Value.self) -> Value? { leaf.map { Value(leaf: $0) } }
}
