extension SettingsSnapshot {
    /// The value of a setting; the default that is given where it cannot be read.
    ///
    /// - Complexity: O(1).
    public func value(for name: String, default defaultValue: Bool) -> Bool {
        direct(name) ?? defaultValue
    }

    /// The value of a setting; the default that is given where it cannot be read.
    ///
    /// - Complexity: O(1).
    public func value(for name: String, default defaultValue: Int) -> Int {
        direct(name) ?? defaultValue
    }

    /// The value of a setting; the default that is given where it cannot be read.
    ///
    /// - Complexity: O(*n*) for the *n* digits of the number.
    public func value(for name: String, default defaultValue: Double) -> Double {
        direct(name) ?? defaultValue
    }

    /// The value of a setting; the default that is given where it cannot be read.
    ///
    /// - Complexity: O(*n*) for the *n* bytes of the text.
    public func value(for name: String, default defaultValue: String) -> String {
        direct(name) ?? defaultValue
    }

    /// The value of a setting as any `Decodable` type; the default that is given where it cannot be read.
    ///
    /// The value is decoded at the first call, and remembered.
    public func value<Value: Decodable & Sendable>(for name: String, default defaultValue: Value) -> Value {
        resolution(of: name, default: defaultValue).value
    }

    /// The value of a setting as any `Decodable` type; the default that is given where it cannot be read.
    ///
    /// A value that is not `Sendable` cannot be shared between threads, so that it is decoded at every call.
    public func value<Value: Decodable>(for name: String, default defaultValue: Value) -> Value {
        resolution(of: name, default: defaultValue).value
    }

    /// The value of a setting, and why it is that.
    ///
    /// - Returns: A resolution with the default that is given and the reason ``ResolutionReason/error`` if the document
    ///   has no such setting, or it cannot be read as a `Value`.
    public func resolution<Value: Decodable & Sendable>(
        of name: String,
        default defaultValue: Value
    ) -> Resolution<Value> {
        guard let slot = document.slot(named: name) else {
            return Resolution(value: defaultValue, reason: .error, errorCode: .flagNotFound)
        }
        guard !(Value.self is any DirectlyReadable.Type) else {
            return typedResolution(of: slot).resolution(default: defaultValue)
        }
        let key = DecodedValueKey(slot: slot, type: ObjectIdentifier(Value.self))
        if let known = decoded.withLock({ $0[key] }) as? TypedResolution<Value> {
            return known.resolution(default: defaultValue)
        }
        let resolution: TypedResolution<Value> = typedResolution(of: slot)
        decoded.withLock { $0[key] = resolution }
        return resolution.resolution(default: defaultValue)
    }

    /// The value of a setting, and why it is that.
    ///
    /// A value that is not `Sendable` cannot be shared between threads, so that it is decoded at every call.
    public func resolution<Value: Decodable>(of name: String, default defaultValue: Value) -> Resolution<Value> {
        guard let slot = document.slot(named: name) else {
            return Resolution(value: defaultValue, reason: .error, errorCode: .flagNotFound)
        }
        return typedResolution(of: slot).resolution(default: defaultValue)
    }

    /// The value of a setting where nothing is unusual: its default and the winning entry are of the type.
    private func direct<Value: DirectlyReadable & Decodable>(_ name: String) -> Value? {
        guard let slot = document.slot(named: name) else { return nil }
        let setting = document.loaded.settings[slot]
        guard setting.defaultValue != SettingRecord.missing,
            let defaultValue = Value.read(Int(setting.defaultValue), of: document.tree)
        else { return nil }
        guard !winners.isEmpty, winners[slot] != Self.noEntry else { return defaultValue }
        let entry = document.loaded.entries[Int(winners[slot])]
        return Value.read(Int(entry.value), of: document.tree) ?? typedResolution(of: slot).value
    }

    private func typedResolution<Value: Decodable>(of slot: Int) -> TypedResolution<Value> {
        let firstWinner = winners.isEmpty ? nil : winners[slot]
        return document.typedResolution(of: slot, for: version, firstWinner: firstWinner, reader: reader)
    }
}
