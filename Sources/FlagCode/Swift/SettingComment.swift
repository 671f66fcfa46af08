import FlagResolver

/// What the documentation comment of a setting states.
struct SettingComment {
    /// The description of the setting, or its name if it has none.
    let summary: String

    /// The default, and where entries override it.
    let values: String

    /// The maximum number of entries that are listed.
    private static let maximumEntryCount = 3

    init(_ setting: TypedSetting, in document: SettingsDocument) {
        let tree = document.tree
        let record = document.loaded[setting.name.setting]
        let isConstant = record.node == record.defaultValue
        let description =
            isConstant
            ? nil
            : tree.member(named: "description" as StaticString, of: Int(record.node)).flatMap { tree.string(at: $0) }
        let hasText = description?.unicodeScalars.contains { !$0.properties.isWhitespace } == true
        summary = hasText ? description ?? "" : "The setting `\(setting.name.name)`."
        let value = document.defaultValue(of: setting.name.setting).map { ValueExcerpt.text(of: $0, in: tree) } ?? ""
        let entries = document.entries(of: setting.name.setting)
        let conditions = entries.prefix(Self.maximumEntryCount)
            .map { "`\(ValueExcerpt.shortened(document.conditionText(of: $0)))`" }
        let further = entries.count - conditions.count
        let listed = conditions.joined(separator: ", ") + (further > 0 ? " and \(further) more" : "")
        values = "Default: `\(value)`" + (conditions.isEmpty ? "." : "; overridden for \(listed).")
    }
}
