package import FlagResolver
import Testing

/// Random documents that test more than the app version, and contexts at and beside their boundaries.
package struct TargetingSample {
    private var random: SeededRandom

    /// Whether conditions test one attribute as a string and as a version.
    private let mixesTypes: Bool

    package init(seed: UInt64, mixesTypes: Bool = true) {
        random = SeededRandom(seed: seed)
        self.mixesTypes = mixesTypes
    }

    private static let strings = ["DE", "AT", "de-AT", "de-CH", "17.2", "16", "é"]
    private static let numbers = ["0", "5", "5.0", "4.999", "-1", "1e3"]
    private static let versions = ["1.0.0", "1.4.0", "1.4.1", "2.0.0-rc.1", "2.0.0", "3"]
    private static let requirements = ["*", ">=1.4.0", "<2.0.0", "1.4.x", "1.4.1 || >=2.0.0", ">=2 <1", "2.0.0-rc.1"]
    private static let instants = [
        "2026-12-01T00:00:00Z", "2026-12-01T00:00:00.000000001Z", "2027-01-01T01:00:00+01:00",
    ]
    private static let keys = (0..<8).map { "user-\($0)" }
    private static let attributes = ["country", "language", "osVersion", "launches", "premium"]

    /// A document of settings, each with a few entries; some entries are malformed.
    package mutating func document(settingCount: Int = 4) -> String {
        let names = (0..<settingCount).map { "s\($0)" }
        let settings = names.map { name in
            let entries = (0..<Int.random(in: 0...4, using: &random)).map { _ in entry(settings: names) }
            return
                "\"\(name)\": {\"defaultValue\": \(value()), \"valuesByVersion\": [\(entries.joined(separator: ", "))]}"
        }
        return "{\(settings.joined(separator: ", "))}"
    }

    private mutating func value() -> String {
        ["true", "false", "true", "1", "\"x\""].randomElement(using: &random) ?? "1"
    }

    private mutating func entry(settings: [String]) -> String {
        var members: [String] = []
        if random.chance(50) { members.append("\"appVersion\": \"\(random.pick(Self.requirements))\"") }
        if random.chance(60) { members.append("\"when\": {\(conditions())}") }
        if random.chance(25) { members.append("\"rollout\": \(rollout())") }
        if random.chance(15) { members.append("\"from\": \"\(random.pick(Self.instants))\"") }
        if random.chance(15) { members.append("\"until\": \"\(random.pick(Self.instants))\"") }
        if random.chance(20) { members.append("\"requires\": \"\(random.pick(settings + ["missing"]))\"") }
        if random.chance(20) { members.append("\"name\": \"n\"") }
        if random.chance(2) { members.append("\"platform\": \"ios\"") }
        members.append("\"value\": \(value())")
        return "{\(members.shuffled(using: &random).joined(separator: ", "))}"
    }

    private mutating func conditions() -> String {
        let names = Self.attributes.shuffled(using: &random).prefix(Int.random(in: 1...2, using: &random))
        var conditions = names.map { "\"\($0)\": \(condition(on: $0, nested: false))" }
        if random.chance(15) { conditions.append("\"targetingKey\": \(keyCondition())") }
        if random.chance(5) { conditions.append("\"date\": {\"absent\": \(random.chance(50))}") }
        if random.chance(3) { conditions.append("\"appVersion\": {\"absent\": \(random.chance(50))}") }
        return conditions.joined(separator: ", ")
    }

    private mutating func keyCondition() -> String {
        random.pick([
            "\"user-1\"", "[\"user-2\", \"user-5\"]", "{\"not\": \"user-3\"}", "{\"startsWith\": \"user-\"}",
            "{\"absent\": true}", "{\"absent\": false}", "5", "true", "{\"not\": [{\"<=\": 10}, \"user-3\"]}",
            "{\"<\": 5}", "{\"startsWith\": \"u\", \"not\": [\"user-1\", \"user-4\"]}",
        ])
    }

    private mutating func condition(on name: String, nested: Bool) -> String {
        if !mixesTypes, name == "osVersion" { return versionCondition(nested: nested) }
        switch Int.random(in: nested ? 2...9 : 0...9, using: &random) {
        case 0: return "[\(condition(on: name, nested: true)), \(scalar())]"
        case 1: return random.chance(50) ? "{\"absent\": true}" : "{\"absent\": false}"
        case 2: return "{\"startsWith\": \"\(random.pick(["de", "de-", "D", "1"]))\"}"
        case 3: return "{\"\(random.pick(["<", "<=", ">", ">="]))\": \(random.pick(Self.numbers))}"
        case 4: return "{\">=\": \(random.pick(Self.numbers)), \"<\": \(random.pick(Self.numbers))}"
        case 5 where mixesTypes: return versionCondition(nested: true)
        case 6: return "{\"not\": \(random.chance(50) ? scalar() : "[\(scalar()), {\"startsWith\": \"de\"}]")}"
        case 7: return "{\"startsWith\": \"de\", \"not\": \"de-AT\"}"
        default: return scalar()
        }
    }

    private mutating func versionCondition(nested: Bool) -> String {
        switch Int.random(in: nested ? 2...7 : 0...7, using: &random) {
        case 0: "[\(versionCondition(nested: true)), true, 5, \"de-AT\"]"
        case 1: "{\"absent\": \(random.chance(50))}"
        case 2: random.chance(50) ? "\"DE\"" : "{\"not\": [\"DE\", {\"version\": \"16\"}]}"
        case 3: "{\"not\": {\"version\": \"\(random.pick(["17.2", "*", "<16 || >=17"]))\"}}"
        default: "{\"version\": \"\(random.pick([">=17", "<17", "16.x", "17.2"]))\"}"
        }
    }

    private mutating func scalar() -> String {
        switch Int.random(in: 0...9, using: &random) {
        case 0...5: "\"\(random.pick(Self.strings))\""
        case 6...7: random.pick(Self.numbers)
        case 8: "true"
        default: "false"
        }
    }

    private mutating func rollout() -> String {
        let percent = random.pick(["25", "50", "[25, 75]", "[[0, 10], [90, 100]]", "0", "100", "33.333"])
        let by = random.chance(25) ? ", \"by\": \"country\"" : ""
        let one = "{\"salt\": \"\(random.pick(["a", "b"]))\", \"percent\": \(percent)\(by)}"
        return random.chance(15) ? "[\(one), {\"salt\": \"c\", \"percent\": 50}]" : one
    }

    /// A context in its JSON form; every part of it may be missing.
    package mutating func context() -> String {
        var members: [String] = []
        if random.chance(85) { members.append("\"appVersion\": \"\(random.pick(Self.versions))\"") }
        if random.chance(75) { members.append("\"targetingKey\": \"\(random.pick(Self.keys))\"") }
        if random.chance(75) { members.append("\"date\": \"\(random.pick(Self.instants))\"") }
        for name in Self.attributes where random.chance(65) { members.append("\"\(name)\": \(scalar())") }
        return "{\(members.joined(separator: ", "))}"
    }
}

extension EvaluationContext {
    /// Reads the JSON form of a context that has no issues.
    package init(json: String) throws {
        var issues: [SettingIssue] = []
        try self.init(parsing: [UInt8](json.utf8), issues: &issues)
        #expect(issues.isEmpty, "\(json)")
    }
}
