/// What gives a setting its value: one of its entries, or the default.
package struct Winner: Hashable, Sendable, BitwiseCopyable {
    /// The leaf of decisions about winners: 0 for the default, otherwise the position of the entry plus 1.
    package let leaf: Int

    package init(leaf: Int) {
        self.leaf = leaf
    }

    package static let `default` = Winner(leaf: 0)

    /// - Parameter position: The position of the entry among the well-formed entries of the setting.
    package static func entry(_ position: Int) -> Winner { Winner(leaf: position + 1) }

    /// The position of the entry among the well-formed entries of the setting; `nil` for the default.
    package var entry: Int? { leaf == 0 ? nil : leaf - 1 }
}

extension Decision {
    /// The constant function.
    static func leaf(_ winner: Winner) -> Decision { .leaf(winner.leaf) }

    /// The winner, if it is the same everywhere; `nil` for a node.
    package var winner: Winner? { leaf.map { Winner(leaf: $0) } }
}
