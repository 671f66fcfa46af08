#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension EvaluationContext {
    /// Reads a context from its JSON form: one flat object.
    ///
    /// ```json
    /// { "appVersion": "2.0.0", "targetingKey": "user-1", "date": "2026-12-01T00:00:00Z", "country": "DE", "launches": 7 }
    /// ```
    ///
    /// 1. `appVersion`, `targetingKey` and `date` are strings; a date is a date-time of RFC 3339.
    /// 2. Every other member is an attribute: a string, a Boolean or a number.
    /// 3. A member whose name begins with `$` is ignored. `$overrides` has the debug overrides of a store.
    /// 4. An empty string counts as absent. So do `null`, an array, an object, and a text that cannot be parsed; each
    ///    of these is an issue.
    ///
    /// - Parameters:
    ///   - json: JSON as RFC 8259 defines it.
    ///   - issues: The problems are appended to it.
    /// - Throws: ``DocumentError`` if the text is not a JSON object.
    public init(parsing json: [UInt8], issues: inout [SettingIssue]) throws(DocumentError) {
        let tree: JSONTree
        do {
            tree = try JSONTree(parsing: json, limits: DocumentLimits.standard.json)
        } catch {
            throw DocumentError(error)
        }
        guard tree.root.kind == .object else { throw DocumentError.contextNotAnObject(tree) }
        self.init(tree.root, issues: &issues)
    }

    /// Reads a context from its JSON form.
    ///
    /// The rules are those of ``init(parsing:issues:)-([UInt8],_)``.
    ///
    /// - Throws: ``DocumentError`` if the text is not a JSON object.
    public init(parsing json: Data, issues: inout [SettingIssue]) throws(DocumentError) {
        try self.init(parsing: [UInt8](json), issues: &issues)
    }

    /// Reads a context from an object.
    package init(_ object: JSONValue, issues: inout [SettingIssue]) {
        self.init()
        // Attributes are set together: setting one copies all of them.
        var attributes: [String: AttributeValue] = [:]
        var refused: [AttributeTable.RefusedValue] = []
        defer {
            if !attributes.isEmpty { self.attributes = attributes }
            refuse(refused)
        }
        for (key, value) in object.members {
            let name = key.string ?? ""
            if name.starts(withBytesOf: "$") { continue }
            do throws(ConditionProblem) {
                try set(name, to: value, &attributes)
            } catch {
                // `null` is how some clients write that a value is absent.
                if value.kind != .null { refused.append(AttributeTable.RefusedValue(name: name, problem: error)) }
                issues.append(
                    SettingIssue(
                        .attribute(error), path: IssuePath(name), location: value.location.location, span: value.span))
            }
        }
    }

    private mutating func set(
        _ name: String, to value: JSONValue, _ attributes: inout [String: AttributeValue]
    ) throws(ConditionProblem) {
        // Strings would be compared by canonical equivalence, for which the Kelvin sign is the letter K.
        switch name.withUTF8Bytes({ AttributeName($0) }) {
        case .appVersion?:
            guard let text = try Self.text(value, #"a version such as "1.4.0""#) else { return }
            do {
                appVersion = try AppVersion(parsing: text)
            } catch {
                throw .unreadableVersion(text, error)
            }
        case .targetingKey?: targetingKey = try Self.text(value, "a string")
        case .date?:
            guard let text = try Self.text(value, #"a date-time such as "2026-12-01T00:00:00Z""#) else { return }
            do {
                instant = try Instant(parsing: text)
            } catch {
                throw .badInstant(text, error)
            }
        case .attribute?:
            guard let attribute = AttributeValue(json: value) else {
                throw Self.unexpected(value, "a string, a Boolean or a number")
            }
            attributes[name] = attribute
        case nil: throw .badAttributeName(name)
        }
    }

    /// The text of a string; `nil` if it is empty.
    private static func text(_ value: JSONValue, _ expected: String) throws(ConditionProblem) -> String? {
        guard let text = value.string else { throw unexpected(value, expected) }
        return text.isEmpty ? nil : text
    }

    private static func unexpected(_ value: JSONValue, _ expected: String) -> ConditionProblem {
        .unexpected(found: value.tree.typeName(at: value.node), expected: expected)
    }
}

extension AttributeValue {
    /// An attribute from the text of an option: a JSON scalar, otherwise a string.
    ///
    /// `5` is a number and `true` a Boolean; `"5"`, with quotes, is a string, and so is `5a`.
    package init(argument text: String) {
        let value = try? JSONTree(parsing: [UInt8](text.utf8)).root
        self = value.flatMap { AttributeValue(json: $0) } ?? .string(text)
    }

    /// An attribute from JSON; `nil` if it is `null`, an array or an object.
    fileprivate init?(json: JSONValue) {
        switch json.kind {
        case .string: self = .string(json.string ?? "")
        case .true, .false: self = .boolean(json.kind == .true)
        case .number: self = .number(AttributeNumber(json: json.text))
        case .null, .array, .object: return nil
        }
    }
}
