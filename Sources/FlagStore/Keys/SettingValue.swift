/// What a setting that is read through a key may be.
///
/// `Decodable` to read it, `Equatable` so that a change is a change of the decoded value, `Sendable` so that it can be
/// remembered and read from any thread.
public typealias SettingValue = Decodable & Equatable & Sendable
