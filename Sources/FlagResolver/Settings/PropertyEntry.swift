/// One version-specific value of a setting: a requirement, and the value for its versions.
///
/// ```json
/// { "appVersion": ">=1.4.0", "value": true }
/// ```
///
/// 1. `appVersion` is a requirement, or an array of them meaning *any of these*.
/// 2. `value` may also be spelled `defaultValue`; both at once is an error.
/// 3. `description`, and members whose name starts with `$`, mean nothing.
/// 4. Any other member is a condition that this library does not understand: an error, so that a tolerant reader skips
///    the entry rather than switch something on that should be off.
public struct PropertyEntry<Value> {
    /// What must hold for the entry to match.
    public let condition: EntryCondition

    /// The value if the entry wins.
    public let value: Value

    /// An entry that gives `value` if a condition holds.
    public init(_ condition: EntryCondition, value: Value) {
        self.condition = condition
        self.value = value
    }

    /// An entry that gives `value` to the versions that `requirement` contains.
    public init(_ requirement: VersionRequirement, value: Value) {
        self.init(EntryCondition(requirement), value: value)
    }

    /// The versions for which the entry matches, as they were written.
    public var requirement: VersionRequirement { condition.requirement }
}

extension PropertyEntry: Sendable where Value: Sendable {}
extension PropertyEntry: Equatable where Value: Equatable {}
extension PropertyEntry: Hashable where Value: Hashable {}
