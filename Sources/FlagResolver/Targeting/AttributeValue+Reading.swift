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
