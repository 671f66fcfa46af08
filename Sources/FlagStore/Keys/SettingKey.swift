/// A setting as the code knows it: its name, its type, and the value to use when no document has one.
///
/// ```swift
/// extension SettingKey where Value == Bool {
///     static let payments = SettingKey("payments", default: false)
/// }
///
/// if store[.payments] { … }
/// ```
///
/// 1. Declare a key once, as a `static let` of an extension, so that completion finds it and so that reading is fast: a
///    key remembers what was read through it, and a key that is made anew at each reading remembers nothing.
/// 2. Copies of a key are the same key. Several stores may be read through one key.
/// 3. The name is compared byte by byte, as in the document: `checkout.style` is `style` in the group `checkout`.
public struct SettingKey<Value: SettingValue>: Sendable {
    /// The name of the setting.
    public let name: String

    /// The value where no layer has one that fits.
    public let defaultValue: Value

    @usableFromInline
    let memo = ReadMemo<Value>()

    /// Declares a setting.
    ///
    /// - Parameters:
    ///   - name: The name of the setting, its path in the document joined with `.`.
    ///   - defaultValue: The value where no layer has one that fits.
    public init(_ name: String, default defaultValue: Value) {
        self.name = name
        self.defaultValue = defaultValue
    }
}
