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
        append(atMost: 20) { $0.append(decimal: number) }
    }
}

extension OutputSpan<UInt8> {
    /// Appends a number in decimal digits, of which there is room for 20.
    @inline(__always)
    mutating func append(decimal number: UInt64) {
        if number < 10 { append(digit: number) } else { append(longDecimal: number) }
    }

    @inline(never)
    private mutating func append(longDecimal number: UInt64) {
        guard number < 100_000_000 else {
            append(decimal: number / 10)
            append(digit: number % 10)
            return
        }
        // Up to eight digits, the first of them lowest, in one machine word.
        var digits: UInt64 = 0
        var count = 0
        var rest = UInt32(truncatingIfNeeded: number)
        repeat {
            digits = digits << 8 | UInt64(rest % 10)
            rest /= 10
            count += 1
        } while rest > 0
        for _ in 0..<count {
            append(digit: digits & 0xFF)
            digits >>= 8
        }
    }

    @inline(__always)
    private mutating func append(digit: UInt64) {
        append(UInt8(ascii: "0") | UInt8(truncatingIfNeeded: digit))
    }
}
