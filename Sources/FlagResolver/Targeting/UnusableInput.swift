/// A value of a context that is there, and that a condition cannot use.
///
/// The condition treats it like an absent value. Without this reason, "absent" would send people to the wrong place: they
/// gave the value, in another form than the condition needs.
package struct UnusableInput: Hashable, Sendable {
    /// The name of the attribute, or `appVersion`, `targetingKey` or `date`.
    package let name: String
    private let reason: Reason

    private enum Reason: Hashable, Sendable {
        /// The context could not read the value.
        case refused(ConditionProblem)
        case otherKind(found: AttributeKinds, needed: AttributeKinds, declared: DeclaredAttributes.AttributeType?)
    }

    private init(_ name: String, _ reason: Reason) {
        self.name = name
        self.reason = reason
    }

    /// A value that counts as absent, because the context could not read it; `nil` if there is no such value.
    package init?(refused name: String, in context: EvaluationContext) {
        guard let problem = context.refusal(of: name) else { return nil }
        self.init(name, .refused(problem))
    }

    /// The value of an attribute or the targeting key, as a condition needs it.
    ///
    /// - Parameter needed: The kinds for which the condition can hold.
    /// - Returns: `nil` if the value is absent or of one of the kinds, and if no value has them.
    package init?(_ name: String, in context: EvaluationContext, needed: AttributeKinds) {
        guard let value = context.testedValue(named: name) else {
            self.init(refused: name, in: context)
            return
        }
        guard !needed.isEmpty, !needed.contains(value) else { return nil }
        self.init(name, .otherKind(found: AttributeKinds(of: value), needed: needed, declared: nil))
    }

    /// The same value with the type that `$attributes` declares, which says how to write it.
    package func declared(by declarations: DeclaredAttributes?) -> UnusableInput {
        guard case .otherKind(let found, let needed, nil) = reason, let type = declarations?[name]?.type else {
            return self
        }
        return UnusableInput(name, .otherKind(found: found, needed: needed, declared: type))
    }
}

extension UnusableInput {
    /// What was found, what is needed, and how to write it if `$attributes` declares that; without the value, which may be
    /// confidential.
    package var message: String { message(value: nil) }

    /// Whether the context could not read the value, which its reader has reported.
    package var isRefused: Bool { if case .refused = reason { true } else { false } }

    /// Whether the value is neither a string nor a version, and one of them is needed: it lacks quotation marks.
    package var lacksQuotationMarks: Bool {
        guard case .otherKind(let found, let needed, _) = reason else { return false }
        return !needed.isDisjoint(with: [.string, .version]) && found.isDisjoint(with: [.string, .version])
    }

    /// The message for one condition.
    ///
    /// - Parameters:
    ///   - value: The value, if it is shown.
    ///   - consequence: What follows from it, such as `, so there is no bucket`.
    package func message(value: AttributeValue?, consequence: String = "") -> String {
        switch reason {
        case .refused(let problem): return "\(name): \(problem.message)\(consequence)"
        case .otherKind(let found, let needed, let declared):
            let kind = Self.text(found, needed: needed)
            let shown = value.map { "\("\($0)".shortened(to: 160)), \(kind)" } ?? kind
            let hint = declared.flatMap { AttributeKinds(of: $0).isDisjoint(with: needed) ? nil : Self.hint($0) }
            return "\(name) is \(shown), but \(needed) is needed\(consequence)" + (hint.map { "; \($0)" } ?? "")
        }
    }

    private static func text(_ found: AttributeKinds, needed: AttributeKinds) -> String {
        if found == .plainString {
            return needed.isDisjoint(with: .version) ? "a string" : "a string that is not a version"
        }
        return found == .versionString ? "a string" : found.description
    }

    private static func hint(_ type: DeclaredAttributes.AttributeType) -> String {
        switch type {
        case .string: #""$attributes" declares a string: write it in quotation marks"#
        case .version: #""$attributes" declares a version: write it in quotation marks, such as "1.4.0""#
        case .boolean: #""$attributes" declares a Boolean: write true or false, without quotation marks"#
        case .integer, .number: #""$attributes" declares a number: write it without quotation marks"#
        }
    }
}

extension EvaluationContext {
    /// The value that conditions on a name test; `nil` if it is absent.
    package func testedValue(named name: String) -> AttributeValue? {
        name == "targetingKey" ? targetingKey.map { .string($0) } : self[name]
    }

    /// Why a value that was given counts as absent; `nil` if none was given, or it is present.
    package func refusal(of name: String) -> ConditionProblem? {
        guard let table, !table.refused.isEmpty else { return nil }
        let isPresent =
            switch name {
            case "appVersion": appVersion != nil
            case "date": instant != nil
            default: testedValue(named: name) != nil
            }
        return isPresent ? nil : table.refused.first { $0.name.hasSameBytes(as: name) }?.problem
    }
}
