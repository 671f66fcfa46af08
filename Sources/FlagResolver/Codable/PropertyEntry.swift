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
    /// The versions for which the value holds, as they were written.
    public let requirement: VersionRequirement

    /// The value for those versions.
    public let value: Value

    /// An entry that gives `value` to the versions that `requirement` contains.
    public init(_ requirement: VersionRequirement, value: Value) {
        self.requirement = requirement
        self.value = value
    }
}

extension PropertyEntry: Sendable where Value: Sendable {}
extension PropertyEntry: Equatable where Value: Equatable {}
extension PropertyEntry: Hashable where Value: Hashable {}
