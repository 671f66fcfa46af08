/// Reads the parts of a date from left to right, for every form of dates.
///
/// Each form has its own grammar and its own errors: a function that does not find its part returns `nil` or `false`, and
/// stops at the byte that differs.
package struct DateScanner {
    private let bytes: [UInt8]
    package private(set) var offset = 0

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    package var isAtEnd: Bool { offset >= bytes.count }

    /// The byte at an offset; 0 at the end.
    package func byte(at offset: Int) -> UInt8 { offset < bytes.count ? bytes[offset] : 0 }

    package var next: UInt8 { byte(at: offset) }

    /// Skips the next byte, and returns it.
    package mutating func readByte() -> UInt8 {
        defer { if !isAtEnd { offset += 1 } }
        return next
    }

    /// Skips the next byte if it is the given one.
    package mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: scalar) else { return false }
        offset += 1
        return true
    }

    /// Skips one of several words of ASCII letters, and returns its index.
    package mutating func word(of words: [String], matchesCase: Bool = false) -> Int? {
        var end = offset
        while byte(at: end).isLetter { end += 1 }
        let letters = bytes[offset..<end]
        let ignored: UInt8 = matchesCase ? 0 : 0x20
        let index = words.firstIndex { $0.utf8.elementsEqual(letters) { $0 | ignored == $1 | ignored } }
        if index != nil { offset = end }
        return index
    }

    /// Reads one digit.
    package mutating func digit() -> Int64? {
        guard next.isDigit else { return nil }
        defer { offset += 1 }
        return Int64(next - UInt8(ascii: "0"))
    }

    /// Reads a fixed number of digits, at most 18.
    package mutating func number(digits: Int) -> Int64? {
        var number: Int64 = 0
        for _ in 0..<digits {
            guard let digit = digit() else { return nil }
            number = number * 10 + digit
        }
        return number
    }
}
