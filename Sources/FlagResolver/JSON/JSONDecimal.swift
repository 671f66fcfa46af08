/// The exact value of a number's text, read in place: significant digits and a power of ten.
///
/// Neither the number of digits nor the exponent has a limit. Digits stay in the text, and so does an exponent that is
/// too long for an integer.
struct JSONDecimal {
    /// The power of ten after `e`.
    private enum Exponent {
        case integer(Int64)
        /// More than 17 digits, from the first that is not zero.
        case text(Range<Int>, isNegative: Bool)
    }

    let isNegative: Bool
    /// The number of digits from the first to the last that is not zero; 0 for the value zero.
    let digitCount: Int
    /// The power of ten of the first significant digit, without the exponent.
    private let leadingPlace: Int64
    private let exponent: Exponent
    private let firstDigit: Int
    private let point: Int

    /// Reads a number, which must be well-formed.
    init(_ token: Range<Int>, in bytes: RawSpan) {
        isNegative = bytes.byte(at: token.lowerBound) == UInt8(ascii: "-")
        var point: Int?
        var first: Int?
        var last = 0
        var offset = token.lowerBound + (isNegative ? 1 : 0)
        scan: while offset < token.upperBound {
            switch bytes.byte(at: offset) {
            case UInt8(ascii: "1")...UInt8(ascii: "9"):
                first = first ?? offset
                last = offset
            case UInt8(ascii: "."): point = offset
            case UInt8(ascii: "0"): break
            default: break scan
            }
            offset += 1
        }
        let integerEnd = point ?? offset
        self.point = integerEnd
        firstDigit = first ?? offset
        if let first {
            digitCount = last - first + (first < integerEnd && last > integerEnd ? 0 : 1)
            leadingPlace = Int64(integerEnd - first - (first < integerEnd ? 1 : 0))
        } else {
            digitCount = 0
            leadingPlace = 0
        }
        exponent = JSONDecimal.exponent(in: bytes, from: offset + 1, to: token.upperBound)
    }

    private static func exponent(in bytes: RawSpan, from start: Int, to end: Int) -> Exponent {
        guard start < end else { return .integer(0) }
        var offset = start
        let sign = bytes.byte(at: offset)
        let isNegative = sign == UInt8(ascii: "-")
        if isNegative || sign == UInt8(ascii: "+") { offset += 1 }
        while offset < end, bytes.byte(at: offset) == UInt8(ascii: "0") { offset += 1 }
        guard end - offset <= 17 else { return .text(offset..<end, isNegative: isNegative) }
        let value = (offset..<end).reduce(Int64(0)) { $0 * 10 + Int64(bytes.byte(at: $1) & 0x0F) }
        return .integer(isNegative ? -value : value)
    }

    var isZero: Bool { digitCount == 0 }

    /// Whether the value has no fraction.
    var isIntegral: Bool {
        guard !isZero else { return true }
        guard let leadingExponent else { return !isTiny }
        return leadingExponent >= Int64(digitCount - 1)
    }

    /// The power of ten of the first significant digit; `nil` if the exponent is too long for an integer.
    var leadingExponent: Int64? {
        // The sum cannot overflow: the exponent has at most 17 digits, and the place is less than 2^32.
        if case .integer(let exponent) = exponent { exponent + leadingPlace } else { nil }
    }

    /// Whether the exponent is negative and too long for an integer.
    var isTiny: Bool {
        if case .text(_, let isNegative) = exponent { isNegative } else { false }
    }

    /// A significant digit, from 0 to 9, by its index; 0 after the last one.
    func digit(_ index: Int, in bytes: RawSpan) -> UInt8 {
        guard index < digitCount else { return 0 }
        let offset = firstDigit + index
        return bytes.byte(at: firstDigit < point && offset >= point ? offset + 1 : offset) & 0x0F
    }
}

// MARK: Comparing

extension JSONDecimal {
    /// Whether both have the same value; `1` equals `1.0`.
    func isEqual(to other: JSONDecimal, in bytes: RawSpan, _ otherBytes: RawSpan) -> Bool {
        compare(to: other, in: bytes, otherBytes) == 0
    }

    /// -1, 0 or 1 if the value is less than, equal to, or greater than another one.
    ///
    /// - Complexity: O(*n*) in the length of both texts.
    func compare(to other: JSONDecimal, in bytes: RawSpan, _ otherBytes: RawSpan) -> Int {
        guard sign == other.sign else { return sign < other.sign ? -1 : 1 }
        guard sign != 0 else { return 0 }
        var order = compareExponent(to: other, in: bytes, otherBytes)
        var index = 0
        while order == 0, index < max(digitCount, other.digitCount) {
            order = Int(digit(index, in: bytes)) - Int(other.digit(index, in: otherBytes))
            index += 1
        }
        return sign * order.signum()
    }

    private var sign: Int { isZero ? 0 : isNegative ? -1 : 1 }

    /// Negative, zero or positive, by the powers of ten of the first digits.
    private func compareExponent(to other: JSONDecimal, in bytes: RawSpan, _ otherBytes: RawSpan) -> Int {
        if let leadingExponent, let exponent = other.leadingExponent {
            return leadingExponent == exponent ? 0 : leadingExponent < exponent ? -1 : 1
        }
        // At least one is too long for an integer, and then it is negative: a number that large would not be finite.
        let (own, theirs) = (negatedExponent(in: bytes), other.negatedExponent(in: otherBytes))
        guard own.count == theirs.count else { return own.count < theirs.count ? 1 : -1 }
        return own == theirs ? 0 : own.lexicographicallyPrecedes(theirs) ? 1 : -1
    }

