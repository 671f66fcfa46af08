extension JSONDecimal {
    /// Whether the value is less than another one, exactly, whatever the number of digits.
    func isLess(than other: JSONDecimal, in bytes: RawSpan, _ otherBytes: RawSpan) -> Bool {
        if isZero { return !other.isZero && !other.isNegative }
        if other.isZero { return isNegative }
        guard isNegative == other.isNegative else { return isNegative }
        return isNegative
            ? other.hasSmallerMagnitude(than: self, in: otherBytes, bytes)
            : hasSmallerMagnitude(than: other, in: bytes, otherBytes)
    }

    /// Whether the absolute value is smaller; neither value is zero.
    private func hasSmallerMagnitude(than other: JSONDecimal, in bytes: RawSpan, _ otherBytes: RawSpan) -> Bool {
        switch (leadingExponent, other.leadingExponent) {
        case (let own?, let theirs?):
            if own != theirs { return own < theirs }
        case (nil, .some), (.some, nil), (nil, nil):
            let (own, theirs) = (exponentText(in: bytes), other.exponentText(in: otherBytes))
            if own != theirs { return Self.isLess(own, theirs) }
        }
        for index in 0..<max(digitCount, other.digitCount) {
            let (own, theirs) = (digit(index, in: bytes), other.digit(index, in: otherBytes))
            if own != theirs { return own < theirs }
        }
        return false
    }

    /// Compares two integers written without leading zeros.
    private static func isLess(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        let minus = UInt8(ascii: "-")
        let isNegative = left.first == minus
        guard isNegative == (right.first == minus) else { return isNegative }
        if left.count != right.count { return (left.count < right.count) != isNegative }
        return isNegative ? right.lexicographicallyPrecedes(left) : left.lexicographicallyPrecedes(right)
    }
}

extension JSONTree {
    /// Whether a number is less than a number of another tree, by their exact values; `nil` unless both are numbers.
    ///
    /// - Complexity: O(*n*) in the length of both texts.
    package func isLess(_ node: Int, than otherNode: Int, of other: JSONTree) -> Bool? {
        guard nodes[node].kind == .number, other.nodes[otherNode].kind == .number else { return nil }
        return bytes.withRawSpan { input in
            other.bytes.withRawSpan { otherInput in
                JSONDecimal(nodes[node].span, in: input)
                    .isLess(than: JSONDecimal(other.nodes[otherNode].span, in: otherInput), in: input, otherInput)
            }
        }
    }
}
