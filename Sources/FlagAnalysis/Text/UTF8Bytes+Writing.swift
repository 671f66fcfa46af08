import FlagResolver

/// Appending text to one array of bytes, because reports have tens of thousands of sentences.
extension [UInt8] {
    /// Appends a string that is created at run time. The label distinguishes it from a literal.
    package mutating func write(string text: String) {
        append(contentsOf: text.utf8)
    }

    /// Appends a number in decimal digits.
    package mutating func write(_ number: Int) {
        if number < 0 { append(UInt8(ascii: "-")) }
        appendDecimal(UInt64(number.magnitude))
    }
}

extension [UInt8] {
    /// Whether all bytes are visible ASCII characters or spaces.
    package var isPlainText: Bool { self[...].isPlainText }
}

// Not generic over sequences: in another target the generic version would be called byte by byte.
extension ArraySlice<UInt8> {
    /// Whether all bytes are visible ASCII characters or spaces.
    package var isPlainText: Bool {
        var isPlain = true
        for byte in self where byte < 0x20 || byte >= 0x7F { isPlain = false }
        return isPlain
    }
}
