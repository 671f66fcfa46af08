extension SettingsSnapshot {
    /// The value of a setting; the default that is given where it cannot be read.
    ///
    /// - Complexity: O(1).
    public func value(for name: String, default defaultValue: Bool) -> Bool {
        guard let slot = document.slot(named: name) else { return defaultValue }
        let reading = bools[slot]
        guard reading != .unknown else { return direct(slot) ?? defaultValue }
        // Which of the two it is nobody can guess: compared, not branched on.
        return reading == .true
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

    /// The value of a setting as a type that is read straight from the bytes; `nil` where its default is not of it.
    private func direct<Value: DirectlyReadable>(_ name: String) -> Value? {
        document.slot(named: name).flatMap { direct($0) }
    }

    private func direct<Value: DirectlyReadable>(_ slot: Int) -> Value? {
        let winner = winners[slot]
        if winner.entry == Winner.noEntry {
            guard winner.value != SettingRecord.missing else { return nil }
            return Value.read(Int(winner.value), winner.valueKind, of: document.tree)
        }
        guard hasDefault(of: Value.self, in: slot, kind: winner.defaultKind) else { return nil }
        if let value = Value.read(Int(winner.value), winner.valueKind, of: document.tree) { return value }
        guard let version else { return nil }
        return document.directValue(of: slot, from: Int(winner.entry) + 1, for: version)
    }

    /// Whether the default of a setting is of a type; for a Bool its kind says so.
    @inline(__always)
    private func hasDefault<Value: DirectlyReadable>(of type: Value.Type, in slot: Int, kind: JSONKind) -> Bool {
        if type == Bool.self { return kind.isBool }
        let node = document.loaded.settings[slot].defaultValue
        return node != SettingRecord.missing && Value.canRead(Int(node), kind, of: document.tree)
    }

    private func typedResolution<Value: Decodable>(of slot: Int) -> TypedResolution<Value> {
        document.typedResolution(of: slot, for: version, firstWinner: winners[slot].entry, reader: reader)
    }
}