    /// The decimal digits of the leading exponent's absolute value if it is negative; none if it is positive.
    private func negatedExponent(in bytes: RawSpan) -> [UInt8] {
        guard case .text(let range, _) = exponent else {
            return String(max(0, -(leadingExponent ?? 0))).utf8.drop { $0 == UInt8(ascii: "0") }.map { $0 & 0x0F }
        }
        // Subtracts the place from the digits, starting at the last one. There are more digits than the place has.
        var digits = range.map { bytes.byte(at: $0) & 0x0F }
        var carry = -leadingPlace
        for index in digits.indices.reversed() {
            let sum = Int64(digits[index]) + carry
            let digit = ((sum % 10) + 10) % 10
            digits[index] = UInt8(truncatingIfNeeded: digit)
            carry = (sum - digit) / 10
        }
        if carry > 0 { digits.insert(UInt8(truncatingIfNeeded: carry), at: 0) }
        return Array(digits.drop { $0 == 0 })
    }
}

// MARK: Converting

extension JSONDecimal {
    /// Appends the canonical spelling, which all equal numbers of a kind share.
    ///
    /// It has all digits for an integer, otherwise `d` or `d.ddd`, `e` and the exponent.
    func appendCanonicalText(isInteger: Bool, in bytes: RawSpan, to result: inout [UInt8]) {
        if isNegative, !isZero { result.append(UInt8(ascii: "-")) }
        let written = isInteger ? Int(truncatingIfNeeded: leadingExponent ?? 0) + 1 : digitCount
        for index in 0..<max(written, 1) {
            if index == 1, !isInteger { result.append(UInt8(ascii: ".")) }
            result.append(digit(index, in: bytes) + UInt8(ascii: "0"))
        }
        guard !isInteger else { return }
        result.append(UInt8(ascii: "e"))
        if isZero {
            result.append(UInt8(ascii: "0"))
        } else if let leadingExponent {
            result.append(contentsOf: String(leadingExponent).utf8)
        } else {
            result.append(UInt8(ascii: "-"))
            result.append(contentsOf: negatedExponent(in: bytes).map { $0 + UInt8(ascii: "0") })
        }
    }

    /// The value times a power of ten as an integer; `nil` if that has a fraction or does not fit.
    func integer<Integer: FixedWidthInteger>(
        _ type: Integer.Type = Integer.self, timesTenTo power: Int64 = 0, in bytes: RawSpan
    ) -> Integer? {
        guard !isZero else { return 0 }
        guard let leadingExponent, leadingExponent < 20 else { return nil }
        let place = leadingExponent + power
        guard place >= Int64(digitCount - 1), place < 20 else { return nil }
        var result: Integer = 0
        for index in 0...Int(truncatingIfNeeded: place) {
            let digit = Integer(truncatingIfNeeded: digit(index, in: bytes))
            let (product, isTooLarge) = result.multipliedReportingOverflow(by: 10)
            // The least integer has no positive counterpart.
            let (sum, isTooFar) =
                isNegative ? product.subtractingReportingOverflow(digit) : product.addingReportingOverflow(digit)
            if isTooLarge || isTooFar { return nil }
            result = sum
        }
        return result
    }

    /// The nearest number of a floating-point type, infinite if the value is too large for one.
    ///
    /// - Complexity: O(*n*) in the length of the text, for any text.
    func nearest<Number: BinaryFloatingPoint & LosslessStringConvertible>(
        _ type: Number.Type = Number.self, in bytes: RawSpan
    ) -> Number {
        guard !isZero, !isTiny, (leadingExponent ?? 0) > -400 else { return isNegative ? -0.0 : 0.0 }
        guard let leadingExponent, leadingExponent < 400 else { return isNegative ? -.infinity : .infinity }
        // The midpoint of two adjacent Doubles has at most 768 digits. A 1 stands for all digits after the first 800,
        // so that the standard library never reads a million of them.
        let kept = min(digitCount, 800)
        let digits = (0..<kept).map { digit($0, in: bytes) + UInt8(ascii: "0") } + (digitCount > kept ? [0x31] : [])
        let text = "\(isNegative ? "-" : "")0.\(String(decoding: digits, as: UTF8.self))e\(leadingExponent + 1)"
        return Number(text) ?? .nan
    }

    /// Whether the nearest Double is finite.
    func isFinite(in bytes: RawSpan) -> Bool {
        guard !isZero, let leadingExponent else { return isZero || isTiny }
        return leadingExponent == 308 ? nearest(Double.self, in: bytes).isFinite : leadingExponent < 308
    }

    /// Whether an integral value below 2^1024 has at most a number of significant binary digits, at least 24.
    func fits(significantBits: Int, in bytes: RawSpan) -> Bool {
        // 10^7 is less than 2^24.
        guard !isZero, isIntegral, let leadingExponent, leadingExponent >= 7 else { return isIntegral }
        // The value in words of 32 bits, the lowest first.
        var words: [UInt32] = []
        for index in 0...Int(truncatingIfNeeded: leadingExponent) {
            var carry = UInt64(digit(index, in: bytes))
            for word in words.indices {
                carry += UInt64(words[word]) * 10
                words[word] = UInt32(truncatingIfNeeded: carry)
                carry >>= 32
            }
            if carry > 0 { words.append(UInt32(truncatingIfNeeded: carry)) }
        }
        let zeroWords = words.prefix { $0 == 0 }.count
        guard zeroWords < words.count, let last = words.last else { return true }
        let lowest = zeroWords * 32 + words[zeroWords].trailingZeroBitCount
        return words.count * 32 - last.leadingZeroBitCount - lowest <= significantBits
    }
}
