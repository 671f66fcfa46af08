/// A Boolean, an integer or a number that may be sent in another type.
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
/// | type | what is read, beside the type itself |
/// |---|---|
/// | `Bool` | the numbers `0` and `1`; `"true"` `"false"` `"yes"` `"no"` `"on"` `"off"` `"y"` `"n"` `"1"` `"0"` in any case of letters |
/// | integers | text: digits with an optional sign, and an optional fraction of nothing but zeros (`"42"`, `"-7"`, `"007"`, `"3.0"`) |
/// | `Double`, `Float` | text: digits with an optional sign, fraction and exponent (`"0.5"`, `"-1e3"`) |
///
/// The list is closed. `2` and `"cheese"` are no Booleans, `1.5` is no integer, and text with blanks around it is nothing
/// of all this: errors that say what was found and what was expected.
///
/// An optional property is `nil` where the key is missing or null. Only properties that say so are lenient; for whole
/// models, see `lenientScalars` of the decoder.
@propertyWrapper
public struct Lenient<Value> {
    /// The value.
    public var wrappedValue: Value

    /// A value made in code.
    public init(wrappedValue: Value) {
        self.wrappedValue = wrappedValue
    }
}

extension Lenient: Sendable where Value: Sendable {}
extension Lenient: Equatable where Value: Equatable {}
extension Lenient: Hashable where Value: Hashable {}

extension Lenient: Decodable where Value: LenientlyDecodable {
    /// Decodes the value, leniently.
    ///
    /// - Throws: `DecodingError` for anything that is not in the list of spellings.
    public init(from decoder: any Decoder) throws {
        wrappedValue = try Value(leniently: decoder)
    }
}

extension Lenient: Encodable where Value: Encodable {
    /// Encodes the value in its own type.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue)
    }
}

extension KeyedDecodingContainer {
    /// Decodes an optional lenient value: `nil` where the key is missing or null.
    ///
    /// - Throws: `DecodingError` for anything that is not in the list of spellings.
    public func decode<Value: LenientlyDecodable>(
        _ type: Lenient<Value?>.Type,
        forKey key: Key
    ) throws -> Lenient<Value?> {
        try plainIfPresent(type, key) ?? Lenient(wrappedValue: nil)
    }
}

extension KeyedDecodingContainer where Key: TolerantCodingKey {
    /// Decodes an optional lenient value: `nil` where no name of the key is there, or it is null.
    ///
    /// - Throws: `DecodingError` for anything that is not in the list of spellings.
    public func decode<Value: LenientlyDecodable>(
        _ type: Lenient<Value?>.Type,
        forKey key: Key
    ) throws -> Lenient<Value?> {
        try tolerantlyIfPresent(type, key) { try plainIfPresent(type, key) } ?? Lenient(wrappedValue: nil)
    }
}
