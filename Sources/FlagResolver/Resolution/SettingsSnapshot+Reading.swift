extension SettingsSnapshot {
    /// The value of a setting; the given default if the setting cannot be read.
    ///
    /// - Complexity: O(1).
    public func value(for name: String, default defaultValue: Bool) -> Bool {
        direct(name) ?? defaultValue
    }

    /// The value of a setting; the given default if the setting cannot be read.
    ///
    /// - Complexity: O(1).
    public func value(for name: String, default defaultValue: Int) -> Int {
        direct(name) ?? defaultValue
    }

    /// The value of a setting; the given default if the setting cannot be read.
    ///
    /// - Complexity: O(*n*) for the *n* digits of the number.
    public func value(for name: String, default defaultValue: Double) -> Double {
        direct(name) ?? defaultValue
    }

    /// The value of a setting; the given default if the setting cannot be read.
    ///
    /// - Complexity: O(*n*) for the *n* bytes of the text.
    public func value(for name: String, default defaultValue: String) -> String {
        direct(name) ?? defaultValue
    }

    /// The value of a setting as any `Decodable` type; the given default if the setting cannot be read.
    ///
    /// All calls return the same value, on every thread; usually only the first one decodes it.
    public func value<Value: Decodable & Sendable>(for name: String, default defaultValue: Value) -> Value {
        resolution(of: name, default: defaultValue).value
    }

    /// The value of a setting as any `Decodable` type; the given default if the setting cannot be read.
    ///
    /// A value that is not `Sendable` cannot be shared between threads, so every call decodes it.
    public func value<Value: Decodable>(for name: String, default defaultValue: Value) -> Value {
        resolution(of: name, default: defaultValue).value
    }

    /// The value of a setting, and the reason for it.
    ///
    /// - Returns: A resolution with the given default and the reason ``ResolutionReason/error`` if the document has no such
    ///   setting, or the setting cannot be read as a `Value`.
    @inlinable
    public func resolution<Value: Decodable & Sendable>(
        of name: String,
        default defaultValue: Value
    ) -> Resolution<Value> {
        guard let type = ScalarType(Value.self) else {
            return sharedResolution(of: name, default: defaultValue)
        }
        return scalarResolution(of: name, as: type, default: defaultValue)
    }

    /// The value of a setting, and the reason for it.
    ///
    /// A value that is not `Sendable` cannot be shared between threads, so every call decodes it.
    @inlinable
    public func resolution<Value: Decodable>(of name: String, default defaultValue: Value) -> Resolution<Value> {
        guard let type = ScalarType(Value.self) else {
            return unsharedResolution(of: name, default: defaultValue)
        }
        return scalarResolution(of: name, as: type, default: defaultValue)
    }

    @inlinable
    func scalarResolution<Value>(
        of name: String, as type: ScalarType, default defaultValue: Value
    ) -> Resolution<Value> {
        let resolution = resolution(of: name, as: type)
        return resolution.withValue(resolution.value?.value(as: Value.self) ?? defaultValue)
    }

    /// The value of a setting as a scalar type, and the reason for it.
    @usableFromInline
    package func resolution(of name: String, as type: ScalarType) -> Resolution<ScalarValue?> {
        guard let setting = document.index(named: name) else { return Resolution(value: nil, details: .notFound) }
        return document.typedResolution(
            of: setting, as: type, for: context, firstMatch: winners[setting.position])
    }

    /// The value of a setting as a type that is not scalar, decoded once for all calls, and the reason for it.
    @usableFromInline
    func sharedResolution<Value: Decodable & Sendable>(
        of name: String, default defaultValue: Value
    ) -> Resolution<Value> {
        guard let setting = document.index(named: name) else {
            return Resolution(value: defaultValue, details: .notFound)
        }
        let key = DecodedValueKey(setting: setting, type: ObjectIdentifier(Value.self))
        if let known = decoded.withLock({ $0[key] }) as? Resolution<Value?> {
            return known.withValue(known.value ?? defaultValue)
        }
        // Decoded outside the lock, because the decoder runs code of the app. Another thread may have been faster.
        let decodedNow: Resolution<Value?> = typedResolution(of: setting)
        let kept = decoded.withLock { decoded in
            let kept = decoded[key] ?? decodedNow
            decoded[key] = kept
            return kept
        }
        let resolution = kept as? Resolution<Value?> ?? decodedNow
        return resolution.withValue(resolution.value ?? defaultValue)
    }

    /// The value of a setting as a type that is not scalar, decoded for this call, and the reason for it.
    ///
    /// The caller gets its own objects, so threads do not contend for shared reference counts.
    @usableFromInline
    package func unsharedResolution<Value: Decodable>(
        of name: String, default defaultValue: Value
    ) -> Resolution<Value> {
        guard let setting = document.index(named: name) else {
            return Resolution(value: defaultValue, details: .notFound)
        }
        let resolution: Resolution<Value?> = typedResolution(of: setting)
        return resolution.withValue(resolution.value ?? defaultValue)
    }

    /// The value of a setting as a directly readable type; `nil` if the setting cannot be read as that type.
    private func direct<Value: DirectlyReadable>(_ name: String) -> Value? {
        guard let setting = document.index(named: name) else { return nil }
        let winner = winners[setting.position]
        guard let node = winner.value else { return nil }
        let value = Value.read(node, winner.valueKind, of: document.tree)
        guard let entry = winner.entry else { return value }
        guard document.hasDefault(of: Value.self, in: setting, kind: winner.defaultKind) else { return nil }
        return value ?? document.directValue(of: setting, after: entry, for: context)
    }

    private func typedResolution<Value: Decodable>(of setting: SettingIndex) -> Resolution<Value?> {
        document.typedResolution(of: setting, for: context, firstMatch: winners[setting.position], reader: reader)
    }
}

