import FlagResolver

/// A setting with its Swift name and type.
package struct TypedSetting: Sendable {
    package let name: SwiftSettingName
    package let type: SwiftType
}

extension TypedSetting {
    /// The setting with the type of its values.
    ///
    /// - Parameter taken: The names of types and groups around the setting. Those of its types are added.
    /// - Throws: A problem if the values have no common type, or `enum` does not list one of them.
    init(
        _ name: SwiftSettingName, in document: SettingsDocument, _ taken: inout Set<SwiftIdentifier>
    ) throws(CodeProblem) {
        let values = document.valueNodes(of: name.setting)
        let allowed = try Self.allowedValues(of: name, values, in: document)
        let reader = TypeReader(
            tree: document.tree, path: name.name,
            subject: String(name.name.parts(separatedBy: ".").last ?? ""),
            choices: allowed?.strings, isDouble: document.loaded[name.setting].declaredType == .number,
            elementType: document.elementType(of: name.setting) ?? .none)
        self.name = name
        // A value that is allowed may come with the next document.
        type = try reader.type(of: values + (allowed?.nodes ?? []), &taken)
    }

    private static func allowedValues(
        of name: SwiftSettingName, _ values: [Int], in document: SettingsDocument
    ) throws(CodeProblem) -> AllowedValues? {
        let tree = document.tree
        guard let list = AllowedValues.list(of: name.setting, in: document) else { return nil }
        let setting = SettingProblem.quoted(name.name)
        guard let allowed = AllowedValues(of: name.setting, in: document), !allowed.nodes.isEmpty else {
            throw CodeProblem(
                "the \"enum\" of \(setting) is \(ValueExcerpt.text(of: list, in: tree)), expected an array of the allowed values",
                help: "list every allowed value, or delete \"enum\"", at: list, of: tree)
        }
        if let other = values.first(where: { !allowed.contains($0) }) {
            throw CodeProblem(
                "\(ValueExcerpt.text(of: other, in: tree)), a value of \(setting), is not in its \"enum\"",
                help: "correct it, or add it to \"enum\"", at: other, of: tree)
        }
        return allowed
    }
}

extension SettingsDocument {
    /// The type that a setting declares for the elements of its arrays; `nil` if it declares none, or none that is valid.
    fileprivate func elementType(of setting: SettingIndex) -> DeclaredType? {
        let record = loaded[setting]
        guard record.node != record.defaultValue else { return nil }
        return tree.member(named: "elementType" as StaticString, of: Int(record.node))
            .flatMap { tree.string(at: $0) }.flatMap { DeclaredType(name: $0) }
    }
}

/// A value as messages and comments show it: JSON on one line, cut if it is long.
enum ValueExcerpt {
    private static let maximumLength = 60

    static func text(of node: Int, in tree: JSONTree) -> String {
        shortened(tree[node].description)
    }

    static func shortened(_ text: String) -> String {
        text.shortened(to: maximumLength)
    }
}
