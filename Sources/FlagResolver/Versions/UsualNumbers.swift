/// One to three components of at most nine digits, as the versions of most apps have them.
enum UsualNumbers {
    /// Reads components joined with dots, each at its own place in the program, which spares the processor from guessing.
    ///
    /// For anything else, such as a longer component or a fourth one, `nil`, and `offset` stays.
    ///
    /// - Returns: The components as words of rank 0, and how many were written.
    @inline(__always)
    static func read(_ bytes: RawSpan, _ offset: inout Int) -> (words: VersionWords, count: Int)? {
        var end = offset
        guard let first = component(bytes, &end) else { return nil }
        var second: UInt64 = 0
        var third: UInt64 = 0
        var count = 1
        if bytes.byte(at: end) == UInt8(ascii: ".") {
            end &+= 1
            guard let number = component(bytes, &end) else { return nil }
            second = number
            count = 2
            if bytes.byte(at: end) == UInt8(ascii: ".") {
                end &+= 1
                guard let number = component(bytes, &end) else { return nil }
                third = number
                count = 3
                if bytes.byte(at: end) == UInt8(ascii: ".") { return nil }
            }
        }
        offset = end
        return (VersionWords(high: first << 32 | second, low: third << 32), count)
    }

    /// Reads one to nine digits.
    @inline(__always)
    private static func component(_ bytes: RawSpan, _ offset: inout Int) -> UInt64? {
        let first = UInt64(bytes.byte(at: offset) &- UInt8(ascii: "0"))
        let second = UInt64(bytes.byte(at: offset &+ 1) &- UInt8(ascii: "0"))
        guard first < 10 else { return nil }
        // Whether there are one or two digits can only be guessed, so that it is computed with instead.
        let hasSecond: UInt64 = second < 10 ? 1 : 0
        let value = first &+ (0 &- hasSecond) & (first &* 9 &+ second)
        offset &+= 1 &+ Int(truncatingIfNeeded: hasSecond)
        guard VersionScanner.isDigit(bytes.byte(at: offset)) else { return value }
        return longComponent(value, bytes, &offset)
    }

    /// Reads the third digit and those after it.
    @inline(never)
    private static func longComponent(_ beginning: UInt64, _ bytes: RawSpan, _ offset: inout Int) -> UInt64? {
        var value = beginning
        for _ in 3...9 {
            let digit = bytes.byte(at: offset) &- UInt8(ascii: "0")
            guard digit < 10 else { return value }
            value = value &* 10 &+ UInt64(digit)
            offset &+= 1
        }
        return VersionScanner.isDigit(bytes.byte(at: offset)) ? nil : value
    }
}
