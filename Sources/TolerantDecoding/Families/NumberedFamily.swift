/// The values of all keys made of a prefix and a number: `amenity1`, `amenity2`, … `amenity10`.
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
/// 1. The raw value of the coding key is the prefix; the model's coding keys are a ``TolerantCodingKey``.
/// 2. Values are in the order of the numbers, 2 before 10. Gaps are allowed, and so are numbers of any length.
/// 3. Blanks (text that is empty or nothing but white space) and nulls are left out. With an optional `Element` they are
///    kept: null is `nil`, and blank text stays as it is (`nil` where the element is not text).
/// 4. A family without members is empty. As an optional property, `let amenities: NumberedFamily<String>?`, it is `nil`.
/// 5. Of two keys with the same number (`amenity1`, `amenity01`) the shorter is read, and an issue names the other.
/// 6. A value of another type than `Element` is an error with the path of its key.
///
/// ``members`` has the numbers; families of parallel keys are brought together with ``zipped(with:)``.
@propertyWrapper
public struct NumberedFamily<Element> {
    /// One value of a family, and its number.
    public struct Member {
        /// The number after the prefix.
        public let number: FamilyNumber

        /// The value.
        public let value: Element

        /// A member with a number.
        public init(_ number: FamilyNumber, _ value: Element) {
            self.number = number
            self.value = value
        }
    }

    /// The members in the order of their numbers.
    public let members: [Member]

    /// The values in the order of their numbers.
    public let values: [Element]

    /// A family of members in any order; of several with one number, the first counts.
    ///
    /// - Complexity: O(*n* log *n*) for *n* members.
    public init(_ members: [Member]) {
        var seen: Set<FamilyNumber> = []
        self.members = members.filter { seen.insert($0.number).inserted }.sorted { $0.number < $1.number }
        values = self.members.map(\.value)
    }

    /// The values in the order of their numbers.
    public var wrappedValue: [Element] { values }

    /// The family itself, with its numbers: `$amenities`.
    public var projectedValue: NumberedFamily { self }

    /// Brings each value together with the one that has the same number in a parallel family.
    ///
    /// ```swift
    /// $ingredients.zipped(with: $measures)   // ("Chicken", "1 lb"), ("Salt", nil)
    /// ```
    ///
    /// - Returns: A pair for each member of this family; `nil` where the other has no such number.
    /// - Complexity: O(*n* + *m*) for *n* and *m* members.
    public func zipped<Other>(with other: NumberedFamily<Other>) -> [(Element, Other?)] {
        var index = 0
        return members.map { member in
            while index < other.members.count, other.members[index].number < member.number { index += 1 }
            guard index < other.members.count, other.members[index].number == member.number else {
                return (member.value, nil)
            }
            return (member.value, other.members[index].value)
        }
    }
}

extension NumberedFamily: Sendable where Element: Sendable {}
extension NumberedFamily: Equatable where Element: Equatable {}
extension NumberedFamily: Hashable where Element: Hashable {}
extension NumberedFamily.Member: Sendable where Element: Sendable {}
extension NumberedFamily.Member: Equatable where Element: Equatable {}
extension NumberedFamily.Member: Hashable where Element: Hashable {}
