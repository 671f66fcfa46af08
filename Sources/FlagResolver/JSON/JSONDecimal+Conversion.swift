extension JSONDecimal {
    /// The powers of ten that a Double holds exactly.
    private static let powersOfTen: [Double] = (0...22).map { exponent in
        (0..<exponent).reduce(1.0) { power, _ in power * 10 }
    }

    /// The absolute value, if it is integral and fits 64 bits.
    func magnitude(in bytes: RawSpan) -> UInt64? {
        if isZero { return 0 }
        guard isIntegral, let leading = leadingExponent, leading < 20 else { return nil }
        var result: UInt64 = 0
        for index in 0...Int(truncatingIfNeeded: leading) {
            let (product, overflow) = result.multipliedReportingOverflow(by: 10)
            let (sum, carry) = product.addingReportingOverflow(UInt64(digit(index, in: bytes)))
            if overflow || carry { return nil }
            result = sum
        }
        return result
    }

    /// The nearest Double; `nil` when it must be exact and no Double is.
    func double(in bytes: RawSpan, mustBeExact: Bool) -> Double? {
        let zero: Double = isNegative ? -0.0 : 0.0
        // Below 10^-400 everything is nearer to zero than to the least Double.
        guard !isZero, let leading = leadingExponent, leading > -400 else { return zero }
        if let exact = shortDouble(leading: leading, in: bytes) { return isNegative ? -exact : exact }
        guard let rounded = Double(shortened(leading: leading, in: bytes)) else { return nil }
        if mustBeExact, !isExactly(rounded.magnitude, leading: leading, in: bytes) { return nil }
        return rounded
    }

    /// The value where one multiplication or division of exact operands gives it, correctly rounded (Clinger 1990).
    private func shortDouble(leading: Int64, in bytes: RawSpan) -> Double? {
        guard digitCount <= 15 else { return nil }
        var significand: Int64 = 0
        for index in 0..<digitCount {
            significand = significand * 10 + Int64(digit(index, in: bytes))
        }
        let exponent = leading - Int64(digitCount - 1)
        guard exponent.magnitude <= 22 else { return nil }
        let power = JSONDecimal.powersOfTen[Int(truncatingIfNeeded: exponent.magnitude)]
        if exponent < 0 { return Double(significand) / power }
        let product = Double(significand) * power
        // Beyond 2^53 the product may be rounded, and whether it is needs the digits.
        return product <= 0x1p53 ? product : nil
    }

    /// The number in a text of bounded length that rounds to the same Double.
    ///
    /// The middle between two neighbouring Doubles has at most 768 digits. What follows them matters only by being
    /// there or not, so a single digit stands for all of it, and no library has to read a million digits.
    private func shortened(leading: Int64, in bytes: RawSpan) -> String {
        let kept = min(digitCount, 800)
        var text = isNegative ? "-" : ""
        text.reserveCapacity(kept + 16)
        for index in 0..<kept {
            text.unicodeScalars.append(Unicode.Scalar(digit(index, in: bytes) + UInt8(ascii: "0")))
            if index == 0 { text += "." }
        }
        text += digitCount > kept ? "1" : "0"
        return text + "e\(leading)"
    }

    /// Whether an integral Double is this value, digit for digit.
    private func isExactly(_ double: Double, leading: Int64, in bytes: RawSpan) -> Bool {
        let significand = double.significandBitPattern | (1 << 52)
        let exponent = Int(double.exponent) - 52
        let digits: [UInt8]
        if exponent >= 0 {
            digits = DecimalDigits.of(significand, timesTwoToThe: exponent)
        } else {
            digits = DecimalDigits.of(UInt64(double), timesTwoToThe: 0)
        }
        guard Int64(digits.count) == leading + 1, digitCount <= digits.count else { return false }
        return digits.indices.allSatisfy { digits[$0] == digit($0, in: bytes) }
    }
}
