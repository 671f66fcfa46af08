/// The numbers of nearly every version: one to three components of at most nine digits.
///
/// Each component is read at its own place in the program, and no branch depends on whether it has one digit or two,
/// which is anyone's guess: a wrong guess of the processor costs it more than to look at both.
struct UsualNumbers {
    /// The first two components.
    private var high: UInt64 = 0
    /// The third component.
    private var low: UInt64 = 0
    /// Where the numbers end.
    private(set) var end: Int
    /// How many components there are; 0 where the numbers at the offset are not usual.
    private(set) var count = 0

    /// The components as words of rank 0.
    var words: VersionWords { VersionWords(high: high, low: low) }

    /// Reads the numbers at an offset.
    @inline(__always)
    init(_ bytes: Span<UInt8>, at offset: Int) {
        end = offset
        guard let first = Self.number(bytes, &end, isLast: false) else { return }
        high = first << 32
        guard bytes.byte(at: end) == UInt8(ascii: ".") else {
            count = 1
            return
        }
        end &+= 1
        guard let second = Self.number(bytes, &end, isLast: false) else { return }
        high |= second
        guard bytes.byte(at: end) == UInt8(ascii: ".") else {
            count = 2
            return
        }
        end &+= 1
        guard let third = Self.number(bytes, &end, isLast: true), bytes.byte(at: end) != UInt8(ascii: ".") else {
            return
        }
        low = third << 32
        count = 3
    }

    /// A number of one to nine digits, which fits every field.
    @inline(__always)
    private static func number(_ bytes: Span<UInt8>, _ end: inout Int, isLast: Bool) -> UInt64? {
        let first = bytes.byte(at: end) &- UInt8(ascii: "0")
        guard first < 10 else { return nil }
        // Whether the text ends after the first digit can be guessed only where more components must follow.
        let next = isLast ? min(end &+ 1, bytes.count &- 1) : end &+ 1
        let second = bytes.byte(at: next) &- UInt8(ascii: "0")
        // At the end of the text the second digit is the first one once more.
        let seconds = (second < 10 ? 1 : 0) & (next &- end)
        let value = UInt64(first) &+ (UInt64(first) &* 9 &+ UInt64(second)) &* UInt64(truncatingIfNeeded: seconds)
        end &+= 1 &+ seconds
        guard VersionScanner.isDigit(bytes.byte(at: end)) else { return value }
        return longNumber(value, bytes, &end)
    }

    /// A number of more than two digits, the first two of which are read.
    @inline(__always)
    private static func longNumber(_ beginning: UInt64, _ bytes: Span<UInt8>, _ end: inout Int) -> UInt64? {
        let start = end &- 2
        var value = beginning
        while true {
            let digit = bytes.byte(at: end) &- UInt8(ascii: "0")
            guard digit < 10 else { break }
            // More digits may wrap around; then the value is not used.
            value = value &* 10 &+ UInt64(digit)
            end &+= 1
        }
        return end &- start < 10 ? value : nil
    }
}
