import FlagResolver

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension SettingsStore {
    /// Overrides a setting for debugging, above every document.
    ///
    /// The override holds until it ends, is removed, or the store is released. It survives a restart if
    /// ``StoreConfiguration/keepsOverrides`` is set and the value can be written as JSON: its type is `Encodable`, or has a
    /// raw value that is a string or an integer.
    ///
    /// - Parameters:
    ///   - key: The setting.
    ///   - value: The value that it has from now on.
    ///   - end: When the override ends, by the wall clock; `nil` for no end. An end in the past removes the override, and is reported.
    /// - Complexity: O(*n*) for *n* overrides.
    public func override<Value: SettingValue>(_ key: SettingKey<Value>, with value: Value, until end: Date? = nil) {
        // Register the key, so that its change is detected by its decoded value.
        let reader = core.snapshot(for: key).stack.overrideReader()
        let override = DebugOverride(value, until: end.map(Instant.init(orNearest:)), readBy: reader)
        if core.keepsOverrides, override.json == nil {
            core.log.report([.unwritableOverride(key.name, "\(Value.self)")])
        }
        core.setOverride(override, for: key.name)
    }

    /// Overrides a setting for debugging by its name and a text, as in a debug menu.
    ///
    /// ```swift
    /// try store.override("checkout.style", withText: "modern", until: tomorrow)
    /// ```
    ///
    /// 1. The text is read as the type of the first key of this name that was declared or read.
    /// 2. `Bool`: `true`, `yes`, `on`, `1`, `false`, `no`, `off`, `0`, in any case.
    /// 3. `String`: the text itself. `Int` and `Double`: a number as Swift writes it, finite.
    /// 4. Any other type: the text as JSON, otherwise the text as a JSON string.
    ///
    /// - Parameters:
    ///   - name: The name of the setting.
    ///   - text: The value that it has from now on.
    ///   - end: When the override ends, by the wall clock; `nil` for no end. An end in the past removes the override, and is reported.
    /// - Throws: ``OverrideError`` if there is no key of the name, or the text does not fit its type. Nothing changes then.
    /// - Complexity: O(*n*) for *n* overrides; for an unknown name that of comparing it with all keys.
    public func override(_ name: String, withText text: String, until end: Date? = nil) throws(OverrideError) {
        let (stack, keys) = core.state.withLock { ($0.snapshot.stack, $0.keys) }
        guard let key = keys[ExactText(name)]?.first else { throw .unknown(name, among: keys) }
        let json = try key.overrideJSON(stack, text).get()
        let override = DebugOverride(json, until: end.map(Instant.init(orNearest:)))
        core.setOverride(override, for: name)
    }

    /// Removes the override of a setting.
    ///
    /// Launch arguments and the environment stay in effect.
    public func removeOverride(of key: some DeclaredSetting) {
        removeOverride(of: key.name)
    }

    /// Removes the override of a setting, given by its name.
    ///
    /// Launch arguments and the environment stay in effect.
    public func removeOverride(of name: String) {
        core.changeOverrides([ExactText(name)]) { $0.set(nil, for: ExactText(name), at: $1) }
    }

    /// Removes all overrides that were set at run time, imported, or kept from an earlier run.
    ///
    /// Launch arguments and the environment stay in effect.
    public func removeAllOverrides() {
        core.changeOverrides(Set(core.snapshot.stack.overrides.values.keys)) { $0.replaceAll(with: [:], at: $1) }
    }

    /// The context of the store and its overrides as JSON.
    ///
    /// For another device and for `flagctl explain --context`.
    ///
    /// ```json
    /// {
    ///   "appVersion": "2.1.0",
    ///   "targetingKey": "user-3",
    ///   "date": "2026-12-03T00:00:00Z",
    ///   "platform": "ios",
    ///   "$overrides": { "checkout.style": { "value": "modern", "until": "2026-12-10T00:00:00Z" } }
    /// }
    /// ```
    ///
    /// It contains what the app tells the store about its user, and the installation key. Overrides by launch arguments and
    /// the environment, and those whose values cannot be written as JSON, are left out.
    ///
    /// - Complexity: O(*n* log *n*) for *n* overrides and attributes.
    public var exportedOverrides: String {
        let snapshot = core.snapshot
        var context = snapshot.context
        context.instant = Instant(seconds: core.clock.wallTime)
        return String(decoding: snapshot.stack.overrides.json(in: context, indentedBy: 2), as: UTF8.self)
    }

    /// Replaces all overrides with those of a text from ``exportedOverrides``.
    ///
    /// Only the overrides are imported. The context stays as it is, and so do launch arguments and the environment.
    ///
    /// - Parameter text: The text, possibly from another device or another version of the app.
    /// - Returns: Why overrides were left out: those of unknown settings, of other types, or of another form.
    /// - Throws: ``OverrideError/unreadable(_:)`` if the text has no overrides. Nothing changes then.
    /// - Complexity: O(*n*) for *n* bytes.
    public func importOverrides(_ text: String) throws(OverrideError) -> [OverrideError] {
        var problems: [OverrideError] = []
        let found = try DebugOverrides.read(Array(text.utf8), limits: .standard, problems: &problems)
        let (stack, keys) = core.state.withLock { ($0.snapshot.stack, $0.keys) }
        var accepted: [ExactText: DebugOverride] = [:]
        for (name, override) in found.sorted(by: { $0.key < $1.key }) {
            guard let key = keys[name]?.first else {
                problems.append(.unknown(name.text, among: keys))
                continue
            }
            if let problem = key.problem(stack, override) {
                problems.append(problem)
            } else {
                accepted[name] = override
            }
        }
        core.changeOverrides(Set(accepted.keys).union(stack.overrides.values.keys)) {
            $0.replaceAll(with: accepted, at: $1)
        }
        return problems
    }
}

extension OverrideError {
    /// The error for a name that no key has.
    fileprivate static func unknown(_ name: String, among keys: [ExactText: [RegisteredKey]]) -> OverrideError {
        .unknownSetting(name, suggestion: Spelling.nearestSetting(to: name, in: keys.keys.map(\.text)))
    }
}

extension Instant {
    /// The instant of a date; for a date that is out of range, the first or the last instant.
    fileprivate init(orNearest date: Date) {
        self = Instant(date) ?? Instant(seconds: date.timeIntervalSinceReferenceDate > 0 ? .max : .min)
    }
}

extension StoreCore {
    /// Sets an override. One that has ended already is removed, and reported.
    fileprivate func setOverride(_ override: DebugOverride, for text: String) {
        let name = ExactText(text)
        changeOverrides([name]) { $0.set(override, for: name, at: $1) }
        if let end = override.until, !override.holds(at: Instant(seconds: clock.wallTime)) {
            log.report([.endedOverride(text, at: end)])
        }
    }

    /// Changes overrides, and keeps them for the next start if the app allows it.
    ///
    /// - Parameters:
    ///   - names: The settings that may change.
    ///   - body: Changes the overrides at a time. It may be called several times.
    func changeOverrides(_ names: Set<ExactText>, _ body: (inout DebugOverrides, Instant) -> Void) {
        let now = Instant(seconds: clock.wallTime)
        change(.named(names)) { contents in
            body(&contents.stack.overrides, now)
            return true
        }
        keepOverrides()
        scheduleCheck()
    }

    /// Writes the overrides to disk if the app allows it.
    private func keepOverrides() {
        guard keepsOverrides else { return }
        // The last change writes the last state, whatever the order in which threads get here.
        keeper.writeOverrides { [self] cache, wallTime in
            cache.write(overrides: snapshot.stack.overrides.json(in: nil), at: wallTime)
        }
    }
}
