import FlagAnalysis
import FlagResolver
import TestSupport

/// A random document that tests more than the version, random assumptions, and the contexts that they leave.
struct StaleSample {
    let document: SettingsDocument
    let assumptions: StaleAssumptions
    /// All contexts that the document tells apart.
    let contexts: [EvaluationContext]
    /// Whether each of them satisfies the assumptions, found without the analysis.
    let isAdmitted: [Bool]
    let admitted: [EvaluationContext]

    private typealias Attribute = StaleAssumptions.GivenAttribute

    init(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        var sample = try TargetedSample(seed: seed)
        document = try TargetedSample.document(sample.settings())
        // The date of an assumption may be between those of conditions.
        let later = try Instant(parsing: "2026-01-15T00:00:00Z")
        let between = sample.contexts.filter { $0.instant.map { $0 < later } ?? false }.map { context in
            var context = context
            context.instant = later
            return context
        }
        let contexts = sample.contexts + between
        self.contexts = contexts
        let floor = try AppVersion(parsing: ["0.1", "1.0.0", "1.5.0", "2.0.0"].randomElement(using: &random) ?? "")
        let instants = [later] + (try TargetedSample.instants.map { try Instant(parsing: $0) })
        let instant = Bool.random(using: &random) ? instants.randomElement(using: &random) : nil
        // Only what the contexts have: an attribute that nothing tests is in none of them.
        let country: [[Attribute]] = [[], [Attribute(name: "country")], [Attribute(name: "country", type: .string)]]
        let launches: [[Attribute]] = [[], [Attribute(name: "launches", type: .integer)]]
        let key: [[Attribute]] = [[], [Attribute(name: "targetingKey")]]
        let attributes = [country, launches, key].flatMap { $0.randomElement(using: &random) ?? [] }
            .filter { attribute in contexts.contains { Self.value(of: attribute.name, in: $0) != nil } }
        let hasDates = contexts.contains { $0.instant != nil }
        let assumptions = StaleAssumptions(floor: floor, instant: hasDates ? instant : nil, attributes: attributes)
        self.assumptions = assumptions
        let isAdmitted = contexts.map { Self.admits($0, assumptions) }
        self.isAdmitted = isAdmitted
        admitted = zip(contexts, isAdmitted).filter(\.1).map(\.0)
    }

    private static func value(of name: String, in context: EvaluationContext) -> AttributeValue? {
        name == "targetingKey" ? context.targetingKey.map { .string($0) } : context[name]
    }

    private static func admits(_ context: EvaluationContext, _ assumptions: StaleAssumptions) -> Bool {
        if let version = context.appVersion, version < assumptions.floor { return false }
        if let first = assumptions.instant {
            guard let instant = context.instant, instant >= first else { return false }
        }
        return assumptions.attributes.allSatisfy { attribute in
            switch (value(of: attribute.name, in: context), attribute.type) {
            case (nil, _): false
            case (.string?, .string?), (.number?, .integer?), (_, nil): true
            default: false
            }
        }
    }

    /// Whether two documents give a setting the same value in a context.
    static func isSame(
        _ setting: SettingIndex, _ old: SettingsDocument, _ new: SettingsDocument, in context: EvaluationContext
    ) -> Bool {
        switch (old.resolve(setting, for: context).value, new.resolve(setting, for: context).value) {
        case (nil, nil): true
        case (let one?, let other?): old.tree.isEqual(one, to: new.tree, other)
        default: false
        }
    }

    /// The document without one entry.
    static func removing(
        _ entry: EntryIndex, of setting: SettingIndex, from document: SettingsDocument
    ) throws -> SettingsDocument {
        let edits = document.edits(deletingEntries: [entry], of: setting)
        return try SettingsDocument(parsing: edits.applied(to: document.tree.bytes) ?? [])
    }

    /// Each condition of an entry, other than its versions, as a setting that is `true` where it holds.
    static func conditions(of entry: EntryRecord, in document: SettingsDocument) throws -> SettingsDocument {
        let tree = document.tree
        func text(_ node: Int) -> String { String(decoding: tree.text(of: node), as: UTF8.self) }
        var members: [String] = []
        for (key, value) in tree.members(of: Int(entry.node)) {
            switch tree.string(at: key) {
            case "when":
                members += tree.members(of: value).map { "\"when\": {\(text($0.key)): \(text($0.value))}" }
            case "value", "appVersion", "requires": break
            default: members.append("\(text(key)): \(text(value))")
            }
        }
        let settings = members.enumerated().map { index, member in
            "\"c\(index)\": {\"defaultValue\": false, \"valuesByVersion\": [{\(member), \"value\": true}]}"
        }
        return try SettingsDocument(parsing: [UInt8]("{\(settings.joined(separator: ", "))}".utf8))
    }
}
