/// Collects the members of a numbered family out of the keys of an object.
struct FamilyReader {
    let prefix: String
    let keepsBlanks: Bool

    private struct NumberedKey {
        let number: FamilyNumber
        let key: String
    }

    /// Whether any of the keys belongs to the family.
    func hasMember(among keys: [String]) -> Bool {
        keys.contains { number(of: $0) != nil }
    }

    /// Reads the members.
    ///
    /// - Parameters:
    ///   - keys: The keys of the object.
    ///   - path: The path of the object.
    ///   - reporter: Is asked for if there is something to report.
    ///   - decode: Hands out a decoder for the value of a key.
    /// - Complexity: O(*n* + *m* log *m*) for *n* keys, *m* of which belong to the family.
    func read<Element: Decodable>(
        _ type: Element.Type,
        keys: [String],
        path: [any CodingKey],
        reporter: () throws -> IssueReporter,
        decode: (_ key: String, _ body: (any Decoder) throws -> Element?) throws -> Element?
    ) throws -> NumberedFamily<Element> {
        var members: [NumberedFamily<Element>.Member] = []
        for group in grouped(keys) {
            guard let used = group.first else { continue }
            if group.count > 1 {
                let problem = SettingProblem.repeatedFamilyNumber(
                    used: used.key,
                    ignored: group.dropFirst().map(\.key)
                )
                try reporter().report(problem, at: path + [DynamicKey(used.key)])
            }
            if let value = try decode(used.key, { try element(type, from: $0) }) {
                members.append(NumberedFamily.Member(used.number, value))
            }
        }
        return NumberedFamily(members)
    }

    private func number(of key: String) -> FamilyNumber? {
        guard key.utf8.starts(with: prefix.utf8) else { return nil }
        return FamilyNumber(digits: key.utf8.dropFirst(prefix.utf8.count))
    }

    /// The keys of the family in numeric order, those with the same number together, the shortest of them first.
    private func grouped(_ keys: [String]) -> [[NumberedKey]] {
        let numbered = keys.compactMap { key in number(of: key).map { NumberedKey(number: $0, key: key) } }
        let sorted = numbered.sorted { left, right in
            (left.number, left.key.utf8.count) < (right.number, right.key.utf8.count)
        }
        var groups: [[NumberedKey]] = []
        for key in sorted {
            if groups.last?.first?.number == key.number {
                groups[groups.count - 1].append(key)
            } else {
                groups.append([key])
            }
        }
        return groups
    }

    /// The value of a member; `nil` for one that is left out.
    private func element<Element: Decodable>(_ type: Element.Type, from decoder: any Decoder) throws -> Element? {
        let absent = (type as? any AbsentRepresentable.Type)?.absent
        let container = try decoder.singleValueContainer()
        guard !container.decodeNil() else { return absent as? Element }
        do {
            let value = try container.decode(type)
            if !keepsBlanks, absent == nil, let text = value as? String, text.allSatisfy(\.isWhitespace) { return nil }
            return value
        } catch {
            guard let text = try? container.decode(String.self), text.allSatisfy(\.isWhitespace) else { throw error }
            return absent as? Element
        }
    }
}

/// A type that can represent the absence of a value.
private protocol AbsentRepresentable {
    static var absent: Any { get }
}

extension Optional: AbsentRepresentable {
    fileprivate static var absent: Any { Self.none as Any }
}
