/// A value that overrides a setting on one device: a member of `$overrides` in the JSON form of a context.
///
/// ```json
/// { "appVersion": "2.0.0", "$overrides": { "checkout": { "value": "modern", "until": "2026-12-10T00:00:00Z" } } }
/// ```
///
/// 1. Conditions do not see overrides: a member whose name begins with `$` is not an attribute.
/// 2. `value` is the value of the setting. From `until` on, a date-time of RFC 3339, the override no longer holds.
/// 3. An override of another form is left out and reported.
package struct ContextOverride: Sendable {
    package let name: String
    package let value: JSONValue

    /// When the override ends; `nil` if it has no end.
    package let until: Instant?

    /// Why a part of a context is not an override.
    package struct Problem: Error, Hashable, Sendable {
        /// The path in the context, such as `$overrides.checkout`.
        package let path: String

        /// What was found, and what was expected.
        package let message: String

        /// Where it is in the text.
        package let span: Range<Int>
    }

    /// The name of the member of a context that has the overrides.
    package static let memberName = "$overrides"

    /// The overrides of a context, in its order; `nil` if it has no `$overrides`.
    ///
    /// - Complexity: O(*n*) for *n* members.
    package static func all(in context: JSONValue, problems: inout [Problem]) -> [ContextOverride]? {
        guard let overrides = context.member(named: memberName) else { return nil }
        guard overrides.kind == .object else {
            problems.append(
                Problem(
                    path: memberName,
                    message: "found \(overrides.typeName), expected an object with the names of settings",
                    span: overrides.span))
            return []
        }
        return overrides.members.compactMap { key, override in
            let name = key.string ?? ""
            do throws(Problem) {
                return try ContextOverride(name, override)
            } catch {
                problems.append(error)
                return nil
            }
        }
    }

    private init(_ name: String, _ json: JSONValue) throws(Problem) {
        let path = "\(Self.memberName).\(name)"
        guard json.kind == .object, let value = json.member(named: "value") else {
            let found = json.kind == .object ? #"an object without "value""# : json.typeName
            throw Problem(
                path: path, message: #"found \#(found), expected an object with "value", such as { "value": true }"#,
                span: json.span)
        }
        self.name = name
        self.value = value
        until = try json.member(named: "until").flatMap { (end) throws(Problem) in
            if end.isNull { return nil }
            let problem: ConditionProblem
            if let text = end.string {
                do throws(Instant.SyntaxError) {
                    return try Instant(parsing: text)
                } catch {
                    problem = .badInstant(text, error)
                }
            } else {
                problem = .unexpected(found: end.typeName, expected: #"a date-time such as "2026-12-01T00:00:00Z""#)
            }
            throw Problem(path: "\(path).until", message: problem.message, span: end.span)
        }
    }

    /// Whether the override holds at a time; without one, it does.
    package func holds(at instant: Instant?) -> Bool {
        guard let until, let instant else { return true }
        return instant < until
    }
}

extension JSONWriter {
    /// Writes a context in its JSON form, with overrides given as JSON.
    ///
    /// - Parameter context: `nil` to write the overrides alone.
    package mutating func write(
        _ context: EvaluationContext?, overrides: [(name: String, value: String, until: Instant?)]
    ) {
        beginObject()
        if let context { writeMembers(of: context) }
        write(key: ContextOverride.memberName)
        beginObject()
        for override in overrides {
            write(key: override.name)
            beginObject()
            write(key: "value")
            write(raw: override.value)
            if let until = override.until {
                write(key: "until")
                write(until.description)
            }
            endObject()
        }
        endObject()
        endObject()
    }

    private mutating func writeMembers(of context: EvaluationContext) {
        if let version = context.appVersion {
            write(key: "appVersion")
            write(version.description)
        }
        if let key = context.targetingKey {
            write(key: "targetingKey")
            write(key)
        }
        if let instant = context.instant {
            write(key: "date")
            write(instant.description)
        }
        for (name, value) in context.attributes.sorted(by: { ExactText($0.key) < ExactText($1.key) }) {
            write(key: name)
            switch value {
            case .string(let text): write(text)
            case .boolean(let value): write(value)
            case .number(let number): write(raw: number.description)
            case .version(let version): write(version.description)
            }
        }
    }
}

extension JSONValue {
    fileprivate var typeName: String { tree.typeName(at: node) }
}
