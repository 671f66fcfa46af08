/// The values that a setting may have: its member `enum`, a constraint that changes no value.
package struct AllowedValues: Sendable {
    private let tree: JSONTree

    /// The node of each listed value.
    package let nodes: [Int]

    private let texts: Set<[UInt8]>

    /// The values that a setting lists; `nil` if it has no `enum`, or one that is not an array.
    ///
    /// - Complexity: O(*n*) in the length of the list.
    package init?(of setting: SettingIndex, in document: SettingsDocument) {
        tree = document.tree
        guard let list = Self.list(of: setting, in: document), tree.kind(of: list) == .array else { return nil }
        let tree = tree
        nodes = Array(tree.elements(of: list))
        texts = Set(nodes.map { tree.canonicalText(of: $0) })
    }

    /// The node of a setting's `enum`, of any type; `nil` if there is none.
    package static func list(of setting: SettingIndex, in document: SettingsDocument) -> Int? {
        let record = document.loaded[setting]
        guard record.node != record.defaultValue else { return nil }
        return document.tree.member(named: "enum" as StaticString, of: Int(record.node))
    }

    /// Whether a value of the document is in the list.
    package func contains(_ node: Int) -> Bool { texts.contains(tree.canonicalText(of: node)) }

    /// The strings in the list, in order; `nil` if it also has other values, except `null`, or no string at all.
    package var strings: [String]? {
        let values = nodes.filter { tree.kind(of: $0) != .null }
        let strings = values.compactMap { tree.string(at: $0) }
        return strings.isEmpty || strings.count < values.count ? nil : strings
    }
}

extension SettingsDocument {
    /// The nodes of all values of a setting: its default, then those of its well-formed entries, in document order.
    package func valueNodes(of setting: SettingIndex) -> [Int] {
        [defaultValue(of: setting)].compactMap { $0 } + entries(of: setting).map { Int($0.value) }
    }
}
