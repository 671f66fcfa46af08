/// A number as its digits and a power of ten.
public struct PlainNumber {
    /// The text as it is written.
    public let text: String
    public let isNegative: Bool
    /// The digits without zeros at either end; none for zero.
    public let digits: String
    /// The power of ten of the last digit; far beyond any Double where the text says more.
    public let exponent: Int

    init(_ bytes: ArraySlice<UInt8>) {
        text = String(decoding: bytes, as: UTF8.self)
        isNegative = text.hasPrefix("-")
        let parts = text.drop { $0 == "-" }.split(whereSeparator: { $0 == "e" || $0 == "E" })
        let halves = parts[0].split(separator: ".")
        let all = String(halves.joined()).drop { $0 == "0" }
        let zeros = all.reversed().prefix { $0 == "0" }.count
        digits = String(all.dropLast(zeros))
        let written = parts.count == 2 ? parts[1] : "0"
        let beyond = written.hasPrefix("-") ? -1_000_000_000_000 : 1_000_000_000_000
        let power = min(max(Int(written) ?? beyond, -1_000_000_000_000), 1_000_000_000_000)
        exponent = digits.isEmpty ? 0 : power + zeros - (halves.count == 2 ? halves[1].count : 0)
    }

    /// Whether there is no fraction.
    public var isIntegral: Bool { exponent >= 0 }

    /// Whether every reader of JSON gives the same Double for it, so that it is fair to compare them.
    ///
    /// Foundation refuses a zero with an exponent, and rounds an integer that no Double is exactly.
    public var isOrdinary: Bool {
        let isZeroWithExponent = digits.isEmpty && text.contains { $0 == "e" || $0 == "E" }
        return digits.count <= 15 && (-250...250).contains(exponent) && !isZeroWithExponent && safeDouble != nil
    }

    /// The value if it is integral and fits.
    public var int: Int? {
        guard isIntegral, exponent <= 20 else { return nil }
        return Int((isNegative ? "-" : "") + (digits.isEmpty ? "0" : digits) + String(repeating: "0", count: exponent))
    }

    /// The nearest Double, infinite where there is none.
    public var double: Double { Double(text) ?? .infinity }

    /// The nearest Double; `nil` where the text is that of an integer and no Double is exactly that.
    public var safeDouble: Double? {
        let isIntegerToken = text.allSatisfy { $0.isNumber || $0 == "-" }
        return isIntegerToken && !digits.isEmpty && Self.decimal(double.magnitude) != integer ? nil : double
    }

    /// All digits of an integral value.
    private var integer: [UInt8] {
        digits.utf8.map { $0 - UInt8(ascii: "0") } + [UInt8](repeating: 0, count: min(exponent, 400))
    }

    /// All digits of an integral Double, by doubling one.
    private static func decimal(_ double: Double) -> [UInt8] {
        guard double >= 0x1p53 else { return String(UInt64(double)).utf8.map { $0 - UInt8(ascii: "0") } }
        var digits = String(double.significandBitPattern | 1 << 52).utf8.map { $0 - UInt8(ascii: "0") }
        for _ in 52..<Int(double.exponent) {
            var carry: UInt8 = 0
            for index in digits.indices.reversed() {
                let doubled = digits[index] * 2 + carry
                digits[index] = doubled % 10
                carry = doubled / 10
            }
            if carry > 0 { digits.insert(carry, at: 0) }
        }
        return digits
    }
}
