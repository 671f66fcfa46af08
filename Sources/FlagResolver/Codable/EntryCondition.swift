/// What must hold for an entry to match: all of its conditions.
///
/// ```swift
/// let condition = EntryCondition(">=1.4.0 <2.0.0")
/// condition.holds(in: EvaluationContext(appVersion: "1.9.3"))   // true
/// condition.holds(in: EvaluationContext())                      // false: the version is not known
/// ```
///
/// Two conditions are equal if their requirements are written the same way, and the other conditions are equal JSON: with
/// members in any order, and numbers of equal value, such as `5` and `5.0`.
public struct EntryCondition: Hashable, Sendable {
    /// The app versions for which the condition holds, as they were written.
    ///
    /// `nil` if the version does not matter.
    public let requirement: VersionRequirement?

    /// The other conditions; `nil` if there are none.
    private let targeting: TargetedEntry?

    /// A condition on the app version.
    public init(_ requirement: VersionRequirement) {
        self.init(requirement: requirement, targeting: nil)
    }

    init(requirement: VersionRequirement?, targeting: TargetedEntry?) {
        self.requirement = requirement
        self.targeting = targeting
    }

    /// The values of a context that the condition tests and cannot use.
    func unusableInputs(in context: EvaluationContext) -> [SettingsDocument.UnusableValue] {
        targeting?.unusableInputs(in: context) ?? []
    }

    /// Whether the condition holds. A value that the context lacks satisfies only a test for absence.
    ///
    /// - Complexity: O(log *n*) in the number of intervals of the requirement, and O(*m*) in the size of the others.
    public func holds(in context: EvaluationContext) -> Bool {
        if let requirement {
            guard let version = context.appVersion, requirement.contains(version) else { return false }
        }
        return targeting?.holds(in: context) ?? true
    }

    /// The conditions on attributes: an object that maps names to conditions; `nil` if there are none.
    public var when: JSONValue? { targeting?.member("when") }

    /// The rollout, or an array of rollouts that must all include the user; `nil` if there is none.
    public var rollout: JSONValue? { targeting?.member("rollout") }

    /// The date-time from which the condition holds, in RFC 3339; `nil` if there is none.
    public var from: String? { targeting?.member("from")?.string }

    /// The date-time from which the condition no longer holds, in RFC 3339; `nil` if there is none.
    public var until: String? { targeting?.member("until")?.string }

    /// The names of the settings that must be `true`.
    public var requires: [String] { targeting?.requires ?? [] }
}

/// An entry of a document that tests more than the app version.
///
/// A setting that was decoded without its document has a document of its own for each such entry, so that there is one
/// implementation of conditions.
struct TargetedEntry: Sendable {
    private let document: SettingsDocument
    private let entry: EntryIndex

    /// An entry of a document; `nil` if the document has no such entry.
    init?(_ entry: EntryIndex, of document: SettingsDocument) {
        guard document.loaded.entryIndices.contains(entry) else { return nil }
        self.document = document
        self.entry = entry
    }

    /// The only entry of a new document.
    ///
    /// - Parameters:
    ///   - members: The conditions of the entry, with their names in documents.
    /// - Throws: The problem that makes the entry malformed, with its path below the entry.
    init(_ members: [(name: String, value: DecodedJSON)]) throws(Malformed) {
        var writer = JSONWriter()
        writer.beginObject()
        writer.write(key: "setting")
        writer.beginObject()
        writer.write(key: "defaultValue")
        writer.writeNull()
        writer.write(key: "valuesByVersion")
        writer.beginArray()
        writer.beginObject()
        for (name, value) in members {
            writer.write(key: name)
            value.write(to: &writer)
        }
        writer.write(key: "value")
        writer.writeNull()
        writer.endObject()
        writer.endArray()
        writer.endObject()
        writer.endObject()
        do {
            document = try SettingsDocument(parsing: writer.bytes)
        } catch {
            throw Malformed(problem: .other(code: .badCondition, message: error.message), path: "")
        }
        entry = EntryIndex(0)
        guard document.loaded.entryIndices.contains(entry) else {
            let issue = document.issues.first
            let path = issue?.path.dropFirst("setting.valuesByVersion[0].".count) ?? ""
            throw Malformed(problem: issue?.problem ?? .missingCondition, path: String(path))
        }
    }

    /// A problem that makes an entry malformed.
    struct Malformed: Error {
        let problem: SettingProblem
        let path: String
    }

    func holds(in context: EvaluationContext) -> Bool {
        var evaluator = ConditionEvaluator(document, context)
        return evaluator.holds(entry, in: document.loaded, for: context)
    }

    func unusableInputs(in context: EvaluationContext) -> [SettingsDocument.UnusableValue] {
        document.unusableInputs(of: entry, for: context)
    }

    func member(_ name: String) -> JSONValue? {
        let tree = document.tree
        return tree[Int(document.loaded[entry].node)].member(named: name)
    }

    /// The canonical texts of the conditions, in which `5` and `5.0` are equal.
    private var canonicalTexts: [[UInt8]?] {
        ["when", "rollout", "from", "until"].map { name in
            member(name).map { $0.tree.canonicalText(of: $0.node, unifiesNumbers: true) }
        }
    }

    /// The names of the settings that must be `true`: one name, or a list.
    var requires: [String] {
        guard let requires = member("requires") else { return [] }
        return requires.string.map { [$0] } ?? requires.elements.compactMap(\.string)
    }
}

extension TargetedEntry: Hashable {
    static func == (left: TargetedEntry, right: TargetedEntry) -> Bool {
        left.canonicalTexts == right.canonicalTexts && left.requires == right.requires
    }

    func hash(into hasher: inout Hasher) { hasher.combine(canonicalTexts) }
}
