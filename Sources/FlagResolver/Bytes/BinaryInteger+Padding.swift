extension BinaryInteger {
    /// The digits of a non-negative number, padded with leading zeros: `007` for 7 and a width of 3.
    package func padded(to width: Int, radix: Int = 10, uppercase: Bool = false) -> String {
        let digits = String(self, radix: radix, uppercase: uppercase)
        return String(repeating: "0", count: Swift.max(0, width - digits.utf8.count)) + digits
    }
}
