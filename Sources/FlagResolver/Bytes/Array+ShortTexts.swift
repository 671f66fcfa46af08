extension [UInt8] {
    /// Appends up to so many bytes that a closure writes one by one: they are collected beside the array, and copied
    /// into it at once.
    @inline(__always)
    mutating func append(atMost capacity: Int, _ write: (inout OutputSpan<UInt8>) -> Void) {
        unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) { memory in
            var text = unsafe OutputSpan(buffer: memory, initializedCount: 0)
            write(&text)
            // The memory lives as long as the closure, and so many of its bytes have been written.
            let count = unsafe text.finalize(for: memory)
            unsafe append(contentsOf: UnsafeBufferPointer(rebasing: memory[..<count]))
        }
    }

    /// Appends a number in decimal digits.
    package mutating func appendDecimal(_ number: UInt64) {
        guard number <= ShortDecimal.greatest else {
            appendDecimal(number / 10)
            append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10))
            return
        }
        var decimal = ShortDecimal(number)
        while let digit = decimal.next() { append(digit) }
    }
}

extension OutputSpan<UInt8> {
    /// Appends a number in decimal digits, of which there is room for 20.
    @inline(__always)
    mutating func append(decimal number: UInt64) {
        if number < 10 {
            append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number))
        } else {
            append(longDecimal: number)
        }
    }

    @inline(never)
    private mutating func append(longDecimal number: UInt64) {
        guard number <= ShortDecimal.greatest else {
            append(decimal: number / 10)
            append(decimal: number % 10)
            return
        }
        var decimal = ShortDecimal(number)
        while let digit = decimal.next() { append(digit) }
    }
}

/// The decimal digits of a number that has up to eight, in one machine word.
private struct ShortDecimal {
    static let greatest: UInt64 = 99_999_999

    /// The characters that are left, the next of them lowest.
    private var digits: UInt64 = 0

    @inline(__always)
    init(_ number: UInt64) {
        var rest = UInt32(truncatingIfNeeded: number)
        repeat {
            digits = digits << 8 | UInt64(0x30 + rest % 10)
            rest /= 10
        } while rest > 0
    }

    @inline(__always)
    mutating func next() -> UInt8? {
        guard digits != 0 else { return nil }
        defer { digits >>= 8 }
        return UInt8(truncatingIfNeeded: digits)
    }
}
