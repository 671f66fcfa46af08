/// A list of realistic records of about 8,000 bytes, its keys in one casing or in all of them by turns.
enum CasedRecords {
    enum Casing: String {
        case lowerCamelCase = "camelCase"
        case snakeCase = "snake_case"
        case mixed = "mixed case"
    }

    /// What a backend knows of a person; the properties are spelled as Swift spells them.
    struct Record: Decodable {
        let recordId: Int, accountId: String, firstName: String, lastName: String, emailAddress: String
        let phoneNumber: String, isActive: Bool, loginCount: Int, totalAmount: Double, currencyCode: String
        let createdAt: String, lastLoginAt: String, streetAddress: String, postalCode: String, countryCode: String
        let preferredLanguage: String
    }

    /// Each field: its name in words, and its value in the record with a number.
    private static let fields: [(words: [String], value: @Sendable (Int) -> String)] = [
        (["record", "id"], { "\($0)" }),
        (["account", "id"], { "\"acc-\(1_000 + $0)\"" }),
        (["first", "name"], { "\"Name\($0)\"" }),
        (["last", "name"], { "\"Surname\($0)\"" }),
        (["email", "address"], { "\"person\($0)@example.com\"" }),
        (["phone", "number"], { "\"+1 555 \(1_000 + $0)\"" }),
        (["is", "active"], { $0.isMultiple(of: 2) ? "true" : "false" }),
        (["login", "count"], { "\($0 * 7)" }),
        (["total", "amount"], { "\($0).25" }),
        (["currency", "code"], { _ in "\"EUR\"" }),
        (["created", "at"], { _ in "\"2024-02-29T10:30:00Z\"" }),
        (["last", "login", "at"], { _ in "\"2024-03-01T08:00:00Z\"" }),
        (["street", "address"], { "\"\($0) Main Street\"" }),
        (["postal", "code"], { "\"\(10_000 + $0)\"" }),
        (["country", "code"], { _ in "\"DE\"" }),
        (["preferred", "language"], { _ in "\"de\"" }),
    ]

    static func document(_ casing: Casing) -> [UInt8] {
        let records = (0..<20).map { record in
            let members = fields.enumerated().map { index, field in
                let key = key(field.words, casing, turn: record * 3 + index)
                return "\"\(key)\":\(field.value(record))"
            }
            return "{" + members.joined(separator: ",") + "}"
        }
        return Array(("[" + records.joined(separator: ",") + "]").utf8)
    }

    private static func key(_ words: [String], _ casing: Casing, turn: Int) -> String {
        switch casing {
        case .lowerCamelCase: words[0] + words.dropFirst().map(capitalized).joined()
        case .snakeCase: words.joined(separator: "_")
        case .mixed:
            switch turn % 5 {
            case 0: key(words, .lowerCamelCase, turn: turn)
            case 1: words.joined(separator: "_")
            case 2: words.joined(separator: "-")
            case 3: words.joined(separator: "_").uppercased()
            default: words.map(capitalized).joined()
            }
        }
    }

    private static func capitalized(_ word: String) -> String {
        word.prefix(1).uppercased() + word.dropFirst()
    }
}
