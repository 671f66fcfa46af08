import TestSupport

/// A random document with all that resolution has to get right: overlaps, ties, pre-releases, malformed entries.
struct RandomDocument {
    enum Kind: CaseIterable { case bool, int, string, list }

    /// An entry as the slow evaluator sees it: the tokens of the document, nothing interpreted.
    struct Entry {
        /// The alternatives of all texts in `appVersion`, each a list of comparators such as `>=1.2`.
        let alternatives: [[String]]
        let value: String
        let isMalformed: Bool
        let json: String
    }

    struct Setting {
        let name: String
        let kind: Kind
        let defaultValue: String
        let entries: [Entry]
        let json: String
    }

    let settings: [Setting]
    let json: String

    init(using random: inout SeededRandom) {
        settings = (0..<Int.random(in: 1...4, using: &random)).map { index in
            Self.setting(named: "s\(index)", using: &random)
        }
        json = "{" + settings.map { "\"\($0.name)\": \($0.json)" }.joined(separator: ", ") + "}"
    }

    /// Versions of the kind that documents name, and a few beyond them.
    func versions(using random: inout SeededRandom) -> [String] {
        var versions: Set<String> = ["0.0.0-0", "0", "99999999999999999999.1", "1.1.0.1"]
        for _ in 0..<12 { versions.insert(Self.version(using: &random)) }
        return versions.sorted()
    }

    private static func setting(named name: String, using random: inout SeededRandom) -> Setting {
        let kind = Kind.allCases.randomElement(using: &random) ?? .bool
        let hasBadDefault = Int.random(in: 0..<12, using: &random) == 0
        let defaultValue = value(hasBadDefault ? nil : kind, using: &random)
        guard Int.random(in: 0..<8, using: &random) > 0 else {
            return Setting(name: name, kind: kind, defaultValue: defaultValue, entries: [], json: defaultValue)
        }
        let entries = (0..<Int.random(in: 0...5, using: &random)).map { _ in entry(kind, using: &random) }
        let list = entries.map(\.json).joined(separator: ", ")
        let json = "{\"defaultValue\": \(defaultValue), \"valuesByVersion\": [\(list)]}"
        return Setting(name: name, kind: kind, defaultValue: defaultValue, entries: entries, json: json)
    }

    private static func entry(_ kind: Kind, using random: inout SeededRandom) -> Entry {
        let value = value(Int.random(in: 0..<8, using: &random) == 0 ? nil : kind, using: &random)
        switch Int.random(in: 0..<14, using: &random) {
        case 0: return Entry(alternatives: [], value: value, isMalformed: true, json: "{\"value\": \(value)}")
        case 1: return Entry(alternatives: [], value: value, isMalformed: true, json: "{\"appVersion\": \"*\"}")
        case 2: return Entry(alternatives: [], value: value, isMalformed: true, json: "null")
        case 3:
            let json = "{\"appVersion\": \"*\", \"value\": \(value), \"platform\": \"ios\"}"
            return Entry(alternatives: [], value: value, isMalformed: true, json: json)
        case 4:
            let json = "{\"appVersion\": \"1..2\", \"value\": \(value)}"
            return Entry(alternatives: [], value: value, isMalformed: true, json: json)
        default:
            break
        }
        let texts = (0..<Int.random(in: 1...2, using: &random)).map { _ in alternatives(using: &random) }
        let written = texts.map { "\"" + $0.map { $0.joined(separator: " ") }.joined(separator: " || ") + "\"" }
        let requirement = written.count == 1 ? written[0] : "[" + written.joined(separator: ", ") + "]"
        let member = Bool.random(using: &random) ? "value" : "defaultValue"
        let json = "{\"appVersion\": \(requirement), \"\(member)\": \(value)}"
        return Entry(alternatives: texts.flatMap { $0 }, value: value, isMalformed: false, json: json)
    }

    private static func alternatives(using random: inout SeededRandom) -> [[String]] {
        (0..<Int.random(in: 1...2, using: &random)).map { _ in
            (0..<Int.random(in: 1...2, using: &random)).map { _ in
                let comparator = ["", "=", "!=", "<", "<=", ">", ">="].randomElement(using: &random) ?? ""
                return comparator + version(using: &random)
            }
        }
    }

    /// Few different numbers, so that versions often meet.
    private static func version(using random: inout SeededRandom) -> String {
        let count = Int.random(in: 1...4, using: &random)
        var numbers = (0..<count).map { _ in "\(Int.random(in: 0...2, using: &random))" }
        if Int.random(in: 0..<12, using: &random) == 0 { numbers[0] = "99999999999999999999" }
        let prerelease = ["", "", "", "-0", "-rc.1", "-rc.1.0", "-rc", "-1"].randomElement(using: &random) ?? ""
        return numbers.joined(separator: ".") + prerelease
    }

    /// A JSON text of a kind, or of any other than that of the setting.
    private static func value(_ kind: Kind?, using random: inout SeededRandom) -> String {
        switch kind {
        case .bool: Bool.random(using: &random) ? "true" : "false"
        case .int: ["0", "-1", "7", "3.0", "1e2"].randomElement(using: &random) ?? "0"
        case .string: ["\"\"", "\"a\"", "\"\\u0062\\n\"", "\"é\""].randomElement(using: &random) ?? "\"\""
        case .list: ["[]", "[1]", "[1,2]"].randomElement(using: &random) ?? "[]"
        case nil: ["null", "{}", "{\"a\": 1}", "0.5", "[true]"].randomElement(using: &random) ?? "null"
        }
    }
}
