/// The exact decimal value of a number's text, read in place: significant digits and a power of ten.
///
/// The digits are neither copied nor limited in number. The exponent is exact as well: one whose text is too long for a
/// word stands in the text and is calculated with as text.
struct JSONDecimal {
    /// The power of ten that is written after `e`.
    enum Exponent {
        case word(Int64)
        /// More than 17 digits: the range of the text from the first digit that is not zero.
        case text(Range<Int>, isNegative: Bool)
    }

    let isNegative: Bool
    /// The number of digits from the first to the last that is not zero; 0 when the value is zero.
    let digitCount: Int
    /// The power of ten of the first significant digit, but for the written exponent.
    let leadingPlace: Int64
    let exponent: Exponent
    private let firstDigit: Int
    private let point: Int

    /// Reads a number that the parser has accepted.
    init(_ token: Range<Int>, in bytes: RawSpan) {
        isNegative = bytes.byte(at: token.lowerBound) == UInt8(ascii: "-")
        let start = token.lowerBound + (isNegative ? 1 : 0)
        var point = -1
        var first = -1
        var last = -1
        var offset = start
        scan: while offset < token.upperBound {
            switch bytes.byte(at: offset) {
            case UInt8(ascii: "1")...UInt8(ascii: "9"):
                if first < 0 { first = offset }
                last = offset
            case UInt8(ascii: "."): point = offset
            case UInt8(ascii: "0"): break
            default: break scan
            }
            offset += 1
        }
        let integerEnd = point < 0 ? offset : point
        self.point = integerEnd
        firstDigit = first
        if first < 0 {
            digitCount = 0
            leadingPlace = 0
        } else {
            digitCount = last - first + (first < integerEnd && last > integerEnd ? 0 : 1)
            leadingPlace = Int64(integerEnd - first - (first < integerEnd ? 1 : 0))
        }
        exponent = JSONDecimal.exponent(in: bytes, from: offset + 1, to: token.upperBound)
    }

    private static func exponent(in bytes: RawSpan, from start: Int, to end: Int) -> Exponent {
        guard start < end else { return .word(0) }
        var offset = start
        let sign = bytes.byte(at: offset)
        let isNegative = sign == UInt8(ascii: "-")
        if isNegative || sign == UInt8(ascii: "+") { offset += 1 }
        while offset < end, bytes.byte(at: offset) == UInt8(ascii: "0") { offset += 1 }
        guard end - offset <= 17 else { return .text(offset..<end, isNegative: isNegative) }
        var value: Int64 = 0
        while offset < end {
            value = value * 10 + Int64(bytes.byte(at: offset) & 0x0F)
            offset += 1
        }
        return .word(isNegative ? -value : value)
    }

    var isZero: Bool { digitCount == 0 }

    /// The power of ten of the first significant digit; `nil` when it does not fit a word.
    var leadingExponent: Int64? {
        // A written exponent of 17 digits and a place below 2^32 cannot overflow together.
        if case .word(let written) = exponent { written + leadingPlace } else { nil }
    }

    /// The significant digit with an index from 0 on, as a number from 0 to 9; 0 after the last one.
    @inline(__always)
    func digit(_ index: Int, in bytes: RawSpan) -> UInt8 {
        guard index < digitCount else { return 0 }
        let offset = firstDigit + index
        return bytes.byte(at: firstDigit < point && offset >= point ? offset + 1 : offset) & 0x0F
    }

    /// Whether the value has no fraction.
    var isIntegral: Bool {
        if isZero { return true }
        switch exponent {
        case .word(let written): return written + leadingPlace >= Int64(digitCount - 1)
        case .text(_, let isNegative): return !isNegative
        }
    }

    /// Whether the value rounds to a finite Double: it is below the middle between the greatest one and 2^1024.
    ///
    /// - Complexity: O(*n*) in the length of the text.
    func isFinite(in bytes: RawSpan) -> Bool {
        if isZero { return true }
        guard let leading = leadingExponent else {
            if case .text(_, let isNegative) = exponent { return isNegative }
            return true
        }
        guard leading == 308 else { return leading < 308 }
        for (index, bound) in JSONDecimal.infinityBound.enumerated() {
            let digit = digit(index, in: bytes)
            if digit != bound { return digit < bound }
        }
        // All 309 digits of the bound: equal or above, and the middle itself rounds to infinity.
        return false
    }

    /// The 309 digits of 2^1024 − 2^970.
    private static let infinityBound = DecimalDigits.of((1 << 54) - 1, timesTwoToThe: 970)
}
