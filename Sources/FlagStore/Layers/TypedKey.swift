/// A declared setting with the type and the default of its values: every ``SettingKey`` is one.
package protocol TypedKey<Value>: DeclaredSetting {
    associatedtype Value: SettingValue

    var defaultValue: Value { get }
}

extension SettingKey: TypedKey {}
