extension SettingsStore {
    /// The value of a setting; never blocks, throws or traps.
    ///
    /// - Complexity: O(1), and a few nanoseconds unless something changed since the last reading.
    @inlinable
    public subscript(key: SettingKey<Bool>) -> Bool {
        let word = key.memo.word.load()
        if word >> 1 == core.generation.load() { return word & 1 == 1 }
        return core.read(key)
    }

    /// The value of a setting; never blocks, throws or traps.
    ///
    /// A value that is neither `Bool`, `Int`, `Double` nor `String` is decoded when it is first read, and remembered.
    ///
    /// - Complexity: O(1) unless something changed since the last reading.
    @inlinable
    public subscript<Value: SettingValue>(key: SettingKey<Value>) -> Value {
        if let value = key.memo.value(in: core.generation.load()) { return value }
        return core.read(key)
    }

    /// The value of a setting, why it is that, and where it comes from.
    public func resolution<Value: SettingValue>(of key: SettingKey<Value>) -> StoreResolution<Value> {
        core.snapshot(for: key).resolution(of: key)
    }

    /// All settings as they are now, for several readings that have to fit together.
    public var snapshot: StoreSnapshot { core.snapshot }

    /// A group of settings as one struct of `PropertySetting`s; see ``StoreSnapshot/group(_:as:)``.
    ///
    /// - Complexity: O(*n*) for *n* bytes of the group.
    public func group<Group: Decodable>(_ name: String = "", as type: Group.Type = Group.self) -> Group? {
        snapshot.group(name, as: type)
    }
}
