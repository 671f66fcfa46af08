package import FlagResolver

/// What a condition of another system asks of an attribute, as far as documents can express it.
///
/// An absent attribute never passes a test, and one of another type does not either.
package enum AttributeTest: Hashable, Sendable {
    /// Any value.
    case present
    case strings(StringTest)
    case numbers(NumberTest)
    /// Strings that are versions of a set.
    case versions(VersionSet)
    /// No value.
    case never

    /// What passes both tests.
    package func intersection(_ other: AttributeTest) -> AttributeTest {
        switch (self, other) {
        case (.present, _): other
        case (_, .present): self
        case (.strings(let left), .strings(let right)): left.intersection(right).map { .strings($0) } ?? .never
        case (.numbers(let left), .numbers(let right)): left.intersection(right).map { .numbers($0) } ?? .never
        case (.versions(let left), .versions(let right)):
            left.isDisjoint(with: right) ? .never : .versions(left.intersection(right))
        default: .never
        }
    }
}

/// A set of strings: those that are listed or have a listed beginning, except others.
package struct StringTest: Hashable, Sendable {
    /// The only strings; `nil` for any.
    private(set) var only: [String]?
    /// Beginnings, of which a string has one; `nil` for any.
    private(set) var prefixes: [String]?
    private(set) var except: [String] = []
    private(set) var exceptPrefixes: [String] = []

    /// The strings of a list, which must not be empty.
    package static func one(of strings: [String]) -> StringTest { StringTest(only: strings.withoutRepetition) }

    /// All strings but those of a list.
    package static func none(of strings: [String]) -> StringTest { StringTest(except: strings.withoutRepetition) }

    /// The strings that begin with one of a list.
    package static func beginning(with prefixes: [String]) -> StringTest {
        StringTest(prefixes: prefixes.withoutRepetition)
    }

    /// The strings that begin with none of a list.
    package static func notBeginning(with prefixes: [String]) -> StringTest {
        StringTest(exceptPrefixes: prefixes.withoutRepetition)
    }

    package init(
        only: [String]? = nil, prefixes: [String]? = nil, except: [String] = [], exceptPrefixes: [String] = []
    ) {
        self.only = only
        self.prefixes = prefixes
        self.except = except
        self.exceptPrefixes = exceptPrefixes
    }

    /// The strings of both sets; `nil` if there are none.
    func intersection(_ other: StringTest) -> StringTest? {
        var result = StringTest(
            except: (except + other.except).withoutRepetition,
            exceptPrefixes: (exceptPrefixes + other.exceptPrefixes).withoutRepetition)
        switch (prefixes, other.prefixes) {
        case (nil, let prefixes), (let prefixes, nil): result.prefixes = prefixes
        case (let left?, let right?):
            // Of two beginnings, the longer one implies the other, or no string has both.
            let both = left.flatMap { one in
                right.compactMap { other in
                    one.begins(withBytesOf: other) ? one : other.begins(withBytesOf: one) ? other : nil
                }
            }
            guard !both.isEmpty else { return nil }
            result.prefixes = both.withoutRepetition
        }
        switch (only, other.only) {
        case (nil, nil): return result
        case (nil, let strings?), (let strings?, nil): return result.selecting(strings)
        case (let left?, let right?):
            let known = Set(right.map { ExactText($0) })
            return result.selecting(left.filter { known.contains(ExactText($0)) })
        }
    }

    /// The strings of a list that are in the set, as a set; `nil` if there are none.
    private func selecting(_ strings: [String]) -> StringTest? {
        let excluded = Set(except.map { ExactText($0) })
        let selected = strings.filter { string in
            (prefixes?.contains { string.begins(withBytesOf: $0) } ?? true) && !excluded.contains(ExactText(string))
                && !exceptPrefixes.contains { string.begins(withBytesOf: $0) }
        }
        return selected.isEmpty ? nil : StringTest(only: selected)
    }
}

/// A set of numbers.
package struct NumberTest: Hashable, Sendable {
    /// A bound, and whether the number itself is outside.
    package struct Bound: Hashable, Sendable {
        let number: AttributeNumber
        let isExcluded: Bool
    }

    private(set) var lower: Bound?
    private(set) var upper: Bound?
    /// The only numbers; `nil` for any.
    private(set) var only: [AttributeNumber]?
    private(set) var except: [AttributeNumber] = []

    package init(
        lower: Bound? = nil, upper: Bound? = nil, only: [AttributeNumber]? = nil, except: [AttributeNumber] = []
    ) {
        self.lower = lower
        self.upper = upper
        self.only = only
        self.except = except
    }

    /// The numbers that compare with another one in a way; `nil` if the operator is none of `== != < <= > >=`.
    package init?(_ sign: String, _ number: AttributeNumber) {
        switch sign {
        case "==": self.init(only: [number])
        case "!=": self.init(except: [number])
        case "<": self.init(upper: Bound(number: number, isExcluded: true))
        case "<=": self.init(upper: Bound(number: number, isExcluded: false))
        case ">": self.init(lower: Bound(number: number, isExcluded: true))
        case ">=": self.init(lower: Bound(number: number, isExcluded: false))
        default: return nil
        }
    }

    private func contains(_ number: AttributeNumber) -> Bool {
        if let lower, number < lower.number || number == lower.number && lower.isExcluded { return false }
        if let upper, upper.number < number || number == upper.number && upper.isExcluded { return false }
        return !except.contains(number)
    }

    /// The numbers of both sets; `nil` if there are none.
    func intersection(_ other: NumberTest) -> NumberTest? {
        var result = NumberTest(except: except + other.except.filter { !except.contains($0) })
        result.lower = [lower, other.lower].compactMap { $0 }.max { left, right in
            left.number == right.number ? !left.isExcluded && right.isExcluded : left.number < right.number
        }
        result.upper = [upper, other.upper].compactMap { $0 }.min { left, right in
            left.number == right.number ? left.isExcluded && !right.isExcluded : left.number < right.number
        }
        let numbers = other.only.map { right in only.map { $0.filter { right.contains($0) } } ?? right } ?? only
        if let numbers {
            let selected = numbers.filter { result.contains($0) }
            return selected.isEmpty ? nil : NumberTest(only: selected)
        }
        guard let lower = result.lower, let upper = result.upper else { return result }
        if lower.number == upper.number {
            return !lower.isExcluded && !upper.isExcluded && result.contains(lower.number)
                ? NumberTest(only: [lower.number]) : nil
        }
        return lower.number < upper.number ? result : nil
    }
}

extension String {
    /// Whether the bytes begin with those of another string, without canonical equivalence.
    func begins(withBytesOf prefix: String) -> Bool { utf8.starts(with: prefix.utf8) }
}

extension [String] {
    /// The strings, each at its first position, compared by their bytes.
    var withoutRepetition: [String] {
        var known: Set<ExactText> = []
        return filter { known.insert(ExactText($0)).inserted }
    }
}
