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
