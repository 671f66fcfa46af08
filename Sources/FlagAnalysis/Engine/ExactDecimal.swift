import FlagResolver

/// A decimal number, not negative, that is added, multiplied and compared without rounding.
///
/// A share of buckets has five decimals, and the product of several shares has five more for each. Neither `Double`
/// nor an integer of fixed width is exact for all of them.
///
/// ```swift
/// let share = ExactDecimal(buckets: 22_000).multiplied(byBuckets: 70_000)
/// print(share, share.percent)   // 0.154 15.4
/// ```
package struct ExactDecimal: Hashable, Sendable {
    /// The whole part, then groups of five decimals. The last group is not 0, so that equal numbers have equal groups.
    private var groups: [UInt64]

    private static let groupSize: UInt64 = 100_000

    package static let zero = ExactDecimal(groups: [])
    package static let one = ExactDecimal(groups: [1])

    private init(groups: [UInt64]) {
        self.groups = groups
        while self.groups.last == 0 { self.groups.removeLast() }
    }

    /// A whole number.
    package init(_ number: Int) { self.init(groups: [UInt64(max(0, number))]) }

    /// The share that a number of buckets is of all buckets of a rollout.
    package init(buckets count: Int) {
        let count = UInt64(max(0, count))
        self.init(groups: [count / Self.groupSize, count % Self.groupSize])
    }

    /// Reads digits with at most one decimal point between them, such as `12.5`; `nil` for anything else, and for a whole
    /// part above 999,999,999.
    package init?(parsing text: some StringProtocol) {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(Self.isDigit) }),
            let whole = Self.number(parts[0].drop { $0 == UInt8(ascii: "0") }, digitCount: 0...9)
        else { return nil }
        var groups = [whole]
        var decimals = (parts.count == 2 ? Array(parts[1]) : [])[...]
        while !decimals.isEmpty {
            let group = Array(decimals.prefix(5))
            let padding = Array(repeating: UInt8(ascii: "0"), count: 5 - group.count)
            guard let value = Self.number(group + padding, digitCount: 5...5) else { return nil }
            groups.append(value)
            decimals = decimals.dropFirst(5)
        }
        self.init(groups: groups)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

    private static func number(_ digits: some Collection<UInt8>, digitCount: ClosedRange<Int>) -> UInt64? {
        guard digitCount.contains(digits.count) else { return nil }
        return digits.reduce(0) { $0 * 10 + UInt64($1 - UInt8(ascii: "0")) }
    }
}

extension ExactDecimal {
    package static func + (left: ExactDecimal, right: ExactDecimal) -> ExactDecimal {
        var groups = left.groups
        if groups.count < right.groups.count {
            groups += Array(repeating: 0, count: right.groups.count - groups.count)
        }
        var carry: UInt64 = 0
        for index in groups.indices.reversed() {
            let sum = groups[index] + (index < right.groups.count ? right.groups[index] : 0) + carry
            carry = index == 0 ? 0 : sum / groupSize
            groups[index] = index == 0 ? sum : sum % groupSize
        }
        return ExactDecimal(groups: groups)
    }

    /// The product with the share that a number of buckets is of all buckets of a rollout.
    ///
    /// - Complexity: O(*n*) in the number of decimals.
    package func multiplied(byBuckets count: Int) -> ExactDecimal {
        // A bucket is 0.00001 of a rollout: the product with the count moves by one group.
        Self.product(of: [0] + groups, and: UInt64(max(0, count)))
    }

    /// The number of per cent, such as `15.4` for 0.154.
    package var percent: ExactDecimal { Self.product(of: groups, and: 100) }

    /// The number, rounded to tenths: half a tenth is rounded up.
    package var roundedTenths: Int64 {
        let first = groups.count > 1 ? groups[1] : 0
        return Int64(clamping: (groups.first ?? 0) * 10 + (first + 5_000) / 10_000)
    }

    private static func product(of groups: [UInt64], and factor: UInt64) -> ExactDecimal {
        var groups = groups
        var carry: UInt64 = 0
        for index in groups.indices.reversed() {
            let product = groups[index] * factor + carry
            carry = index == 0 ? 0 : product / groupSize
            groups[index] = index == 0 ? product : product % groupSize
        }
        return ExactDecimal(groups: groups)
    }
}

extension ExactDecimal: Comparable {
    package static func < (left: ExactDecimal, right: ExactDecimal) -> Bool {
        left.groups.lexicographicallyPrecedes(right.groups)
    }
}

extension ExactDecimal: CustomStringConvertible {
    /// The shortest decimal text, as in JSON: `0.154`, `1`.
    package var description: String {
        guard groups.count > 1 else { return "\(groups.first ?? 0)" }
        let decimals = Array(groups.dropFirst().map { $0.padded(to: 5) }.joined().utf8)
        let count = decimals.lastIndex { $0 != UInt8(ascii: "0") }.map { $0 + 1 } ?? 0
        return "\(groups[0]).\(String(decoding: decimals[..<count], as: UTF8.self))"
    }
}
