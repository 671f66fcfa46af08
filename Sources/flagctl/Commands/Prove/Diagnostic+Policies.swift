import FlagAnalysis
import FlagResolver

extension Diagnostic {
    /// A text that is not an expression or a policy.
    init(_ error: PolicySyntaxError, in source: SourceText) {
        var help = error.help
        if case .expectedStatement = error.kind {
            let words = ["for", "monotone", "changes", "constant"]
            if let word = Spelling.nearest(to: error.found, in: words) { help = Spelling.didYouMean(word) }
        }
        self.init(
            subject: .location(Location(source: source, span: error.span)), severity: .error, message: error.message,
            code: "bad-policy", help: help)
    }

    /// An expression that does not apply to a document, or hardly means what it says.
    init(_ problem: ExpressionEvaluator.Problem, in source: SourceText, for document: LoadedDocument) {
        let span: Range<Int>
        var note: String?
        switch problem {
        case .severalPatterns(let name, let first):
            self.init(
                subject: .location(Location(source: source, span: name.span)), severity: .error,
                message: "a policy can have one group or pattern, and \(quoted(name.text)) is another one than "
                    + quoted(first.text), code: "several-patterns", help: "write a policy for each of them")
        case .unknownSetting(let name) where !name.isQuoted && document.stands(for: name.text) > 0:
            let count = document.stands(for: name.text)
            self.init(
                subject: .location(Location(source: source, span: name.span)), severity: .error,
                message: "one setting is needed, and \(quoted(name.text)) stands for \(count)",
                code: "several-settings", help: "name one of them; a policy of \"prove\" can be about all of them")
        case .unknownSetting(let name):
            span = name.span
            let names = document.settings.indices.lazy.map { document.settings.name(of: $0) }
            let pattern = SettingPattern(name.text)
            let isPattern = !name.isQuoted && pattern.hasWildcard
            let suggestion =
                isPattern ? pattern.nearest(in: names)?.text : Spelling.nearestSetting(to: name.text, in: names)
            self.init(
                subject: .location(Location(source: source, span: span)), severity: .error,
                message: "\(document.name) has no setting "
                    + (isPattern ? "that matches " : "") + quoted(name.text),
                code: "unknown-setting", help: suggestion.map { Spelling.didYouMean(quoted($0)) })
            note = document.noteOnRemoval(of: name.text)
        case .similarName(let name, let suggestion):
            self.init(
                subject: .location(Location(source: source, span: name.span)), severity: .warning,
                message: "\(document.name) has no setting \(quoted(name.text))", code: "unknown-setting",
                help: Spelling.didYouMean(quoted(suggestion)))
            note = document.noteOnRemoval(of: name.text)
        case .noValue(let name):
            self.init(
                subject: .location(Location(source: source, span: name.span)), severity: .error,
                message: "\(quoted(name.text)) has no value in \(document.name): its default is missing or mistyped",
                code: "no-value")
        case .notANumber(let name, let versions, let value):
            let text = ValueText.text(of: document.tree[value])
            note = "\(document.line(of: value)): the value is \(text)"
            self.init(
                subject: .location(Location(source: source, span: name.span)), severity: .error,
                message:
                    "\(quoted(name.text)) is not a number \(VersionPhrase.of(versions.intervals)), and only numbers "
                    + "have an order", code: "not-a-number")
        case .notAnalysed(let name, let failure):
            self.init(failure, of: name.text, in: document)
        case .mixedTypes(let test):
            self.init(
                subject: .location(Location(source: source, span: test.span)), severity: .error,
                message:
                    "\(document.name) tests \(quoted(test.name)) as \(test.testsVersion ? "a string" : "a version")",
                code: "mixed-attribute-types",
                help: "write "
                    + (test.testsVersion
                        ? "a string, as in @\(test.name) == \"17\"" : "@\(test.name) in version(\">=17\")"))
        case .tooComplex(let failure):
            self.init(failure, of: "the expression", in: document)
        case .valueNeverOccurs(let name, let literal):
            let literalText = String(decoding: literal.tree.bytes, as: UTF8.self)
            self.init(
                subject: .location(Location(source: source, span: literal.span)), severity: .warning,
                message: "\(quoted(name.text)) is never \(literalText)",
                code: "never-taken", help: document.nearestValue(to: literal, of: name.text))
        }
        if let note { notes = [note] }
    }
}

extension LoadedDocument {
    /// The number of settings that a group or a pattern stands for.
    fileprivate func stands(for name: String) -> Int { SettingPattern(name).settings(in: settings).count }

    /// The values that a setting has instead: the nearest one, or a few of them.
    fileprivate func nearestValue(to literal: Expression.Literal, of name: String) -> String? {
        guard let setting = settings.index(named: name),
            let cases = try? SettingCases(of: setting, in: settings, space), let values = try? cases.distinctValues()
        else { return nil }
        if let text = literal.tree.string(at: Expression.Literal.root),
            let near = Spelling.nearest(to: text, in: values.compactMap { tree.string(at: $0) })
        {
            return Spelling.didYouMean("\"\(PlainText.escaped(near))\"")
        }
        let shown = values.prefix(5).map { ValueText.text(of: tree[$0]) }.joined(separator: ", ")
        return "its values are \(shown)\(values.count > 5 ? ", …" : "")"
    }
}
