extension SettingsSnapshot {
    /// The node of the untyped value of a setting; `nil` if it cannot be resolved.
    ///
    /// - Complexity: O(1), unless the setting has an entry that does not have the declared type.
    package func node(of setting: SettingIndex) -> Int? {
        let record = document.loaded[setting]
        guard !record.isUnresolvable else { return nil }
        return record.hasMistypedEntries
            ? document.resolve(setting, for: context).value : winners[setting.position].value
    }

    /// The settings whose untyped values may differ in another snapshot of the same document.
    ///
    /// - Complexity: O(*n*) for *n* settings.
    package func settings(changedIn other: SettingsSnapshot) -> [SettingIndex] {
        let loaded = document.loaded
        return zip(loaded.indices, zip(winners, other.winners)).compactMap { setting, winners in
            winners.0.entry == winners.1.entry && !loaded[setting].hasMistypedEntries ? nil : setting
        }
    }

    /// Whether a setting has entries after its winner. A type that rejects the winner's value may read one of them.
    package func hasEntries(afterWinnerOf setting: SettingIndex) -> Bool {
        guard let entry = winners[setting.position].entry else { return false }
        return entry.advanced(by: 1) < document.loaded[setting].entries.upperBound
    }
}
