/// What gives a setting its value: one of its entries, or the default.
package struct Winner: LeafValue, Sendable, BitwiseCopyable {
    /// 0 for the default, otherwise the position of the entry plus 1.
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
    /// The winner, if it is the same everywhere; `nil` for a node.
    package var winner: Winner? { value() }
}
