extension SettingsDocument {
    /// Resolves one setting by name for one version, without a snapshot.
    ///
    /// For servers, which are asked about many versions.
    ///
    /// - Returns: The value, or the default that is given where the setting cannot be read as a `Bool`.
    /// - Complexity: O(*n*) for *n* entries of the setting.
    public func value(for name: String, version: AppVersion, default defaultValue: Bool) -> Bool {
        directValue(for: name, version: version) ?? defaultValue
    }

    /// Resolves one setting by name for one version, without a snapshot.
    ///
    /// For servers, which are asked about many versions.
    ///
    /// - Returns: The value, or the default that is given where the setting cannot be read as an `Int`.
    /// - Complexity: O(*n*) for *n* entries of the setting.
    public func value(for name: String, version: AppVersion, default defaultValue: Int) -> Int {
        directValue(for: name, version: version) ?? defaultValue
    }

    /// Resolves one setting by name for one version, without a snapshot.
    ///
    /// For servers, which are asked about many versions.
    ///
    /// - Returns: The value, or the default that is given where the setting cannot be read as a `Double`.
    /// - Complexity: O(*n*) for *n* entries of the setting.
    public func value(for name: String, version: AppVersion, default defaultValue: Double) -> Double {
        directValue(for: name, version: version) ?? defaultValue
    }

    /// Resolves one setting by name for one version, without a snapshot.
    ///
    /// For servers, which are asked about many versions.
    ///
    /// - Returns: The value, or the default that is given where the setting cannot be read as a `String`.
    /// - Complexity: O(*n*) for *n* entries of the setting.
    public func value(for name: String, version: AppVersion, default defaultValue: String) -> String {
        directValue(for: name, version: version) ?? defaultValue
    }

    private func directValue<Value: DirectlyReadable>(for name: String, version: AppVersion) -> Value? {
        guard let slot = slot(named: name) else { return nil }
        let setting = loaded.settings[slot]
        guard setting.defaultValue != SettingRecord.missing,
            let defaultValue = Value.read(Int(setting.defaultValue), of: tree)
        else { return nil }
        let words = version.words
        let end = Int(setting.endEntry)
        var entry = Int(setting.firstEntry)
        while true {
            entry = loaded.firstMatch(from: entry, to: end, for: version, words: words)
            guard entry < end else { return defaultValue }
            if let value = Value.read(Int(loaded.entries[entry].value), of: tree) { return value }
            entry += 1
        }
    }
}
