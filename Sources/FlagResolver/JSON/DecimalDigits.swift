/// The decimal digits of large binary numbers, exactly.
enum DecimalDigits {
    private static let limb: UInt64 = 1_000_000_000

    /// The digits, each from 0 to 9 and the highest first, of `significand` × 2^`exponent`; none for zero.
    ///
    /// - Complexity: O(*e*²) in the exponent, of which a Double has at most 971.
    static func of(_ significand: UInt64, timesTwoToThe exponent: Int) -> [UInt8] {
        // The lowest limb of nine digits first.
        var limbs: [UInt64] = []
        var rest = significand
        while rest > 0 {
            limbs.append(rest % limb)
            rest /= limb
        }
        var remaining = exponent
        while remaining > 0 {
            let step = min(remaining, 29)
            var carry: UInt64 = 0
            for index in limbs.indices {
                let product = limbs[index] << UInt64(step) + carry
                limbs[index] = product % limb
                carry = product / limb
            }
            if carry > 0 { limbs.append(carry) }
            remaining -= step
        }
        var digits: [UInt8] = []
        for value in limbs.reversed() {
            var divisor = limb / 10
            while divisor > 0 {
                let digit = UInt8(truncatingIfNeeded: value / divisor % 10)
                if digit > 0 || !digits.isEmpty { digits.append(digit) }
                divisor /= 10
            }
        }
        return digits
    }
}
