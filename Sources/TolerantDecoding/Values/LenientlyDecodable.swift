/// A type that can be read from values of other types, too; ``Lenient`` reads it so.
///
/// Booleans, integers, `Double` and `Float` are; so are optionals of them.
public protocol LenientlyDecodable: Decodable {
    /// Decodes a value of this type, or one that stands for it.
    ///
    /// - Throws: `DecodingError` for anything else.
    init(leniently decoder: any Decoder) throws
}

extension Bool: LenientlyDecodable {
    /// Decodes a Boolean; the numbers 0 and 1; or a word or digit for it.
    public init(leniently decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let value = try? container.decode(Bool.self) {
            self = value
        } else if let text = try? container.decode(String.self) {
            switch text.lowercased() {
            case "true", "yes", "on", "y", "1": self = true
            case "false", "no", "off", "n", "0": self = false
            default: throw decoder.unreadable(Bool.self, Self.expected)
            }
        } else {
            switch try? container.decode(Double.self) {
            case 0: self = false
            case 1: self = true
            default: throw decoder.unreadable(Bool.self, Self.expected)
            }
        }
    }

    private static let expected =
        #"true, false, 0, 1, "true", "false", "yes", "no", "on", "off", "y", "n", "1" or "0""#
}

extension FixedWidthInteger where Self: Decodable {
    /// Decodes an integer, or text that spells one.
    fileprivate init(integerLeniently decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let value = try? container.decode(Self.self) {
            self = value
            return
        }
        guard let text = try? container.decode(String.self), let number = NumberText(text), number.isIntegral,
            let value = Self(number.integerPart)
        else {
            let expected = #"an integer from \#(Self.min) to \#(Self.max), or one in quotes such as "42""#
            throw decoder.unreadable(Self.self, expected)
        }
        self = value
    }
}

extension BinaryFloatingPoint where Self: Decodable & LosslessStringConvertible {
    /// Decodes a number, or text that spells one.
    fileprivate init(numberLeniently decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let value = try? container.decode(Self.self) {
            self = value
            return
        }
        guard let text = try? container.decode(String.self), NumberText(text) != nil, let value = Self(text),
            value.isFinite
        else {
            throw decoder.unreadable(Self.self, #"a number, or one in quotes such as "0.5""#)
        }
        self = value
    }
}

extension Int: LenientlyDecodable {
    /// Decodes an integer, or text that spells one.
    public init(leniently decoder: any Decoder) throws {
        try self.init(integerLeniently: decoder)
    }
}

extension Int8: LenientlyDecodable {
    /// Decodes an integer, or text that spells one.
    public init(leniently decoder: any Decoder) throws {
        try self.init(integerLeniently: decoder)
    }
}

extension Int16: LenientlyDecodable {
    /// Decodes an integer, or text that spells one.
    public init(leniently decoder: any Decoder) throws {
        try self.init(integerLeniently: decoder)
    }
}

extension Int32: LenientlyDecodable {
    /// Decodes an integer, or text that spells one.
    public init(leniently decoder: any Decoder) throws {
        try self.init(integerLeniently: decoder)
    }
}

extension Int64: LenientlyDecodable {
    /// Decodes an integer, or text that spells one.
    public init(leniently decoder: any Decoder) throws {
        try self.init(integerLeniently: decoder)
    }
}

extension UInt: LenientlyDecodable {
    /// Decodes an integer, or text that spells one.
    public init(leniently decoder: any Decoder) throws {
        try self.init(integerLeniently: decoder)
    }
}

extension UInt8: LenientlyDecodable {
    /// Decodes an integer, or text that spells one.
    public init(leniently decoder: any Decoder) throws {
        try self.init(integerLeniently: decoder)
    }
}

extension UInt16: LenientlyDecodable {
    /// Decodes an integer, or text that spells one.
    public init(leniently decoder: any Decoder) throws {
        try self.init(integerLeniently: decoder)
    }
}

extension UInt32: LenientlyDecodable {
    /// Decodes an integer, or text that spells one.
    public init(leniently decoder: any Decoder) throws {
        try self.init(integerLeniently: decoder)
    }
}

extension UInt64: LenientlyDecodable {
    /// Decodes an integer, or text that spells one.
    public init(leniently decoder: any Decoder) throws {
        try self.init(integerLeniently: decoder)
    }
}

extension Double: LenientlyDecodable {
    /// Decodes a number, or text that spells one.
    public init(leniently decoder: any Decoder) throws {
        try self.init(numberLeniently: decoder)
    }
}

extension Float: LenientlyDecodable {
    /// Decodes a number, or text that spells one.
    public init(leniently decoder: any Decoder) throws {
        try self.init(numberLeniently: decoder)
    }
}

extension Optional: LenientlyDecodable where Wrapped: LenientlyDecodable {
    /// Decodes null as `nil`, and anything else leniently.
    public init(leniently decoder: any Decoder) throws {
        self = try decoder.singleValueContainer().decodeNil() ? nil : Wrapped(leniently: decoder)
    }
}

/// The parts of text that spells a number: an optional sign, digits, an optional fraction, an optional exponent.
private struct NumberText {
    /// The sign and the digits before the fraction.
    let integerPart: Substring

    /// Whether there is no exponent, and no fraction but zeros.
    let isIntegral: Bool

    init?(_ text: String) {
        var rest = Substring(text)
        if rest.first == "-" || rest.first == "+" { rest.removeFirst() }
        guard let digits = Self.digits(&rest), !digits.isEmpty else { return nil }
        integerPart = text[..<digits.endIndex]
        var isIntegral = true
        if rest.first == "." {
            rest.removeFirst()
            guard let fraction = Self.digits(&rest), !fraction.isEmpty else { return nil }
            isIntegral = fraction.allSatisfy { $0 == "0" }
        }
        if rest.first == "e" || rest.first == "E" {
            isIntegral = false
            rest.removeFirst()
            if rest.first == "-" || rest.first == "+" { rest.removeFirst() }
            guard let exponent = Self.digits(&rest), !exponent.isEmpty else { return nil }
        }
        guard rest.isEmpty else { return nil }
        self.isIntegral = isIntegral
    }

    private static func digits(_ text: inout Substring) -> Substring? {
        let digits = text.prefix { ("0"..."9").contains($0) && $0.isASCII }
        text = text[digits.endIndex...]
        return digits
    }
}

extension Decoder {
    /// The error for a value that is not even leniently of a type.
    fileprivate func unreadable(_ type: any Any.Type, _ expected: String) -> DecodingError {
        let found = foundValue
        let problem: SettingProblem =
            found == "null" ? .missingValueForKey(expected: expected) : .wrongType(found: found, expected: expected)
        let context = DecodingError.Context(
            codingPath: codingPath,
            debugDescription: problem.message,
            underlyingError: problem
        )
        return found == "null" ? .valueNotFound(type, context) : .typeMismatch(type, context)
    }

    /// What the decoder stands on: text and numbers as they are, anything else by its type.
    private var foundValue: String {
        guard let container = try? singleValueContainer(), !container.decodeNil() else { return jsonTypeName }
        if let text = try? container.decode(String.self) { return SettingProblem.quoted(text) }
        guard (try? container.decode(Bool.self)) == nil, let number = try? container.decode(Double.self) else {
            return jsonTypeName
        }
        return Int(exactly: number).map { "\($0)" } ?? "\(number)"
    }
}
