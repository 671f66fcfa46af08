extension SettingsStore {
    /// Gives a setting a value for debugging, above every document.
    ///
    /// It stays until it is taken back or the store is gone, and is kept nowhere.
    ///
    /// - Complexity: O(*n*) for *n* settings, to find out what changed.
    public func override<Value: SettingValue>(_ key: SettingKey<Value>, with value: Value) {
        // The key becomes known, so that the change is found by its type.
        _ = core.snapshot(for: key)
        _ = core.change { $0.overrides.values[key.name] = value }
    }

    /// Takes back what ``override(_:with:)`` set for a setting.
    public func removeOverride(of key: some DeclaredSetting) {
        let name = key.name
        _ = core.change { $0.overrides.values[name] = nil }
    }

    /// Takes back everything that ``override(_:with:)`` set; launch arguments and the environment stay.
    public func removeAllOverrides() {
        _ = core.change { $0.overrides.values = [:] }
    }
}
