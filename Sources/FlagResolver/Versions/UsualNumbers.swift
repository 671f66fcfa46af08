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
    /// The byte there, or 0 at the end of the text.
    private(set) var next: UInt8 = 0
    /// How many components there are; 0 where the numbers at the offset are not usual.
    private(set) var count = 0

    /// The components as words of rank 0.
    var words: VersionWords { VersionWords(high: high, low: low) }

    /// Reads the numbers at an offset.
    @inline(__always)
    init(_ bytes: Span<UInt8>, at offset: Int) {
        end = offset
        guard let first = number(bytes, isLast: false) else { return }
        high = first << 32
        guard next == UInt8(ascii: ".") else {
            count = 1
            return
        }
        end &+= 1
        guard let second = number(bytes, isLast: false) else { return }
        high |= second
        guard next == UInt8(ascii: ".") else {
            count = 2
            return
        }
        end &+= 1
        guard let third = number(bytes, isLast: true), next != UInt8(ascii: ".") else { return }
        low = third << 32
        count = 3
    }

    /// Reads a number of one to nine digits, which fits every field.
    @inline(__always)
    private mutating func number(_ bytes: Span<UInt8>, isLast: Bool) -> UInt64? {
        let first = bytes.byte(at: end) &- UInt8(ascii: "0")
        guard first < 10 else { return nil }
        // Whether the text ends after the first digit can be guessed only where more components must follow.
        let secondOffset = isLast ? min(end &+ 1, bytes.count &- 1) : end &+ 1
        let second = bytes.byte(at: secondOffset) &- UInt8(ascii: "0")
        // At the end of the text the second digit is the first one once more.
        let seconds = (second < 10 ? 1 : 0) & (secondOffset &- end)
        let value = UInt64(first) &+ (UInt64(first) &* 9 &+ UInt64(second)) &* UInt64(truncatingIfNeeded: seconds)
        end &+= 1 &+ seconds
        next = bytes.byte(at: end)
        return VersionScanner.isDigit(next) ? longNumber(value, bytes) : value
    }

    /// Reads the rest of a number of more than two digits.
    @inline(__always)
    private mutating func longNumber(_ beginning: UInt64, _ bytes: Span<UInt8>) -> UInt64? {
        let start = end &- 2
        var value = beginning
        while VersionScanner.isDigit(next) {
            // More digits may wrap around; then the value is not used.
            value = value &* 10 &+ UInt64(next &- UInt8(ascii: "0"))
            end &+= 1
            next = bytes.byte(at: end)
        }
        return end &- start < 10 ? value : nil
    }
}
