import FlagResolver

/// A setting that the code declares: its name, its type and its default.
///
/// ```swift
/// extension SettingKey where Value == Bool {
///     static let payments = SettingKey("payments", default: false)
/// }
///
/// if store[.payments] { … }
/// ```
///
/// 1. Declare a key once, as a `static let` in an extension. Completion then finds it, and reading is fast: each thread
///    caches the value that it read through a key, and a new key has no cached value.
/// 2. Copies of a key share their cached values. One key can read several stores.
/// 3. The name is compared byte by byte, as in the document: `checkout.style` is `style` in the group `checkout`.
@frozen
public struct SettingKey<Value: SettingValue>: Sendable {
    /// The name of the setting.
    public let name: String

    /// The value if no layer has one of this type.
    public let defaultValue: Value

    /// The number under which threads cache values of this key. No other key has it, so the type is known as well.
    @usableFromInline
    let number: UInt64

    /// Declares a setting.
    ///
    /// - Parameters:
    ///   - name: The name of the setting, its path in the document joined with `.`.
    ///   - defaultValue: The value if no layer has one of this type.
    @inlinable
    public init(_ name: String, default defaultValue: Value) {
        self.name = name
        self.defaultValue = defaultValue
        number = ReadGeneration.next()
    }
}

/// The requirements on the type of a setting.
///
/// `Decodable` to read it, `Equatable` to detect changes of the decoded value, `Sendable` to cache it and read it from any
/// thread.
public typealias SettingValue = Decodable & Equatable & Sendable

/// A setting of any type that the code declares: a ``SettingKey``.
public protocol DeclaredSetting: Sendable {
    /// The name of the setting.
    var name: String { get }
}

extension SettingKey: DeclaredSetting {}

/// A type-erased key, for comparing two stacks of layers and for checking overrides.
struct RegisteredKey: Sendable {
    let name: String
    let type: ObjectIdentifier

    /// The number of the key.
    let number: UInt64
    let defaultValue: any Sendable

    /// The default if it is scalar.
    let scalarDefault: ScalarValue?

    /// Whether the decoded value differs between two stacks of layers.
    let differs: @Sendable (LayerStack, LayerStack) -> Bool

    /// Whether a layer has a value of the key's type.
    let isReadable: @Sendable (LayerStack) -> Bool

    /// What a stack of layers knows about the setting.
    let summary: @Sendable (LayerStack) -> SettingSummary

    /// The problems of the setting's overrides.
    let overrideProblems: @Sendable (LayerStack) -> [StoreDiagnostic]

    /// The JSON of a text that overrides the setting.
    let overrideJSON: @Sendable (LayerStack, String) -> Result<OverrideJSON, OverrideError>

    /// Why an override has no value of the key's type; `nil` if it has one.
    let problem: @Sendable (LayerStack, DebugOverride) -> OverrideError?
}

/// A declared setting that can be registered: every ``SettingKey`` is one.
protocol RegistrableKey: DeclaredSetting {
    var registered: RegisteredKey { get }

    /// Whether the given keys of this name already detect every change of this key's value.
    func isCovered(by keys: [RegisteredKey]) -> Bool
}

extension SettingKey: RegistrableKey {
    var registered: RegisteredKey {
        RegisteredKey(
            name: name,
            type: ObjectIdentifier(Value.self),
            number: number,
            defaultValue: defaultValue,
            scalarDefault: ScalarValue(defaultValue),
            differs: { [name, defaultValue] old, new in
                old.resolve(name, default: defaultValue).value != new.resolve(name, default: defaultValue).value
            },
            isReadable: { [name, defaultValue] stack in
                stack.resolve(name, default: defaultValue).origin.layer != .codeDefault
            },
            summary: { [name, defaultValue] stack in stack.summary(of: name, default: defaultValue) },
            overrideProblems: { [name] stack in
                var problems: [StoreDiagnostic] = []
                _ = stack.override(of: name, as: Value.self, &problems)
                return problems
            },
            overrideJSON: { [name] stack, text in
                OverrideText.json(text, as: Value.self, readBy: stack.overrideReader()).map { .success($0) }
                    ?? .failure(.wrongType(name, found: text, as: Value.self, readBy: stack.overrideReader()))
            },
            problem: { [name] stack, override in
                guard !override.isListed(as: Value.self, readBy: stack.overrideReader()) else { return nil }
                return .wrongType(name, found: override.found, as: Value.self, readBy: stack.overrideReader())
            }
        )
    }

    /// A key of the same type covers this one if it has the same default.
    ///
    /// Two keys with different defaults cover all others of their type: a value that a document gains or loses differs from at
    /// least one of the defaults. So code that makes a key for each read registers no more than two.
    func isCovered(by keys: [RegisteredKey]) -> Bool {
        keys.cover(ObjectIdentifier(Value.self), number) { keys[$0].defaultValue as? Value == defaultValue }
    }
}

extension [RegisteredKey] {
    /// Whether these keys of one name cover a key; see ``SettingKey/isCovered(by:)``.
    ///
    /// - Parameter hasDefault: Whether the key at an index, which has the type, has the same default.
    func cover(_ type: ObjectIdentifier, _ number: UInt64, hasDefault: (Int) -> Bool) -> Bool {
        var isSecond = false
        for index in indices where self[index].type == type {
            if isSecond || self[index].number == number || hasDefault(index) { return true }
            isSecond = true
        }
        return false
    }
}