extension SettingsDocument {
    /// Resolves one setting by name for one context, without a snapshot.
    ///
    /// This suits servers, which resolve for many contexts.
    ///
    /// - Returns: The value; the given default if the setting cannot be read as a `Bool`.
    /// - Complexity: O(*n*) for *n* entries of the setting, and of those that it requires.
    public func value(for name: String, context: EvaluationContext, default defaultValue: Bool) -> Bool {
        directValue(for: name, context) ?? defaultValue
    }

    /// Resolves one setting by name for one version, without a snapshot.
    ///
    /// The same as ``value(for:context:default:)-(_,_,Bool)`` for a context with that version.
    public func value(for name: String, version: AppVersion, default defaultValue: Bool) -> Bool {
        directValue(for: name, EvaluationContext(version: version)) ?? defaultValue
    }

    /// Resolves one setting by name for one context, without a snapshot.
    ///
    /// This suits servers, which resolve for many contexts.
    ///
    /// - Returns: The value; the given default if the setting cannot be read as an `Int`.
    /// - Complexity: O(*n*) for *n* entries of the setting, and of those that it requires.
    public func value(for name: String, context: EvaluationContext, default defaultValue: Int) -> Int {
        directValue(for: name, context) ?? defaultValue
    }

    /// Resolves one setting by name for one version, without a snapshot.
    ///
    /// The same as ``value(for:context:default:)-(_,_,Int)`` for a context with that version.
    public func value(for name: String, version: AppVersion, default defaultValue: Int) -> Int {
        directValue(for: name, EvaluationContext(version: version)) ?? defaultValue
    }

    /// Resolves one setting by name for one context, without a snapshot.
    ///
    /// This suits servers, which resolve for many contexts.
    ///
    /// - Returns: The value; the given default if the setting cannot be read as a `Double`.
    /// - Complexity: O(*n*) for *n* entries of the setting, and of those that it requires.
    public func value(for name: String, context: EvaluationContext, default defaultValue: Double) -> Double {
        directValue(for: name, context) ?? defaultValue
    }

    /// Resolves one setting by name for one version, without a snapshot.
    ///
    /// The same as ``value(for:context:default:)-(_,_,Double)`` for a context with that version.
    public func value(for name: String, version: AppVersion, default defaultValue: Double) -> Double {
        directValue(for: name, EvaluationContext(version: version)) ?? defaultValue
    }

    /// Resolves one setting by name for one context, without a snapshot.
    ///
    /// This suits servers, which resolve for many contexts.
    ///
    /// - Returns: The value; the given default if the setting cannot be read as a `String`.
    /// - Complexity: O(*n*) for *n* entries of the setting, and of those that it requires.
    public func value(for name: String, context: EvaluationContext, default defaultValue: String) -> String {
        directValue(for: name, context) ?? defaultValue
    }

    /// Resolves one setting by name for one version, without a snapshot.
    ///
    /// The same as ``value(for:context:default:)-(_,_,String)`` for a context with that version.
    public func value(for name: String, version: AppVersion, default defaultValue: String) -> String {
        directValue(for: name, EvaluationContext(version: version)) ?? defaultValue
    }

    private func directValue<Value: DirectlyReadable>(for name: String, _ context: EvaluationContext) -> Value? {
        guard let setting = index(named: name) else { return nil }
        let kind = loaded[setting].defaultKind
        return hasDefault(of: Value.self, in: setting, kind: kind)
            ? directValue(of: setting, after: nil, for: context) : nil
    }

    /// Whether the default of a setting has a type; for a `Bool` its kind decides.
    fileprivate func hasDefault<Value: DirectlyReadable>(
        of type: Value.Type, in setting: SettingIndex, kind: JSONKind
    ) -> Bool {
        if type == Bool.self { return kind.isBool }
        let node = loaded[setting].defaultValue
        return node != SettingRecord.missing && Value.read(Int(node), kind, of: tree) != nil
    }

    /// The value of the first entry that matches and has the type, otherwise the default.
    ///
    /// Reports no issues, because locating them requires a walk through the whole document.
    ///
    /// - Parameter entry: Only entries after this one are considered; `nil` for all entries of the setting.
    fileprivate func directValue<Value: DirectlyReadable>(
        of setting: SettingIndex, after entry: EntryIndex?, for context: EvaluationContext
    ) -> Value? {
        let record = loaded[setting]
        let candidates = (entry?.advanced(by: 1) ?? record.entries.lowerBound)..<record.entries.upperBound
        var evaluator = ConditionEvaluator(self, context)
        let first = FirstMatch.winner(among: candidates) {
            evaluator.holds($0, in: loaded, for: context)
        } value: { entry in
            Value.read(Int(loaded[entry].value), loaded[entry].valueKind, of: tree)
        }
        return first?.value ?? Value.read(Int(record.defaultValue), record.defaultKind, of: tree)
    }
}
