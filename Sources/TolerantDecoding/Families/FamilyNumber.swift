/// The number of a member of a family: any natural number, however many digits it has.
///
/// Numbers are ordered by value: 2 comes before 10, and a number of 30 digits after both.
public struct FamilyNumber: Hashable, Sendable {
    /// The digits without leading zeros; `0` for zero.
    private let digits: String

    /// A number of ASCII digits, leading zeros allowed; `nil` for any other text.
    init?(digits: some Collection<UInt8>) {
        guard !digits.isEmpty, digits.allSatisfy({ $0 &- UInt8(ascii: "0") < 10 }) else { return nil }
        let significant = digits.drop { $0 == UInt8(ascii: "0") }
        self.digits = significant.isEmpty ? "0" : String(decoding: significant, as: UTF8.self)
    }

    /// The number as an integer; `nil` if it is too large for one.
    public var value: Int? { Int(digits) }
}

extension FamilyNumber: Comparable {
    /// Whether a number is less than another.
    public static func < (left: FamilyNumber, right: FamilyNumber) -> Bool {
        (left.digits.utf8.count, left.digits) < (right.digits.utf8.count, right.digits)
    }
}

extension FamilyNumber: ExpressibleByIntegerLiteral {
    /// A number written as an integer literal.
    public init(integerLiteral value: UInt) {
        digits = String(value)
    }
}

extension FamilyNumber: CustomStringConvertible {
    /// The digits.
    public var description: String { digits }
}
