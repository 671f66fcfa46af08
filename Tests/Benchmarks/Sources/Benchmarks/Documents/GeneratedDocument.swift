/// A large document of settings, the same bytes every time.
///
/// The settings are in 37 groups, one in four each Boolean, integer, string and object. Each has four entries: 60 % for
/// exact versions, 40 % for ranges over 1.0.0 to 9.9.9. Indented by one blank a level, 10,000 of them make 4.06 MB.
struct GeneratedDocument {
    static let groupCount = 37

    /// Which of the settings another revision of the document has changed: one in so many.
    private var editInterval: Int { audience == .usersOfFewVersions ? 10 : 31 }

    /// Whom the entries are for.
    enum Audience {
        /// Everybody with some versions.
        case versions
        /// Those who satisfy two conditions: on attributes, a rollout, and in half of the entries the version.
        case users
        /// The same, with a salt for each setting and 15 versions, so that a matrix has 31 columns.
        case usersOfFewVersions
    }

    private let isEdited: Bool
    private let audience: Audience
    private var random: MersenneTwister
    private var text = ""

    /// The document with a number of settings, in UTF-8.
    ///
    /// - Parameters:
    ///   - isEdited: Whether some settings have lost an entry, have a new one, or have them in another order: one in 31, or
    ///     one in ten for users of few versions.
    static func bytes(
        settings count: Int, seed: UInt32 = 1, isEdited: Bool = false, for audience: Audience = .versions
    ) -> [UInt8] {
        var document = GeneratedDocument(
            random: MersenneTwister(seed: seed), isEdited: isEdited, audience: audience)
        document.write(settings: count)
        return Array(document.text.utf8)
    }

    /// The name of a setting, such as `group3.flag40`.
    static func name(of setting: Int) -> String {
        "group\(setting % groupCount).flag\(setting)"
    }

    private init(random: MersenneTwister, isEdited: Bool, audience: Audience) {
        self.random = random
        self.isEdited = isEdited
        self.audience = audience
    }

    private mutating func write(settings count: Int) {
        // The settings are drawn by number and written by group.
        let settings = (0..<count).map { setting(number: $0) }
        text = "{\n"
        for group in 0..<min(count, Self.groupCount) {
            if group > 0 { text += ",\n" }
            text += " \"group\(group)\": {\n"
            for number in stride(from: group, to: count, by: Self.groupCount) {
                if number > group { text += ",\n" }
                text += settings[number]
            }
            text += "\n }"
        }
        text += "\n}\n"
    }

    private mutating func setting(number: Int) -> String {
        var entries = (0..<4).map { _ in
            let requirement = random.fraction() < 0.6 ? version() : range()
            return (
                condition: audience == .versions
                    ? Self.member("appVersion", "\"\(requirement)\"") : conditions(requirement, of: number),
                value: value(number, indent: 5)
            )
        }
        if isEdited, number.isMultiple(of: editInterval) {
            switch number / editInterval % 3 {
            case 0: entries.removeFirst()
            case 1: entries.swapAt(0, 3)
            default: entries.insert((Self.member("appVersion", "\">=5.0.0\""), entries[3].value), at: 0)
            }
        }
        let texts = entries.map { entry in
            "    {\n\(entry.condition)     \"value\": \(entry.value)\n    }"
        }
        return "  \"flag\(number)\": {\n   \"defaultValue\": \(value(number, indent: 3)),\n"
            + "   \"valuesByVersion\": [\n\(texts.joined(separator: ",\n"))\n   ]\n  }"
    }

    /// A member of an entry, with its line end.
    private static func member(_ name: String, _ value: String) -> String {
        "     \"\(name)\": \(value),\n"
    }

    /// Two conditions, of which the version is one in half of all cases.
    private mutating func conditions(_ requirement: String, of number: Int) -> String {
        let version = Self.member("appVersion", "\"\(requirement)\"")
        let salt =
            audience == .usersOfFewVersions ? "\"flag\(number)\"" : "\"release-\(random.integer(in: 1...500))\""
        let rollout = Self.member(
            "rollout",
            "{\n      \"percent\": \(random.integer(in: 1...99)),\n      \"salt\": \(salt)\n     }")
        let platforms = "[\n       \"ios\",\n       \"\(random.fraction() < 0.5 ? "macos" : "watchos")\"\n      ]"
        let launches = "{\n       \">=\": \(random.integer(in: 1...20))\n      }"
        let system = "{\n       \"version\": \">=\(random.integer(in: 14...19))\"\n      }"
        switch random.integer(in: 0...3) {
        case 0: return version + when("platform", platforms)
        case 1: return version + rollout
        case 2: return when("country", "\"\(random.fraction() < 0.5 ? "DE" : "FR")\"") + rollout
        default: return when("launches", launches + ",\n      \"osVersion\": \(system)")
        }
    }

    private func when(_ attribute: String, _ condition: String) -> String {
        Self.member("when", "{\n      \"\(attribute)\": \(condition)\n     }")
    }

    private mutating func version() -> String {
        guard audience != .usersOfFewVersions else { return "\(random.integer(in: 1...15)).0.0" }
        return "\(random.integer(in: 1...9)).\(random.integer(in: 0...9)).\(random.integer(in: 0...9))"
    }

    private mutating func range() -> String {
        if audience == .usersOfFewVersions {
            let first = random.integer(in: 1...14)
            return ">=\(first).0.0 <\(random.integer(in: (first + 1)...15)).0.0"
        }
        let bounds = (0..<2).map { _ in (0..<3).map { _ in random.integer(in: 0...9) } }
        let isAscending = !bounds[1].lexicographicallyPrecedes(bounds[0])
        let lower = bounds[isAscending ? 0 : 1]
        let upper = bounds[isAscending ? 1 : 0]
        return ">=\(lower[0]).\(lower[1]).\(lower[2]) <\(upper[0] + 1).\(upper[1]).\(upper[2])"
    }

    /// A value of the type that settings of this number have; values of all types are drawn, and one is taken.
    private mutating func value(_ number: Int, indent: Int) -> String {
        let flag = random.fraction() < 0.5
        let integer = random.integer(in: 0...1000)
        let text = random.integer(in: 0...9999)
        let member = random.integer(in: 0...9)
        switch number % 4 {
        case 0: return "\(flag)"
        case 1: return "\(integer)"
        case 2: return "\"s\(text)\""
        default:
            let blanks = String(repeating: " ", count: indent)
            return "{\n\(blanks) \"a\": \(member),\n\(blanks) \"b\": [\n\(blanks)  \"x\",\n\(blanks)  \"y\"\n"
                + "\(blanks) ]\n\(blanks)}"
        }
    }
}
