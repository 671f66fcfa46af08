/// A fact about an app or its user that conditions test.
///
/// ```swift
/// var context = EvaluationContext(appVersion: "1.4.0", targetingKey: "user-1")
/// context["country"] = "DE"
/// context["launches"] = 7
/// context["osVersion"] = .version("17.2")
/// ```
///
/// 1. Strings are equal if their bytes are: `é` as one character differs from `e` with a combining accent.
/// 2. Numbers are equal if their exact values are: `5` equals `5.0`.
/// 3. A condition on a version also accepts a string that is a version, because JSON has no versions.
public enum AttributeValue: Sendable {
    /// A string; the empty string counts as an absent attribute.
    case string(String)
    /// A Boolean.
    case boolean(Bool)
    /// A number.
    case number(AttributeNumber)
    /// A version, such as that of the operating system.
    case version(AppVersion)

    /// Whether this is the empty string, which counts as an absent attribute everywhere.
    var isEmpty: Bool {
        if case .string(let text) = self { text.isEmpty } else { false }
    }
}

extension AttributeValue: Hashable {
    /// Whether two values are the same: of the same kind, and equal byte for byte or by exact value.
    public static func == (left: AttributeValue, right: AttributeValue) -> Bool {
        switch (left, right) {
        case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
        case (.boolean(let left), .boolean(let right)): left == right
        case (.number(let left), .number(let right)): left == right
        case (.version(let left), .version(let right)): left == right
        default: false
        }
    }

    /// Feeds the kind and the value into a hasher.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .string(let text): hasher.combine(text)
        case .boolean(let value): hasher.combine(value)
        case .number(let number): hasher.combine(number)
        case .version(let version): hasher.combine(version)
        }
    }
}

extension AttributeValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral {
    /// A string in source code.
    public init(stringLiteral text: String) { self = .string(text) }

    /// A Boolean in source code.
    public init(booleanLiteral value: Bool) { self = .boolean(value) }

    /// An integer in source code.
    public init(integerLiteral value: Int64) { self = .number(AttributeNumber(value)) }

    /// A number; `nil` if it is infinite or not a number.
    public init?(_ value: Double) {
        guard let number = AttributeNumber(value) else { return nil }
        self = .number(number)
    }

    /// An integer.
    public init(_ value: some FixedWidthInteger) { self = .number(AttributeNumber(value)) }
}

extension AttributeValue: CustomStringConvertible {
    /// The value as JSON: a string in quotes, a Boolean or a number. A version is a string.
    public var description: String {
        switch self {
        case .string(let text): SettingProblem.quoted(text)
        case .boolean(let value): "\(value)"
        case .number(let number): "\(number)"
        case .version(let version): "\"\(version)\""
        }
    }
}

/// A decimal number of any size, compared by its exact value.
public struct AttributeNumber: Hashable, Sendable {
    /// The digits and the power of ten, in the one spelling that all equal numbers share, such as `1.25e1`.
    let canonicalText: String

    /// An integer.
    public init(_ value: some FixedWidthInteger) {
        self.init(json: [UInt8]("\(value)".utf8))
    }

    /// The number that the shortest decimal text of a `Double` denotes.
    ///
    /// `nil` if the value is infinite or not a number.
    public init?(_ value: Double) {
        guard value.isFinite else { return nil }
        self.init(json: [UInt8]("\(value)".utf8))
    }

    /// The number that a JSON number denotes, which must be well-formed.
    package init(json text: [UInt8]) {
        canonicalText = text.withRawSpan { bytes in
            var result: [UInt8] = []
            JSONDecimal(0..<bytes.byteCount, in: bytes).appendCanonicalText(isInteger: false, in: bytes, to: &result)
            return String(decoding: result, as: UTF8.self)
        }
    }
}

extension AttributeNumber: Comparable {
    /// Whether the left number is less than the right one, by their exact values.
    public static func < (left: AttributeNumber, right: AttributeNumber) -> Bool {
        left.canonicalText.withUTF8Bytes { own in
            right.canonicalText.withUTF8Bytes { other in
                JSONDecimal(0..<own.byteCount, in: own)
                    .compare(to: JSONDecimal(0..<other.byteCount, in: other), in: own, other) < 0
            }
        }
    }
}

extension AttributeNumber: CustomStringConvertible {
    /// The number as JSON.
    ///
    /// An integer of at most 21 digits is printed with all of them.
    public var description: String {
        canonicalText.withUTF8Bytes { bytes in
            let number = JSONDecimal(0..<bytes.byteCount, in: bytes)
            if number.isIntegral, let exponent = number.leadingExponent, exponent < 21 {
                var result: [UInt8] = []
                number.appendCanonicalText(isInteger: true, in: bytes, to: &result)
                return String(decoding: result, as: UTF8.self)
            }
            let value = number.nearest(Double.self, in: bytes)
            return AttributeNumber(value) == self ? "\(value)" : canonicalText
        }
    }
}

extension AttributeValue {
    /// The string; `nil` if the value is not a string.
    public var asString: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The Boolean; `nil` if the value is not a Boolean.
    public var asBoolean: Bool? {
        if case .boolean(let value) = self { value } else { nil }
    }

    /// The integer; `nil` if the value is not a number without a fraction, or does not fit an `Int`.
    public var asInteger: Int? {
        if case .number(let number) = self { Int(number.description) } else { nil }
    }

    /// The nearest `Double` to the number; `nil` if the value is not a number.
    public var asDouble: Double? {
        if case .number(let number) = self { Double(number.description) } else { nil }
    }

    /// The version, or the string parsed as a version, as conditions on versions read it.
    ///
    /// `nil` if the value is neither.
    public var asVersion: AppVersion? {
        switch self {
        case .version(let version): version
        case .string(let text): AppVersion(text)
        case .boolean, .number: nil
        }
    }
}
