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
        return directValue(of: slot, from: Int(loaded.settings[slot].firstEntry), for: version)
    }

    /// The value of the first entry, from a position on, that contains a version and is of the type; else the default.
    ///
    /// Raises no issues: to say where they are takes a walk through the whole document, and nobody has asked.
    func directValue<Value: DirectlyReadable>(of slot: Int, from start: Int, for version: AppVersion) -> Value? {
        let setting = loaded.settings[slot]
        guard setting.defaultValue != SettingRecord.missing,
            Value.canRead(Int(setting.defaultValue), setting.defaultKind, of: tree)
        else { return nil }
        let end = Int(setting.endEntry)
        var entry = start
        while true {
            entry = loaded.firstMatch(from: entry, to: end, for: version)
            guard entry < end else { return Value.read(Int(setting.defaultValue), setting.defaultKind, of: tree) }
            let record = loaded.entries[entry]
            if let value = Value.read(Int(record.value), record.valueKind, of: tree) { return value }
            entry += 1
        }
    }
}
