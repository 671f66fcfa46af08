import FlagResolver

/// The values of all keys that consist of a prefix and a number: `amenity1`, `amenity2`, … `amenity10`.
///
/// ```swift
/// struct Hotel: Decodable {
///     let name: String
///     @NumberedFamily var amenities: [String]
///
///     enum CodingKeys: String, TolerantCodingKey {
///         case name
///         case amenities = "amenity"
///     }
/// }
/// ```
///
/// 1. The raw value of the coding key is the prefix, and so is each of its aliases. The coding keys of the model conform to ``TolerantCodingKey``.
/// 2. The values are in numeric order: 2 comes before 10. Gaps are allowed, and so are numbers of any length.
///    If another coding key is the prefix followed by digits, the keys that continue it with digits belong to that one: beside
///    `a1`, the family `a` has `a1`, but not `a10`.
/// 3. Blank strings and nulls are left out. With an optional `Element`, or an ``OptionalValue``, they are kept: null is
///    `nil`, and a blank string is itself, or `nil` if the element is not a string.
/// 4. A family without members is empty. As an optional property, `let amenities: NumberedFamily<String>?`, it is `nil`.
/// 5. If two keys have the same number (`amenity1`, `amenity01`), the shorter one is read, and an issue names the other.
///    A key with the canonical prefix precedes one with an alias.
/// 6. A value that is not an `Element` is an error with the path of its key. Other wrappers are those of the elements: declare
///    `@NumberedFamily var flags: [Lenient<Bool>]`.
///
/// ``members`` has the numbers, too. ``zipped(with:)`` combines families with parallel numbers.
@propertyWrapper
public struct NumberedFamily<Element> {
    /// A value of a family, and its number.
    @frozen
    public struct Member {
        /// The number after the prefix.
        public let number: FamilyNumber

        /// The value.
        public let value: Element

        /// Creates a member.
        @inlinable
        public init(_ number: FamilyNumber, _ value: Element) {
            self.number = number
            self.value = value
        }
    }

    /// The members in the order of their numbers.
    public private(set) var members: [Member]

    /// The values in the order of their numbers.
    public private(set) var values: [Element]

    /// Creates a family of members in any order. Of members with the same number, the first is used.
    ///
    /// - Complexity: O(*n* log *n*) for *n* members.
    public init(members: [Member]) {
        var seen: Set<FamilyNumber> = []
        let members = members.filter { seen.insert($0.number).inserted }.sorted { $0.number < $1.number }
        self.init(sorted: members, values: members.map { $0.value })
    }

    /// Creates a family of members with different numbers in their order, and the values of these members.
    @usableFromInline
    init(sorted members: [Member], values: [Element]) {
        self.members = members
        self.values = values
    }

    /// Creates a family of values with the numbers 1, 2, 3 and so on.
    public init(_ values: [Element]) {
        members = zip(1..., values).map { Member(FamilyNumber($0), $1) }
        self.values = values
    }

    /// Creates a family of values with the numbers 1, 2, 3 and so on.
    public init(wrappedValue values: [Element]) {
        self.init(values)
    }

    /// The values in the order of their numbers. New values get the numbers 1, 2, 3 and so on.
    public var wrappedValue: [Element] {
        get { values }
        set { self = NumberedFamily(newValue) }
    }

    /// The family with its numbers: `$amenities`.
    public var projectedValue: NumberedFamily {
        get { self }
        set { self = newValue }
    }

    /// Combines each value with the value that has the same number in another family.
    ///
    /// ```swift
    /// $ingredients.zipped(with: $measures)   // ("Chicken", "1 lb"), ("Salt", nil)
    /// ```
    ///
    /// - Returns: A pair for each member of this family, with `nil` if the other family does not have its number.
    /// - Complexity: O(*n* + *m*) for *n* and *m* members.
    public func zipped<Other>(with other: NumberedFamily<Other>) -> [(Element, Other?)] {
        let values = Dictionary(other.members.map { ($0.number, $0.value) }) { first, _ in first }
        return members.map { ($0.value, values[$0.number]) }
    }
}

extension NumberedFamily: CustomStringConvertible {
    /// The values as text.
    public var description: String { "\(values)" }
}

extension NumberedFamily: Sendable where Element: Sendable {}
extension NumberedFamily: Equatable where Element: Equatable {}
extension NumberedFamily: Hashable where Element: Hashable {}
extension NumberedFamily.Member: Sendable where Element: Sendable {}
extension NumberedFamily.Member: Equatable where Element: Equatable {}
extension NumberedFamily.Member: Hashable where Element: Hashable {}

/// The number of a member of a family: a natural number with any number of digits.
///
/// Numbers are ordered by value: 2 comes before 10, and both come before a number of 30 digits.
public struct FamilyNumber: Hashable, Sendable {
    /// The digits without leading zeros; `0` for zero.
    private let digits: String

    /// Creates a number from ASCII digits with any leading zeros; `nil` for other text.
    init?(digits: Substring) {
        guard !digits.isEmpty, digits.utf8.allSatisfy(\.isDigit) else { return nil }
        let significant = digits.utf8.drop { $0 == UInt8(ascii: "0") }
        self.digits = significant.isEmpty ? "0" : String(Substring(significant))
    }

    /// Creates a number from a positive integer.
    fileprivate init(_ value: Int) {
        digits = String(value)
    }

    /// The number as an integer; `nil` if it does not fit.
    public var value: Int? { Int(digits) }
}

extension FamilyNumber: Comparable {
    /// Whether the left number is less than the right one.
    public static func < (left: FamilyNumber, right: FamilyNumber) -> Bool {
        (left.digits.utf8.count, left.digits) < (right.digits.utf8.count, right.digits)
    }
}

extension FamilyNumber: ExpressibleByIntegerLiteral {
    /// Creates a number from an integer literal.
    public init(integerLiteral value: UInt) {
        digits = String(value)
    }
}

extension FamilyNumber: CustomStringConvertible {
    /// The digits.
    public var description: String { digits }
}
