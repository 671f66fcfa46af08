package import FlagResolver

/// Constraints on the values and the age of a setting, besides `type` and `enum`. They change no value.
package struct SettingConstraints: Sendable {
    /// The nodes of the members, valid or not; `nil` if the setting does not have them.
    package let minimum: Int?
    package let maximum: Int?
    package let elementType: Int?
    package let expires: Int?

    /// - Returns: `nil` for a constant, and for a setting without any of the members.
    package init?(of setting: SettingIndex, in document: SettingsDocument) {
        let record = document.loaded[setting]
        guard record.node != record.defaultValue else { return nil }
        let (tree, node) = (document.tree, Int(record.node))
        minimum = tree.member(named: "minimum" as StaticString, of: node)
        maximum = tree.member(named: "maximum" as StaticString, of: node)
        elementType = tree.member(named: "elementType" as StaticString, of: node)
        expires = tree.member(named: "expires" as StaticString, of: node)
        guard minimum != nil || maximum != nil || elementType != nil || expires != nil else { return nil }
    }

    /// The type that elements of arrays must have; `nil` if no valid type is declared.
    package func typeOfElements(in tree: JSONTree) -> DeclaredType? {
        elementType.flatMap { tree.string(at: $0) }.flatMap { DeclaredType(name: $0) }
    }

    /// The date on which the setting expires; `nil` if no valid date is declared.
    package func expiry(in tree: JSONTree) -> Instant? {
        expires.flatMap { tree.string(at: $0) }.flatMap { Self.instant(of: $0) }
    }

    /// The start of a day such as `2026-12-01` in UTC, or a date-time with a zone.
    static func instant(of text: String) -> Instant? {
        (try? Instant(parsing: text)) ?? (try? Instant(parsing: "\(text)T00:00:00Z"))
    }
}
