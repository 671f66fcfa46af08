extension SettingsDocument {
    /// The members that a setting can have, apart from metadata.
    package static let settingMembers = [
        "defaultValue", "valuesByVersion", "type", "enum", "minimum", "maximum", "elementType", "expires",
        "description", "owner",
    ]

    /// The keys of the members of a setting that the format does not know, which are most likely misspelt.
    ///
    /// A constant, whose value stands in place of a setting, has no members.
    package func unknownMembers(of setting: SettingIndex) -> [Int] {
        let record = loaded[setting]
        guard record.node != record.defaultValue else { return [] }
        return tree.members(of: Int(record.node)).map(\.key).filter { !isKnownInSetting($0) }
    }

    /// Whether a setting can have a member.
    package func isKnownInSetting(_ key: Int) -> Bool {
        tree.isMetadata(key: key) || Self.settingMembers.contains { tree.isString(at: key, equalTo: $0) }
    }
}
