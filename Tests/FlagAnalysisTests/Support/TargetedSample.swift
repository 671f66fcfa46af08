import FlagResolver
import TestSupport

/// Small random documents that test more than the version, and contexts that reach every case of them.
struct TargetedSample {
    private var random: SeededRandom
    private let axes: Set<String>

    /// The contexts, which have every combination of values that conditions of the documents tell apart.
    let contexts: [EvaluationContext]

    /// Some of the contexts, if there are more.
    var someContexts: [EvaluationContext] {
        mutating get { contexts.count <= 2_000 ? contexts : Array(contexts.shuffled(using: &random).prefix(2_000)) }
    }

    static let instants = ["2026-01-01T00:00:00Z", "2026-02-01T00:00:00Z"]

    /// - Parameter axisCount: How many axes the conditions of a document test, up to five.
    init(seed: UInt64, axisCount: Int = 3) throws {
        var random = SeededRandom(seed: seed)
        let all = ["version", "country", "launches", "date", "rollout"]
        let axes = Set(all.shuffled(using: &random).prefix(axisCount))
        contexts = try Self.knownContexts.withLock { $0[axes] } ?? Self.contexts(varying: axes)
        self.random = random
        self.axes = axes
    }

    /// The contexts of all samples with the same axes.
    private static let knownContexts = Locked<[Set<String>: [EvaluationContext]]>([:])

    private static func contexts(varying axes: Set<String>) throws -> [EvaluationContext] {
        var texts = [""]
        func vary(_ axis: String, _ values: [String]) {
            guard axes.contains(axis) else { return }
            texts = texts.flatMap { text in ([nil] + values).map { $0.map { "\(text), \($0)" } ?? text } }
        }
        vary(
            "version", ["0.9.0", "1.0.0", "1.5.0", "2.0.0-rc.1", "2.0.0", "3.0.0"].map { "\"appVersion\": \"\($0)\"" })
        vary("country", ["\"DE\"", "\"AT\"", "\"D\"", "\"x\"", "true", "false", "1"].map { "\"country\": \($0)" })
        vary("launches", ["3", "4", "5", "6", "\"5\"", "true"].map { "\"launches\": \($0)" })
        vary(
            "date",
            ["2025-12-31T00:00:00Z", "2026-01-01T00:00:00Z", "2026-02-01T00:00:00Z"].map { "\"date\": \"\($0)\"" })
        vary("rollout", keys.map { "\"targetingKey\": \"\($0)\"" })
        let contexts = try texts.map { text in
            var issues: [SettingIssue] = []
            return try EvaluationContext(parsing: [UInt8]("{\(text.dropFirst(2))}".utf8), issues: &issues)
        }
        knownContexts.withLock { $0[axes] = contexts }
        return contexts
    }

    /// Keys with every combination of the quarters of two salts.
    private static let keys: [String] = {
        var known: Set<Int> = []
        return (0..<1_000).map { "user-\($0)" }.filter { key in
            let quarters = ["a", "b"].map { RolloutBucket.bucket(ofKey: key, salt: $0) / 25_000 }
            return known.insert(quarters[0] * 4 + quarters[1]).inserted
        }
    }()

    /// The entries of a setting, each as its conditions and its value, as members of JSON.
    typealias Entries = [(conditions: String, value: String)]

    /// A setting with these entries, as JSON.
    static func setting(_ entries: Entries) -> String {
        let list = entries.map { "{\($0.conditions), \"value\": \($0.value)}" }
        return "{\"defaultValue\": false, \"valuesByVersion\": [\(list.joined(separator: ", "))]}"
    }

    /// Settings with these entries, named `s0`, `s1` and so on, as members of JSON.
    static func members(_ settings: [Entries]) -> [String] {
        settings.enumerated().map { "\"s\($0)\": \(setting($1))" }
    }

    /// A document of these settings; `extra` are further members.
    static func document(_ settings: [Entries], extra: [String] = []) throws -> SettingsDocument {
        let text = "{\((members(settings) + extra).joined(separator: ", "))}"
        return try SettingsDocument(parsing: [UInt8](text.utf8))
    }

    /// The entries of two settings.
    mutating func settings() -> [Entries] {
        (0..<2).map { setting in
            (0..<Int.random(in: 2...5, using: &random)).map { _ in
                let requires =
                    setting == 1 && random.chance(20) ? ["\"requires\": \"\(random.pick(["s0", "none"]))\""] : []
                return ((conditions() + requires).joined(separator: ", "), random.pick(["true", "false", "1"]))
            }
        }
    }

    private mutating func conditions() -> [String] {
        var members: [String] = []
        var when: [String] = []
        if axes.contains("version") {
            if random.chance(60) {
                members.append("\"appVersion\": \"\(random.pick([">=2", "<2", "1.x", "*", ">=1.5.0", ">=2 <1"]))\"")
            }
            if random.chance(10) { when.append("\"appVersion\": {\"absent\": \(random.chance(70))}") }
        }
        if axes.contains("country"), random.chance(60) {
            let form = random.pick([
                "\"DE\"", "[\"DE\", \"AT\"]", "{\"not\": \"DE\"}", "{\"startsWith\": \"D\"}", "{\"absent\": true}",
                "{\"absent\": false}", "true", "[true, \"AT\"]",
                "{\"startsWith\": \"D\", \"not\": {\"startsWith\": \"D\"}}",
            ])
            when.append("\"country\": \(form)")
        }
        if axes.contains("launches"), random.chance(60) {
            let form = random.pick([
                "5", "{\">=\": 5}", "{\"<\": 4}", "{\">\": 5, \"<\": 4}", "{\"not\": 5}", "{\">=\": 4, \"<=\": 5}",
            ])
            when.append("\"launches\": \(form)")
        }
        if axes.contains("date") {
            if random.chance(35) { members.append("\"from\": \"\(random.pick(Self.instants))\"") }
            if random.chance(35) { members.append("\"until\": \"\(random.pick(Self.instants))\"") }
        }
        if axes.contains("rollout"), random.chance(50) {
            let percent = random.pick(["25", "50", "[25, 75]", "[50, 100]", "0", "100"])
            members.append("\"rollout\": {\"salt\": \"\(random.pick(["a", "b"]))\", \"percent\": \(percent)}")
            if random.chance(15) { when.append("\"targetingKey\": {\"absent\": true}") }
        }
        if !when.isEmpty { members.append("\"when\": {\(when.joined(separator: ", "))}") }
        return members.isEmpty ? conditions() : members
    }
}
