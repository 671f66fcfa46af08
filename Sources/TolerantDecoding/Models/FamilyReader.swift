import FlagResolver

/// Collects the members of a numbered family from the keys of an object.
@usableFromInline
struct FamilyReader {
    /// The prefixes in the order in which they are read: the canonical one, its conversion if that differs, the aliases.
    private let prefixes: [String]
    private let convertedPrefix: String?
    private let keepsBlanks: Bool

    /// A key that consists of a prefix and a number.
    @usableFromInline
    struct NumberedKey {
        @usableFromInline let number: FamilyNumber
        @usableFromInline let key: String
        /// The index of the prefix.
        fileprivate let prefix: Int

        /// Of keys with the same number, the one with the canonical prefix is first, then the shortest.
        fileprivate static func precedes(_ left: NumberedKey, _ right: NumberedKey) -> Bool {
            guard left.number == right.number else { return left.number < right.number }
            return (left.prefix, left.key.utf8.count, left.key) < (right.prefix, right.key.utf8.count, right.key)
        }
    }

    /// A reader of the keys with exactly this prefix.
    init(prefix: String, keepsBlanks: Bool) {
        prefixes = [prefix]
        convertedPrefix = nil
        self.keepsBlanks = keepsBlanks
    }

    /// A reader of the family of a field, which is found in the casing of ``KeyConversion/lowerCamelCase``, too.
    @usableFromInline
    init(field: String, aliases: [String]) {
        var prefixes = [field]
        convertedPrefix = Self.converted(prefix: field)
        if let convertedPrefix { prefixes.append(convertedPrefix) }
        for alias in aliases {
            for prefix in [alias, Self.converted(prefix: alias) ?? alias] where !prefixes.contains(prefix) {
                prefixes.append(prefix)
            }
        }
        self.prefixes = prefixes
        keepsBlanks = false
    }

    /// The prefix that a converted key of the family has; `nil` if it is the same.
    private static func converted(prefix: String) -> String? {
        guard !KeyCasing.isOneWord(prefix) else { return nil }
        // Separators at the end of a prefix are only removed if digits follow.
        let converted = String(KeyConversion.lowerCamelCase.convert(prefix + "1", []).dropLast())
        return converted == prefix ? nil : converted
    }

    /// The keys of the family among keys of the object.
    @usableFromInline
    func numberedKeys(among keys: [String]) -> [NumberedKey] {
        keys.compactMap(numberedKey)
    }

    private func numberedKey(_ key: String) -> NumberedKey? {
        for (index, prefix) in prefixes.enumerated() where Self.isPrefix(prefix, of: key) {
            if let number = FamilyNumber(digits: Substring(key.utf8.dropFirst(prefix.utf8.count))) {
                return NumberedKey(number: number, key: key, prefix: index)
            }
        }
        return nil
    }

    /// The longer prefixes that a numbered key may have, of another family: `a1` for `a10` in the family `a`.
    ///
    /// Names of fields have few digits: only the first ones count, so that the time does not grow with the number.
    @usableFromInline
    func continuedPrefixes(of numbered: NumberedKey) -> [String] {
        let digits = numbered.key.utf8.count - prefixes[numbered.prefix].utf8.count
        guard digits > 1 else { return [] }
        return (1..<min(digits, Self.maximumDigitCountOfName)).map { count in
            String(decoding: numbered.key.utf8.prefix(prefixes[numbered.prefix].utf8.count + count), as: UTF8.self)
        }
    }

    private static let maximumDigitCountOfName = 9

    private static func isPrefix(_ prefix: String, of key: String) -> Bool {
        key.withUTF8Bytes { key in prefix.withUTF8Bytes { key.starts(with: $0) } }
    }

    /// Reads the members.
    ///
    /// - Parameters:
    ///   - keys: The keys of the family, in any order.
    ///   - reportRepetition: Reports several keys with the same number, the first of which is read.
    ///   - decode: Decodes the value of a key; `nil` to leave it out.
    /// - Complexity: O(*n* log *n*) for *n* keys.
    @inlinable
    func read<Element: Decodable>(
        _ type: Element.Type,
        keys: [NumberedKey],
        reportRepetition: (_ used: String, _ ignored: [String]) throws -> Void,
        decode: (_ key: String) throws -> Element?
    ) throws -> NumberedFamily<Element> {
        var members: [NumberedFamily<Element>.Member] = []
        var values: [Element] = []
        members.reserveCapacity(keys.count)
        values.reserveCapacity(keys.count)
        var rest = inOrder(keys)[...]
        while let used = rest.popFirst() {
            var ignored: [String] = []
            while let next = rest.first, next.number == used.number {
                ignored.append(next.key)
                rest.removeFirst()
            }
            if !ignored.isEmpty { try reportRepetition(used.key, ignored) }
            if let value = try decode(used.key) {
                members.append(NumberedFamily.Member(used.number, value))
                values.append(value)
            }
        }
        return NumberedFamily(sorted: members, values: values)
    }

    /// The keys to read in the order of their numbers.
    @usableFromInline
    func inOrder(_ keys: [NumberedKey]) -> [NumberedKey] {
        guard keys.count > 1 else { return keys }
        var keys = keys
        // As for other fields, the canonical spelling wins, and keys in the converted one then belong to another field.
        if let convertedPrefix, keys.contains(where: { $0.prefix == 0 }) {
            keys.removeAll { prefixes[$0.prefix] == convertedPrefix }
        }
        keys.sort(by: NumberedKey.precedes)
        return keys
    }

    /// Whether a text is left out.
    @usableFromInline
    static func isBlank(_ text: String) -> Bool {
        // Most texts begin with a letter of ASCII. Testing a character for white space takes longer.
        guard text.utf8.first?.isLetter != true else { return false }
        return text.allSatisfy(\.isWhitespace)
    }

    /// The value of a member; `nil` to leave it out.
    @usableFromInline
    func element<Element: Decodable>(_ type: Element.Type, from decoder: any Decoder) throws -> Element? {
        let missing = (type as? any OptionalType.Type)?.nilValue as? Element
        let container = try decoder.singleValueContainer()
        guard !container.decodeNil() else { return missing }
        do {
            let value = try decoder.value(of: type)
            if !keepsBlanks, missing == nil, let text = value as? String, Self.isBlank(text) { return nil }
            return value
        } catch {
            if let text = try? container.decode(String.self), Self.isBlank(text) { return missing }
            return try decoder.decodeLeniently(type, after: error)
        }
    }
}

/// `Optional` and ``OptionalValue``, whatever they wrap.
private protocol OptionalType {
    static var nilValue: Any { get }
}

extension Optional: OptionalType {
    fileprivate static var nilValue: Any { Self.none as Any }
}

extension OptionalValue: OptionalType {
    fileprivate static var nilValue: Any { Self.null }
}
