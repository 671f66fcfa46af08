/// Classes of ASCII characters.
extension UInt8 {
    /// Whether this is a digit.
    @inlinable
    package var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }

    /// Whether this is a letter.
    @inlinable
    package var isLetter: Bool { (self | 0x20) &- UInt8(ascii: "a") < 26 }

    /// Whether this is a letter in lower case.
    @inlinable
    package var isLowercaseLetter: Bool { self &- UInt8(ascii: "a") < 26 }

    /// Whether this is a space, tab, carriage return or line feed: the white space of JSON.
    @inlinable
    package var isBlank: Bool {
        self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") || self == UInt8(ascii: "\r")
            || self == UInt8(ascii: "\n")
    }

    /// Whether this is a letter, a digit, `.`, `_` or `-`, as in most names.
    package var isNameCharacter: Bool {
        isLetter || isDigit || self == UInt8(ascii: ".") || self == UInt8(ascii: "_") || self == UInt8(ascii: "-")
    }

    /// Whether this is a digit, or a letter from `a` to `f`.
    package var isLowercaseHexadecimalDigit: Bool { isDigit || self &- UInt8(ascii: "a") < 6 }

    /// The value of a hexadecimal digit.
    package var hexadecimalValue: UInt8? {
        if isDigit { return self - UInt8(ascii: "0") }
        let offset = (self | 0x20) &- UInt8(ascii: "a")
        return offset < 6 ? offset + 10 : nil
    }
}
