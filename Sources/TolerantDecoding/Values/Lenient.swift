import FlagResolver

/// A Boolean, a number or a string that may be sent as another JSON type.
///
/// ```swift
/// struct Flags: Decodable {
///     @Lenient var isActive: Bool
///     @Lenient var count: Int
///     @Lenient var ratio: Double?
/// }
/// // { "isActive": "yes", "count": "42" }
/// ```
///
/// | type | what is read besides the type itself |
/// |---|---|
/// | `Bool` | the numbers `0` and `1`; `"true"` `"false"` `"yes"` `"no"` `"on"` `"off"` `"y"` `"n"` `"1"` `"0"` in any letter case |
/// | integers | a string of digits with an optional sign and an optional fraction of zeros (`"42"`, `"-7"`, `"007"`, `"3.0"`) |
/// | `Double`, `Float`, `Decimal` | a string of digits with an optional sign, fraction and exponent (`"0.5"`, `"-1e3"`) |
/// | `String` | a number of up to 37 digits, without an exponent (`12345`, `0.5`) |
///
/// A number has no trailing zeros: `1.10` is read as `"1.1"`, so send versions as strings.
///
/// The list is closed. `2` and `"cheese"` are not Booleans, `1.5` is not an integer, and a string with spaces around a
/// value is not read either. The error says what was found and what was expected.
///
/// The same applies to each scalar in an array, a set, a dictionary, an ``OptionalValue`` and a `PropertySetting`.
///
/// An optional property is `nil` if the key is missing or null, and is not encoded then. In a generic model, the compiler does
/// not see that a `Value` is optional: the key must be present, and `nil` is encoded as null. Only the properties declared with
/// it are lenient. For whole models, see `lenientScalars` of the decoder.
@propertyWrapper
public struct Lenient<Value> {
    /// The value.
    public var wrappedValue: Value

    /// Creates the wrapper of a value.
    public init(wrappedValue: Value) {
        self.wrappedValue = wrappedValue
    }
}

extension Lenient: CustomStringConvertible {
    /// The value as text.
    public var description: String { "\(wrappedValue)" }
}

extension Lenient: TransparentWrapper {
    package static var wrappedType: any Any.Type { Value.self }
}

extension Lenient: Sendable where Value: Sendable {}
extension Lenient: Equatable where Value: Equatable {}
extension Lenient: Hashable where Value: Hashable {}

extension Lenient: Decodable where Value: LenientlyDecodable {
    /// Decodes the value leniently.
    ///
    /// - Throws: `DecodingError` for a value that is not in the list of spellings.
    public init(from decoder: any Decoder) throws {
        wrappedValue = try Value(leniently: decoder)
    }
}

extension Lenient: Encodable where Value: Encodable {
    /// Encodes the value as its own type.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue)
    }
}

extension KeyedDecodingContainer {
    /// Decodes an optional lenient value; `nil` if the key is missing or null.
    ///
    /// - Throws: `DecodingError` for a value that is not in the list of spellings.
    public func decode<Value: LenientlyDecodable>(
        _ type: Lenient<Value?>.Type,
        forKey key: Key
    ) throws -> Lenient<Value?> {
        try decodeIfPresent(type, forKey: key) ?? Lenient(wrappedValue: nil)
    }

    /// Decodes an optional value or null, leniently; `nil` if the key is missing.
    ///
    /// - Throws: `DecodingError` for a value that is not in the list of spellings.
    public func decode<Value: LenientlyDecodable>(
        _ type: Lenient<OptionalValue<Value>?>.Type,
        forKey key: Key
    ) throws -> Lenient<OptionalValue<Value>?> {
        guard contains(key) else { return Lenient(wrappedValue: nil) }
        return Lenient(wrappedValue: try decode(Lenient<OptionalValue<Value>>.self, forKey: key).wrappedValue)
    }
}

extension KeyedEncodingContainer {
    /// Encodes an optional lenient value, and nothing for `nil`.
    ///
    /// Null would delete the value in a partial update.
    public mutating func encode<Value: Encodable>(_ lenient: Lenient<Value?>, forKey key: Key) throws {
        try encodeIfPresent(lenient.wrappedValue, forKey: key)
    }
}
