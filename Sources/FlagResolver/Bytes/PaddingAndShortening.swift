extension BinaryInteger {
    /// The digits of a non-negative number, padded with leading zeros: `007` for 7 and a width of 3.
    package func padded(to width: Int, radix: Int = 10, uppercase: Bool = false) -> String {
        let digits = String(self, radix: radix, uppercase: uppercase)
        return String(repeating: "0", count: Swift.max(0, width - digits.utf8.count)) + digits
    }
}

extension String {
    /// The string, truncated with `…` if it is longer than a limit.
    ///
    /// The length is counted in Unicode scalars, so that every platform cuts at the same character.
    package func shortened(to limit: Int) -> String {
        guard utf8.count > limit, unicodeScalars.count > limit else { return self }
        return String(unicodeScalars.prefix(Swift.max(0, limit - 1))) + "…"
    }
}
