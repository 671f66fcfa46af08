extension [UInt8] {
    /// Calls a closure with the bytes as a span. `Array.span` needs iOS 26 and macOS 26.
    @inlinable
    package func withRawSpan<Result, Failure: Error>(
        _ body: (RawSpan) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // The span cannot escape the call, and the buffer lives as long as the array.
        try unsafe withUnsafeBufferPointer { (buffer) throws(Failure) in
            try body(unsafe RawSpan(_unsafeBytes: UnsafeRawBufferPointer(buffer)))
        }
    }

    /// Appends a range of a span's bytes. Appends nothing if the range is out of bounds.
    package mutating func append(_ bytes: RawSpan, from start: Int, to end: Int) {
        guard start >= 0, start <= end, end <= bytes.byteCount else { return }
        // The buffer does not outlive the call, and the array copies it.
        unsafe bytes.extracting(start..<end).withUnsafeBytes { unsafe append(contentsOf: $0) }
    }

    /// Appends a literal.
    package mutating func write(_ text: StaticString) {
        guard text.hasPointerRepresentation else {
            append(contentsOf: text.description.utf8)
            return
        }
        // The pointer of a static string stays valid as long as the program runs.
        unsafe append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Appends a number in decimal digits.
    package mutating func appendDecimal(_ number: UInt64) {
        if number > 9 { appendDecimal(number / 10) }
        append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10))
    }

    /// Adds one to a decimal number of any length, written in ASCII digits.
    package mutating func incrementDecimal() {
        guard let digit = lastIndex(where: { $0 != UInt8(ascii: "9") }) else {
            self = [UInt8(ascii: "1")] + [UInt8](repeating: UInt8(ascii: "0"), count: count)
            return
        }
        self[digit] &+= 1
        for index in (digit + 1)..<count { self[index] = UInt8(ascii: "0") }
    }
}
