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
        if chance(50) { members.append("\"appVersion\": \"\(pick(Self.requirements))\"") }
        if chance(60) { members.append("\"when\": {\(conditions())}") }
        if chance(25) { members.append("\"rollout\": \(rollout())") }
        if chance(15) { members.append("\"from\": \"\(pick(Self.instants))\"") }
        if chance(15) { members.append("\"until\": \"\(pick(Self.instants))\"") }
        if chance(20) { members.append("\"requires\": \"\(pick(settings + ["missing"]))\"") }
        if chance(20) { members.append("\"name\": \"n\"") }
        if chance(2) { members.append("\"platform\": \"ios\"") }
        members.append("\"value\": \(value())")
        return "{\(members.shuffled(using: &random).joined(separator: ", "))}"
    }

    private mutating func conditions() -> String {
        let names = Self.attributes.shuffled(using: &random).prefix(Int.random(in: 1...2, using: &random))
        var conditions = names.map { "\"\($0)\": \(condition(on: $0, nested: false))" }
        if chance(15) { conditions.append("\"targetingKey\": \(keyCondition())") }
        if chance(5) { conditions.append("\"date\": {\"absent\": \(chance(50))}") }
        if chance(3) { conditions.append("\"appVersion\": {\"absent\": \(chance(50))}") }
        return conditions.joined(separator: ", ")
    }

    private mutating func keyCondition() -> String {
        pick([
            "\"user-1\"", "[\"user-2\", \"user-5\"]", "{\"not\": \"user-3\"}", "{\"startsWith\": \"user-\"}",
            "{\"absent\": true}", "{\"absent\": false}", "5", "true", "{\"not\": [{\"<=\": 10}, \"user-3\"]}",
            "{\"<\": 5}", "{\"startsWith\": \"u\", \"not\": [\"user-1\", \"user-4\"]}",
        ])
    }

    private mutating func condition(on name: String, nested: Bool) -> String {
        if !mixesTypes, name == "osVersion" { return versionCondition(nested: nested) }
        switch Int.random(in: nested ? 2...9 : 0...9, using: &random) {
        case 0: return "[\(condition(on: name, nested: true)), \(scalar())]"
        case 1: return chance(50) ? "{\"absent\": true}" : "{\"absent\": false}"
        case 2: return "{\"startsWith\": \"\(pick(["de", "de-", "D", "1"]))\"}"
        case 3: return "{\"\(pick(["<", "<=", ">", ">="]))\": \(pick(Self.numbers))}"
        case 4: return "{\">=\": \(pick(Self.numbers)), \"<\": \(pick(Self.numbers))}"
        case 5 where mixesTypes: return versionCondition(nested: true)
        case 6: return "{\"not\": \(chance(50) ? scalar() : "[\(scalar()), {\"startsWith\": \"de\"}]")}"
        case 7: return "{\"startsWith\": \"de\", \"not\": \"de-AT\"}"
        default: return scalar()
        }
    }

    private mutating func versionCondition(nested: Bool) -> String {
        switch Int.random(in: nested ? 2...7 : 0...7, using: &random) {
        case 0: "[\(versionCondition(nested: true)), true, 5, \"de-AT\"]"
        case 1: "{\"absent\": \(chance(50))}"
        case 2: chance(50) ? "\"DE\"" : "{\"not\": [\"DE\", {\"version\": \"16\"}]}"
        case 3: "{\"not\": {\"version\": \"\(pick(["17.2", "*", "<16 || >=17"]))\"}}"
        default: "{\"version\": \"\(pick([">=17", "<17", "16.x", "17.2"]))\"}"
        }
    }

    private mutating func scalar() -> String {
        switch Int.random(in: 0...9, using: &random) {
        case 0...5: "\"\(pick(Self.strings))\""
        case 6...7: pick(Self.numbers)
        case 8: "true"
        default: "false"
        }
    }

    private mutating func rollout() -> String {
        let percent = pick(["25", "50", "[25, 75]", "[[0, 10], [90, 100]]", "0", "100", "33.333"])
        let by = chance(25) ? ", \"by\": \"country\"" : ""
        let one = "{\"salt\": \"\(pick(["a", "b"]))\", \"percent\": \(percent)\(by)}"
        return chance(15) ? "[\(one), {\"salt\": \"c\", \"percent\": 50}]" : one
    }

    /// A context in its JSON form; every part of it may be missing.
    package mutating func context() -> String {
        var members: [String] = []
        if chance(85) { members.append("\"appVersion\": \"\(pick(Self.versions))\"") }
        if chance(75) { members.append("\"targetingKey\": \"\(pick(Self.keys))\"") }
        if chance(75) { members.append("\"date\": \"\(pick(Self.instants))\"") }
        for name in Self.attributes where chance(65) { members.append("\"\(name)\": \(scalar())") }
        return "{\(members.joined(separator: ", "))}"
    }

    private mutating func pick(_ values: [String]) -> String { values.randomElement(using: &random) ?? "" }
    private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }
}
