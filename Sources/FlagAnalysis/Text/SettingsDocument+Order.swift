package import FlagResolver

extension SettingsDocument {
    /// Settings in the order of the bytes of their names.
    ///
    /// - Complexity: O(*n* log *n*) in the number of settings.
    package func sortedByName(_ settings: [SettingIndex]) -> [SettingIndex] {
        settings.sorted { nameBytes(of: $0).lexicographicallyPrecedes(nameBytes(of: $1)) }
    }
}
