import FlagResolver

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension Bool: LenientlyDecodable {
    /// Decodes a Boolean, the numbers 0 and 1, or a word for a Boolean.
    public init(leniently decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let value = try? container.decode(Bool.self) {
            self = value
            return
        }
        let text = try? container.decode(String.self).lowercased()
        let number = text == nil ? container.decimal : nil
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
        if let value = try? decoder.value(of: Self.self) {
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
        if let value = try? decoder.value(of: Self.self) {
            self = value
        } else if let text = try? container.decode(String.self), NumberText(text) != nil, let value = Self(text),
            value.isFinite
        {
            self = value
        } else if let integer = try? container.decode(Int.self), let value = Self(exactly: integer) {
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
        if let value = container.decimal {
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
    /// The number. Some decoders read integers only as integers, and `JSONDecoder` reads `0e5` and `1e-400` only so.
    var number: Double? {
        (try? decode(Double.self)) ?? (try? decode(Int.self)).map { Double($0) }
    }

    /// The number as a decimal one; `nil` for another value, and for a number of which no decimal one is the value.
    fileprivate var decimal: Decimal? {
        guard (try? decode(Bool.self)) == nil else { return nil }
        do {
            return try decode(Decimal.self)
        } catch {
            // This decoder has decimal numbers, and may read the number as another integer.
            guard !SettingProblem.isAboutNumber(error) else { return nil }
        }
        if let integer = try? decode(Int.self) { return Decimal(Int64(integer)) }
        guard let number = try? decode(Double.self) else { return nil }
        if let integer = try? decode(Int64.self) { return Decimal(integer) }
        if let integer = try? decode(UInt64.self) { return Decimal(integer) }
        // The shortest text has the digits that were most likely written.
        return number.isFinite ? Decimal(string: "\(number)") : nil
    }

    /// All digits of the number; `nil` if the decoder may have dropped some.
    fileprivate var digits: String? {
        guard let digits = decimal?.description else { return nil }
        let significant = digits.utf8.drop { $0 < UInt8(ascii: "1") }
        // A decimal number has up to 38 digits. One that has them all may have been longer.
        return significant.count { $0 >= UInt8(ascii: "0") } < 38 ? digits : nil
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
    var foundValue: String {
        guard let container = try? singleValueContainer(), !container.decodeNil() else { return jsonTypeName }
        if let text = try? container.decode(String.self) { return SettingProblem.quoted(text) }
        if let digits = container.digits { return digits }
        let typeName = jsonTypeName
        return typeName == "a number" ? "a number with too many digits or too large an exponent" : typeName
    }
}
