extension JSONTree {
    /// The value of `true` or `false`; `nil` for any other node.
    package func bool(at node: Int) -> Bool? {
        switch nodes[node].kind {
        case .true: true
        case .false: false
        default: nil
        }
    }

    /// Whether a node is a number without a fraction, however it is written: `3`, `3.0`, `0.3e1`.
    package func isIntegral(at node: Int) -> Bool {
        let value = nodes[node]
        guard value.kind == .number else { return false }
        if value.isInteger { return true }
        let span = bytes.span
        let raw = unsafe span.bytes
        return JSONDecimal(value.span, in: raw).isIntegral
    }

    /// The value of an integral number that fits an Int; `nil` for a fraction, and for anything but a number.
    ///
    /// - Complexity: O(*n*) in the length of the number's text.
    package func int(at node: Int) -> Int? {
        let value = nodes[node]
        guard value.kind == .number else { return nil }
        let span = bytes.span
        let raw = unsafe span.bytes
        if value.isInteger, value.span.count <= 18 { return Int(exactly: shortInteger(value.span, raw)) }
        let decimal = JSONDecimal(value.span, in: raw)
        guard let magnitude = decimal.magnitude(in: raw) else { return nil }
        guard decimal.isNegative else { return Int(exactly: magnitude) }
        return magnitude <= Int.min.magnitude ? Int(truncatingIfNeeded: 0 &- magnitude) : nil
    }

    /// The value of a number as a Double, correctly rounded; `nil` for anything but a number.
    ///
    /// An integral value that a Double cannot hold exactly, such as 2^53 + 1, is `nil` too: rounding it would turn an
    /// identifier into another one, silently.
    ///
    /// - Complexity: O(*n*) in the length of the number's text.
    package func double(at node: Int) -> Double? {
        let value = nodes[node]
        guard value.kind == .number else { return nil }
        let span = bytes.span
        let raw = unsafe span.bytes
        if value.isInteger, value.span.count <= 15, raw.byte(at: Int(value.start)) != UInt8(ascii: "-") {
            return Double(shortInteger(value.span, raw))
        }
        return JSONDecimal(value.span, in: raw).double(in: raw)
    }

    /// The value of an integer token of at most 18 characters, which always fits.
    private func shortInteger(_ token: Range<Int>, _ bytes: RawSpan) -> Int64 {
        let isNegative = bytes.byte(at: token.lowerBound) == UInt8(ascii: "-")
        var result: Int64 = 0
        for offset in (token.lowerBound + (isNegative ? 1 : 0))..<token.upperBound {
            result = result * 10 + Int64(bytes.byte(at: offset) & 0x0F)
        }
        return isNegative ? -result : result
    }
}
