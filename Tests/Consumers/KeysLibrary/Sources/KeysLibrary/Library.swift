public import FlagStore

/// What the library tells an app about its settings.
public enum Library {
    public static var checkoutStyle: String { Flags.Checkout.style.defaultValue.rawValue }

    public static func roomLimit(in store: SettingsStore) -> Int { store[Flags.limits].rooms }
}
