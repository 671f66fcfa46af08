extension JSONDecimal {
    /// Whether both have the same value. Whether both are integers is not compared here.
    func isEqual(to other: JSONDecimal, in bytes: RawSpan, _ otherBytes: RawSpan) -> Bool {
        if isZero || other.isZero { return isZero && other.isZero }
        guard isNegative == other.isNegative, digitCount == other.digitCount else { return false }
        switch (leadingExponent, other.leadingExponent) {
        case (let own?, let theirs?):
            guard own == theirs else { return false }
        default:
            guard exponentText(in: bytes) == other.exponentText(in: otherBytes) else { return false }
        }
        for index in 0..<digitCount where digit(index, in: bytes) != other.digit(index, in: otherBytes) { return false }
        return true
    }

    /// Appends the one spelling that all equal numbers of a kind have: `-?d` or `-?d.ddd`, `e` and the exponent for a
    /// number that is written with a fraction or an exponent, all digits for an integer.
    func appendCanonicalText(isInteger: Bool, in bytes: RawSpan, to result: inout [UInt8]) {
        if isNegative, !isZero { result.append(UInt8(ascii: "-")) }
        if isInteger {
            for index in 0...Int(truncatingIfNeeded: isZero ? 0 : leadingPlace) {
                result.append(digit(index, in: bytes) + UInt8(ascii: "0"))
            }
            return
        }
        for index in 0..<max(digitCount, 1) {
            if index == 1 { result.append(UInt8(ascii: ".")) }
            result.append(digit(index, in: bytes) + UInt8(ascii: "0"))
        }
        result.append(UInt8(ascii: "e"))
        result.append(contentsOf: isZero ? [UInt8(ascii: "0")] : exponentText(in: bytes))
    }

    /// The exact power of ten of the first significant digit, in decimal.
    func exponentText(in bytes: RawSpan) -> [UInt8] {
        switch exponent {
        case .word(let written):
            return Array(String(written + leadingPlace).utf8)
        case .text(let range, let isNegative):
            // The written exponent has at least 18 digits, so the place, below 2^32, cannot change its sign.
            var digits = range.map { bytes.byte(at: $0) & 0x0F }
            var carry = isNegative ? -leadingPlace : leadingPlace
            for index in digits.indices.reversed() {
                let sum = Int64(digits[index]) + carry
                let digit = ((sum % 10) + 10) % 10
                digits[index] = UInt8(truncatingIfNeeded: digit)
                carry = (sum - digit) / 10
            }
            while carry > 0 {
                digits.insert(UInt8(truncatingIfNeeded: carry % 10), at: 0)
                carry /= 10
            }
            let significant = digits.drop { $0 == 0 }.map { $0 + UInt8(ascii: "0") }
            return (isNegative ? [UInt8(ascii: "-")] : []) + significant
        }
    }
}
