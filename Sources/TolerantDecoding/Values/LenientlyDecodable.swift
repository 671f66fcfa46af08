public import FlagResolver

/// A type that can also be read from values of other JSON types, as ``Lenient`` does.
///
/// Booleans, numbers and strings conform, and optionals, collections and settings of them.
public protocol LenientlyDecodable: Decodable {
    /// Decodes a value of this type, or another spelling of one.
    ///
    /// - Throws: `DecodingError` for anything else.
    init(leniently decoder: any Decoder) throws
}

extension Optional: LenientlyDecodable where Wrapped: LenientlyDecodable {
    /// Decodes null as `nil`, and anything else leniently.
    public init(leniently decoder: any Decoder) throws {
        self = try decoder.singleValueContainer().decodeNil() ? nil : Wrapped(leniently: decoder)
    }
}

extension Array: LenientlyDecodable where Element: LenientlyDecodable {
    /// Decodes each element leniently.
    public init(leniently decoder: any Decoder) throws {
        self = try decoder.singleValueContainer().decode([Lenient<Element>].self).map(\.wrappedValue)
    }
}

extension Set: LenientlyDecodable where Element: LenientlyDecodable {
    /// Decodes each element leniently.
    public init(leniently decoder: any Decoder) throws {
        self = Set(try [Element](leniently: decoder))
    }
}

extension Dictionary: LenientlyDecodable where Key: Decodable, Value: LenientlyDecodable {
    /// Decodes each value leniently.
    public init(leniently decoder: any Decoder) throws {
        // Not `init(from:)`: decoders leave only the keys of dictionaries that they decode themselves unconverted.
        self = try decoder.singleValueContainer().decode([Key: Lenient<Value>].self).mapValues(\.wrappedValue)
    }
}

extension OptionalValue: LenientlyDecodable where Wrapped: LenientlyDecodable {
    /// Decodes null, or a value leniently.
    public init(leniently decoder: any Decoder) throws {
        self = try decoder.singleValueContainer().decodeNil() ? .null : .value(Wrapped(leniently: decoder))
    }
}

extension PropertySetting: LenientlyDecodable where Value: LenientlyDecodable {
    /// Decodes the default and the value of each entry leniently.
    public init(leniently decoder: any Decoder) throws {
        self = try PropertySetting<Lenient<Value>>(from: decoder).map(\.wrappedValue)
    }
}
