import FlagResolver

/// Text appended to one array of bytes, for reports with tens of thousands of sentences.
extension [UInt8] {
    /// Appends a string. The label keeps literals from being taken for one.
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
    /// Whether all bytes are visible ASCII characters or blanks.
    package var isPlainText: Bool { self[...].isPlainText }
}

// Not for sequences of any kind: in another target that would be called byte by byte.
extension ArraySlice<UInt8> {
    /// Whether all bytes are visible ASCII characters or blanks.
    package var isPlainText: Bool {
        var isPlain = true
        for byte in self where byte < 0x20 || byte >= 0x7F { isPlain = false }
        return isPlain
    }
}
