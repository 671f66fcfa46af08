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

/// What a setting that is read through a key may be.
///
/// `Decodable` to read it, `Equatable` so that a change is a change of the decoded value, `Sendable` so that it can be
/// remembered and read from any thread.
public typealias SettingValue = Decodable & Equatable & Sendable

/// A setting that is declared in code, whatever its type: a ``SettingKey``.
public protocol DeclaredSetting: Sendable {
    /// The name of the setting.
    var name: String { get }
}

extension SettingKey: DeclaredSetting {}

/// A key without its type: what comparing two generations and checking overrides need of it.
struct RegisteredKey: Sendable {
    let name: String
    let type: ObjectIdentifier

    /// Whether the decoded value differs between two stacks of layers.
    let differs: @Sendable (LayerStack, LayerStack) -> Bool

    /// What is wrong with the overrides of the setting.
    let overrideProblems: @Sendable (LayerStack) -> [StoreDiagnostic]
}

/// A declared setting that can be registered: every ``SettingKey`` is one.
protocol RegistrableKey {
    var registered: RegisteredKey { get }
}

extension SettingKey: RegistrableKey {
    var registered: RegisteredKey {
        RegisteredKey(
            name: name,
            type: ObjectIdentifier(Value.self),
            differs: { [name, defaultValue] old, new in
                old.resolve(name, default: defaultValue).value != new.resolve(name, default: defaultValue).value
            },
            overrideProblems: { [name] stack in
                var problems: [StoreDiagnostic] = []
                _ = stack.override(of: name, as: Value.self, &problems)
                return problems
            }
        )
    }
}
