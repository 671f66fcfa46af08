/// A change of settings.
public struct SettingsUpdate: Sendable {
    /// All settings as they are since the change.
    public let snapshot: StoreSnapshot

    /// The names of the settings whose values are others than at the update before, sorted.
    ///
    /// Where the code declares the type of a setting its decoded values are compared, else its JSON. A listener that
    /// was slow gets the changes that it missed in one update: a value that changed and changed back is among them.
    public let changedNames: [String]
}

extension SettingsStore {
    /// The changes from the moment at which the iteration begins. Each iteration is a listener of its own.
    ///
    /// ```swift
    /// for await update in store.updates { log(update.changedNames) }
    /// ```
    ///
    /// A slow listener holds up nobody.
    public var updates: StoreSequence<SettingsUpdate> {
        StoreSequence(core) { { core, listener in core.takeUpdate(of: listener) } }
    }

    /// The value of a setting now, and each further one, decoded and without repeats.
    ///
    /// ```swift
    /// for await style in store.values(of: .checkoutStyle) { apply(style) }
    /// ```
    ///
    /// A slow listener may miss values in between, never the latest.
    public func values<Value: SettingValue>(of key: SettingKey<Value>) -> StoreSequence<Value> {
        StoreSequence(core) {
            let last = LastElement<Value>()
            return { core, _ in last.unlessRepeated(core.snapshot(for: key)[key]) }
        }
    }
}
