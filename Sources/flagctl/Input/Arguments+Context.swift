import FlagAnalysis
import FlagResolver

// Options that describe the context of a resolution, apart from the app version.

extension CommandOption where Self == Option<[ContextAttribute]> {
    static var attribute: Self {
        Option(
            name: "attribute", values: .attribute("NAME=VALUE"),
            summary: "an attribute: a JSON number, true or false, otherwise a string", eachFor: \.name)
    }
}

extension CommandOption where Self == Option<String?> {
    static var targetingKey: Self {
        Option(
            name: "key", value: .text("KEY"),
            summary: "the targeting key, which rollouts use, such as a user's identifier")
    }

    static var context: Self {
        Option(
            name: "context", value: .file("FILE"),
            summary:
                "a JSON object of attributes, \"appVersion\", \"targetingKey\" and \"date\"; other options take precedence"
        )
    }
}

extension CommandOption where Self == Option<Instant?> {
    static var instant: Self {
        Option(
            name: "at", value: .instant("INSTANT"), summary: "the date for schedules, such as 2026-12-01T00:00:00Z")
    }
}

/// An attribute that an option sets.
struct ContextAttribute: Sendable, Equatable {
    let name: String
    let value: AttributeValue
}

extension ArgumentType where Value == ContextAttribute {
    fileprivate static func attribute(_ placeholder: String) -> Self {
        ArgumentType(form: .attribute(placeholder: placeholder)) { (text, label) throws(UsageError) in
            let parts = text.parts(separatedBy: "=", maxSplits: 1).map { String($0) }
            guard parts.count == 2 else {
                throw .badValue(
                    label, value: text, problem: "expected a name, \"=\" and a value",
                    help: "as in --attribute country=DE")
            }
            switch parts[0].withUTF8Bytes({ AttributeName($0) }) {
            case .attribute: break
            case .appVersion, .targetingKey, .date:
                let other = ["appVersion": "--version", "targetingKey": "--key"][parts[0]] ?? "--at"
                throw .badValue(
                    label, value: text, problem: "\(quoted(parts[0])) is not an attribute", help: "use \(other)")
            case nil:
                throw .badValue(
                    label, value: text, problem: "\(quoted(parts[0])) cannot be the name of an attribute",
                    help: "use an ASCII letter, then letters, digits, \"_\" and \"-\"")
            }
            return ContextAttribute(name: parts[0], value: AttributeValue(argument: parts[1]))
        }
    }
}

extension ArgumentType where Value == Instant {
    static func instant(_ placeholder: String) -> Self {
        ArgumentType(form: .text(placeholder: placeholder)) { (text, label) throws(UsageError) in
            do throws(Instant.SyntaxError) {
                return try Instant(parsing: text)
            } catch {
                throw .badValue(label, value: text, problem: error.reason(for: text), help: nil)
            }
        }
    }
}

/// A context, and the overrides of the device that it comes from.
struct GivenContext {
    var context = EvaluationContext()
    var overrides: [ContextOverride] = []

    /// The override of a setting that holds at the date of the context.
    func override(of name: String) -> ContextOverride? {
        overrides.first { $0.name.hasSameBytes(as: name) && $0.holds(at: context.instant) }
    }
}

extension ParsedArguments {
    /// The context that the options describe, without `--version`, and its overrides; `nil` if its file cannot be read, which
    /// has been reported.
    func contextWithOverrides(in session: inout Session) -> GivenContext? {
        var given = GivenContext()
        if let path = self[.context] {
            guard let file = ContextFile.read(path, in: &session) else { return nil }
            given = file
        }
        if let key = self[.targetingKey] { given.context.targetingKey = key }
        if let instant = self[.instant] { given.context.instant = instant }
        for attribute in self[.attribute] { given.context[attribute.name] = attribute.value }
        return given
    }

    /// The context alone, for values of documents. Its overrides are reported, because they change no value of a document.
    func context(in session: inout Session) -> EvaluationContext? {
        guard let given = contextWithOverrides(in: &session) else { return nil }
        if let path = self[.context] { session.report(ignored: given.overrides, of: path) }
        return given.context
    }
}

extension Session {
    /// Reports overrides that are not shown.
    mutating func report(ignored overrides: [ContextOverride], of path: String) {
        guard !overrides.isEmpty else { return }
        let names = overrides.prefix(3).map { NameText.quoted($0.name) } + (overrides.count > 3 ? ["…"] : [])
        report(
            Diagnostic(
                subject: .name(path), severity: .note,
                message:
                    "the overrides of \(names.joined(separator: ", ")) are left out: values are those of the document",
                code: "ignored-overrides", help: "run \"flagctl explain\" with one of these settings"))
    }
}

/// A file with a context in its JSON form.
enum ContextFile {
    /// The context; `nil` if it cannot be read, which has been reported.
    static func read(_ path: String, in session: inout Session) -> GivenContext? {
        guard let reader = DocumentReader(patches: [], session: &session),
            let tree = reader.json(of: .optionFile(path), in: &session)
        else { return nil }
        let sources = SourceTexts(of: tree)
        guard tree.root.kind == .object else {
            session.report(
                Diagnostic(
                    subject: .location(sources.location(tree.root.span)), severity: .error,
                    message: "the context is \(tree.typeName(at: 0)), expected an object", code: "bad-context",
                    help: "as in { \"appVersion\": \"1.4.0\", \"country\": \"DE\" }"))
            return nil
        }
        var issues: [SettingIssue] = []
        let context = EvaluationContext(tree.root, issues: &issues)
        for issue in issues {
            session.report(
                Diagnostic(
                    subject: issue.span.map { .location(sources.location($0)) } ?? .name(path), severity: .warning,
                    message: "in \(NameText.quoted(issue.path)): \(issue.message)", code: issue.code.rawValue))
        }
        var problems: [ContextOverride.Problem] = []
        let overrides = ContextOverride.all(in: tree.root, problems: &problems) ?? []
        for problem in problems {
            session.report(
                Diagnostic(
                    subject: .location(sources.location(problem.span)), severity: .warning,
                    message: "in \(NameText.quoted(problem.path)): \(problem.message)", code: "bad-override"))
        }
        return GivenContext(context: context, overrides: overrides)
    }
}

extension Diagnostic {
    static func contextWithoutVersion(_ path: String) -> Diagnostic {
        Diagnostic(
            subject: .name(path), severity: .error, message: "the context has no \"appVersion\"",
            code: "missing-app-version",
            help: "add it to the file, or add --version V")
    }
}
