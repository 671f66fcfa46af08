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
        return bytes.withRawSpan { JSONDecimal(value.span, in: $0).isIntegral }
    }

    /// The value of an integral number that fits an Int; `nil` for a fraction, and for anything but a number.
    ///
    /// - Complexity: O(*n*) in the length of the number's text.
    package func int(at node: Int) -> Int? {
        int64(at: node).flatMap { Int(exactly: $0) }
    }

    /// The value of an integral number that fits an Int64, wherever an Int is narrower; `nil` as for ``int(at:)``.
    ///
    /// - Complexity: O(*n*) in the length of the number's text.
    package func int64(at node: Int) -> Int64? {
        let value = nodes[node]
        guard value.kind == .number else { return nil }
        return bytes.withRawSpan { input in
            if value.isInteger, value.span.count <= 18 { return shortInteger(value.span, input) }
            let decimal = JSONDecimal(value.span, in: input)
            guard let magnitude = decimal.magnitude(in: input) else { return nil }
            guard decimal.isNegative else { return Int64(exactly: magnitude) }
            return magnitude <= Int64.min.magnitude ? Int64(truncatingIfNeeded: 0 &- magnitude) : nil
        }
    }

    /// The value of a number as a Double, correctly rounded; `nil` for anything but a number.
    ///
    /// An integer token that no Double is exactly, such as 2^53 + 1, is `nil` too: rounding it would turn an identifier
    /// into another one, silently. With a fraction or an exponent (`1e23`) a number is a measure, and is rounded.
    ///
    /// - Complexity: O(*n*) in the length of the number's text.
    package func double(at node: Int) -> Double? {
        let value = nodes[node]
        guard value.kind == .number else { return nil }
        return bytes.withRawSpan { input in
            if value.isInteger, value.span.count <= 15, input.byte(at: Int(value.start)) != UInt8(ascii: "-") {
                return Double(shortInteger(value.span, input))
            }
            return JSONDecimal(value.span, in: input).double(in: input, mustBeExact: value.isInteger)
        }
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
