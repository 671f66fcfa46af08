public import FlagResolver

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

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
/// | `String` | a number, as digits without an exponent where possible (`12345`, `0.5`) |
///
/// The list is closed. `2` and `"cheese"` are not Booleans, `1.5` is not an integer, and a string with spaces around a
/// value is not read either. The error says what was found and what was expected.
///
/// The same applies to each scalar in an array, a set, a dictionary, an ``OptionalValue`` and a `PropertySetting`.
///
/// An optional property is `nil` if the key is missing or null, and is not encoded then. Only the properties declared with
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

/// A type that can also be read from values of other JSON types, as ``Lenient`` does.
///
/// Booleans, numbers and strings conform, and optionals, collections and settings of them.
public protocol LenientlyDecodable: Decodable {
    /// Decodes a value of this type, or another spelling of one.
    ///
    /// - Throws: `DecodingError` for anything else.
    init(leniently decoder: any Decoder) throws
}

extension Bool: LenientlyDecodable {
    /// Decodes a Boolean, the numbers 0 and 1, or a word for a Boolean.
    public init(leniently decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let value = try? container.decode(Bool.self) {
            self = value
            return
        }
        let text = try? container.decode(String.self).lowercased()
        let number = text == nil ? container.number : nil
        switch (text, number) {
        case ("true", _), ("yes", _), ("on", _), ("y", _), ("1", _), (_, 1): self = true
        case ("false", _), ("no", _), ("off", _), ("n", _), ("0", _), (_, 0): self = false
        default:
            throw decoder.mismatch(
                Bool.self,
                expected: #"true, false, 0, 1, "true", "false", "yes", "no", "on", "off", "y", "n", "1" or "0""#)
        }
    }
}

extension LenientlyDecodable where Self: FixedWidthInteger {
    /// Decodes an integer, or a string with one.
    public init(leniently decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let value = try? container.decode(Self.self) {
            self = value
        } else if let text = try? container.decode(String.self), let integer = NumberText(text)?.integer,
            let value = Self(integer)
        {
            self = value
        } else {
            let expected = #"an integer from \#(Self.min) to \#(Self.max), or one in quotes such as "42""#
            throw decoder.mismatch(Self.self, expected: expected)
        }
    }
}

extension LenientlyDecodable where Self: BinaryFloatingPoint & LosslessStringConvertible {
    /// Decodes a number, or a string with one.
    public init(leniently decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let value = try? container.decode(Self.self) {
            self = value
        } else if let text = try? container.decode(String.self), NumberText(text) != nil, let value = Self(text),
            value.isFinite
        {
            self = value
        } else {
            throw decoder.mismatch(Self.self, expected: #"a number, or one in quotes such as "0.5""#)
        }
    }
}

extension Decimal: LenientlyDecodable {
    /// Decodes a number, or a string with one.
    public init(leniently decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let value = try? container.decode(Decimal.self) {
            self = value
        } else if let text = try? container.decode(String.self), NumberText(text) != nil,
            let value = Decimal(string: text)
        {
            self = value
        } else {
            throw decoder.mismatch(Self.self, expected: #"a number, or one in quotes such as "0.5""#)
        }
    }
}

extension String: LenientlyDecodable {
    /// Decodes a string, or the digits of a number.
    public init(leniently decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
            self = text
        } else if let digits = container.digits {
            self = digits
        } else {
            throw decoder.mismatch(Self.self, expected: "a string, or a number")
        }
    }
}

extension SingleValueDecodingContainer {
    /// The number. Some decoders read integers only as integers.
    fileprivate var number: Double? {
        (try? decode(Double.self)) ?? (try? decode(Int.self)).map { Double($0) }
    }

    /// The digits of the number, all of them where the decoder keeps them.
    fileprivate var digits: String? {
        guard (try? decode(Bool.self)) == nil else { return nil }
        if let integer = try? decode(Int64.self) { return String(integer) }
        if let integer = try? decode(UInt64.self) { return String(integer) }
        if let decimal = try? decode(Decimal.self) { return decimal.description }
        return (try? decode(Double.self)).map(\.description)
    }
}

extension Int: LenientlyDecodable {}
extension Int8: LenientlyDecodable {}
extension Int16: LenientlyDecodable {}
extension Int32: LenientlyDecodable {}
extension Int64: LenientlyDecodable {}
extension UInt: LenientlyDecodable {}
extension UInt8: LenientlyDecodable {}
extension UInt16: LenientlyDecodable {}
extension UInt32: LenientlyDecodable {}
extension UInt64: LenientlyDecodable {}
extension Double: LenientlyDecodable {}
extension Float: LenientlyDecodable {}

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

/// A number in text: an optional sign, digits, an optional fraction, an optional exponent.
private struct NumberText {
    /// The sign and the integer part, if there is no exponent and no fraction except zeros.
    let integer: Substring?

    init?(_ text: String) {
        var rest = Substring(text)
        func skip(_ characters: Character...) -> Bool {
            guard let first = rest.first, characters.contains(first) else { return false }
            rest.removeFirst()
            return true
        }
        func digits() -> Substring? {
            let digits = rest.prefix { $0.isASCII && $0.isWholeNumber }
            rest = rest[digits.endIndex...]
            return digits.isEmpty ? nil : digits
        }
        _ = skip("-", "+")
        guard let integerPart = digits() else { return nil }
        var isIntegral = true
        if skip(".") {
            guard let fraction = digits() else { return nil }
            isIntegral = fraction.allSatisfy { $0 == "0" }
        }
        if skip("e", "E") {
            _ = skip("-", "+")
            guard digits() != nil else { return nil }
            isIntegral = false
        }
        guard rest.isEmpty else { return nil }
        integer = isIntegral ? text[..<integerPart.endIndex] : nil
    }
}

extension Decoder {
    /// The error for a value that is not in the list of spellings of a type.
    fileprivate func mismatch(_ type: any Any.Type, expected: String) -> DecodingError {
        let found = foundValue
        guard found != "null" else {
            let problem = DecodingProblem.unexpectedNull(expected: expected).settingProblem
            return .valueNotFound(type, problem.context(at: codingPath))
        }
        return .typeMismatch(type, SettingProblem.wrongType(found: found, expected: expected).context(at: codingPath))
    }

    /// The current value for messages: strings and numbers themselves, other values by their JSON type.
    private var foundValue: String {
        guard let container = try? singleValueContainer(), !container.decodeNil() else { return jsonTypeName }
        if let text = try? container.decode(String.self) { return SettingProblem.quoted(text) }
        guard (try? container.decode(Bool.self)) == nil, let number = try? container.decode(Double.self) else {
            return jsonTypeName
        }
        return Int(exactly: number).map { "\($0)" } ?? "\(number)"
    }
}
