package import FlagResolver

/// The Swift name of a setting: the groups that it is in, and its own name.
package struct SwiftSettingName: Hashable, Sendable {
    package let setting: SettingIndex

    /// The name in the document, such as `checkout.style`.
    package let name: String

    /// The groups from the outermost, such as `Checkout`.
    package let groups: [SwiftIdentifier]

    /// The name in its group, such as `style`.
    package let member: SwiftIdentifier

    /// The names from a namespace to the setting, without backticks, such as `Flags`, `Checkout` and `style`.
    package func components(in namespace: SwiftIdentifier) -> [String] {
        [namespace.text] + groups.map(\.text) + [member.text]
    }

    /// The expression for the setting's key within the namespace, such as `Checkout.style`.
    var expressionInNamespace: String {
        // After a dot, no name needs backticks.
        let (first, rest) = groups.isEmpty ? (member, []) : (groups[0], groups.dropFirst() + [member])
        return ([first.declaration] + rest.map(\.text)).joined(separator: ".")
    }

    /// The expression for the setting's key, such as `Flags.Checkout.style`. After a dot, no name needs backticks.
    package func path(in namespace: SwiftIdentifier) -> String {
        components(in: namespace).joined(separator: ".")
    }
}

extension SwiftSettingName {
    /// The maximum number of groups around a setting, as many as the JSON of a document can nest.
    static let maximumGroupCount = 63

    /// The Swift name of a setting of a document.
    ///
    /// The parts of the name are what its dots separate, whether they come from groups or are in a key.
    ///
    /// - Throws: A problem if it has none.
    init(of setting: SettingIndex, in document: SettingsDocument) throws(CodeProblem) {
        let name = document.name(of: setting)
        let parts = name.parts(separatedBy: ".")
        let key = Int(document.loaded[setting].key)
        guard let last = parts.last, parts.count <= Self.maximumGroupCount + 1 else {
            throw CodeProblem(
                "the name \(SettingProblem.quoted(name)) has \(parts.count) parts, at most "
                    + "\(Self.maximumGroupCount + 1) can become Swift groups",
                help: "use fewer dots in the name", at: key, of: document.tree)
        }
        self.setting = setting
        self.name = name
        do throws(UnnameablePart) {
            groups = try parts.dropLast().map { (part) throws(UnnameablePart) in
                guard let identifier = SwiftIdentifier(group: part) else { throw UnnameablePart(part: part) }
                return identifier
            }
            guard let member = SwiftIdentifier(setting: last, isInGroup: !groups.isEmpty) else {
                throw UnnameablePart(part: last)
            }
            self.member = member
        } catch {
            let part = SettingProblem.quoted(String(error.part))
            throw CodeProblem(
                parts.count > 1
                    ? "the part \(part) of the name \(SettingProblem.quoted(name)) has no letter or digit, so it has no Swift name"
                    : "the name \(part) has no letter or digit, so it has no Swift name",
                help: "give it a name with a letter or a digit", at: key, of: document.tree)
        }
    }

    private struct UnnameablePart: Error {
        let part: Substring
    }
}
