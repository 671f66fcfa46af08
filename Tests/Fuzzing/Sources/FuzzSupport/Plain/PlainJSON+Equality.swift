extension PlainJSON {
    /// Whether two values are equal: numbers by value, members in any order.
    public func isEqual(to other: PlainJSON) -> Bool {
        isEqual(to: other) { left, right in
            // There is one zero.
            let hasSameSign = left.isNegative == right.isNegative || left.digits.isEmpty
            return hasSameSign && left.digits == right.digits && left.exponent == right.exponent
        }
    }

    /// Whether two values are equal, with numbers that are written alike.
    public func isSpelled(like other: PlainJSON) -> Bool {
        isEqual(to: other) { $0.text == $1.text }
    }

    private func isEqual(to other: PlainJSON, numbers areEqual: (PlainNumber, PlainNumber) -> Bool) -> Bool {
        switch (content, other.content) {
        case (.null, .null): return true
        case (.bool(let left), .bool(let right)): return left == right
        case (.number(let left), .number(let right)): return areEqual(left, right)
        case (.string(let left), .string(let right)): return left == right
        case (.array(let left), .array(let right)):
            return left.count == right.count
                && zip(left, right).allSatisfy { $0.isEqual(to: $1, numbers: areEqual) }
        case (.object(let left), .object(let right)):
            return left.count == right.count
                && left.allSatisfy { member in
                    right.contains {
                        $0.name == member.name && $0.value.isEqual(to: member.value, numbers: areEqual)
                    }
                }
        default: return false
        }
    }
}
