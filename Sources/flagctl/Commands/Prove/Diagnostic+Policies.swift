import FlagAnalysis
import FlagReaders
import FlagResolver

extension Diagnostic {
    /// Text that is not an expression or a policy.
    init(_ error: PolicySyntaxError, in source: SourceText) {
        var help = error.help
        if case .expectedStatement = error.kind {
            let words = ["for", "monotone", "changes", "constant", "readable"]
            if let word = Spelling.nearest(to: error.found, in: words) { help = Spelling.didYouMean(word) }
        }
        self.init(at: error.span, in: source, message: error.message, code: "bad-policy", help: help)
    }

    /// An expression that does not apply to a document, or is probably a mistake.
    ///
    /// - Parameter suggestions: The budget of the run.
    init(
        _ problem: ExpressionEvaluator.Problem, in source: SourceText, for document: LoadedDocument,
        _ suggestions: inout SuggestionBudget
    ) {
        switch problem {
        case .severalPatterns(let name, let first):
            self.init(
                at: name.span, in: source,
                message: "a policy can have only one group or pattern; found \(quoted(first.text)) and "
                    + quoted(name.text), code: "several-patterns", help: "write a policy for each of them")
        case .tooManyInstances(let name):
            self.init(
                at: name.span, in: source,
                message: "the policies before and this one stand for more than "
                    + "\(ShortText.grouped(PolicyProver.maximumInstanceCount)) settings, so it is not proved",
                code: "too-many-cases", help: "use patterns for fewer settings, or another run")
        case .noReaders(let name):
            self.init(
                at: name.span, in: source, message: "there are no records of what releases read", code: "no-readers",
                help: "add --readers FOLDER; \"flagctl readers record\" makes them")
        case .unknownForReleases(let name, let releases):
            let listed = SettingProblem.listed(releases.map { "\($0)" }, "and")
            self.init(
                at: name.span, in: source,
                message: "it is not known which value of \(quoted(name.text)) \(listed) "
                    + "\(releases.count == 1 ? "gets" : "get"): the code cannot read the default of \(document.canonicalName)",
                code: "unknown-value",
                help: "state the default in code in the record, or keep the type that these releases read")
        case .unknownSetting(let name):
            self.init(unknown: name, in: source, for: document, &suggestions)
        case .similarName(let name, let suggestion):
            self.init(
                at: name.span, in: source, severity: .warning,
                message: "\(document.canonicalName) has no setting \(quoted(name.text))", code: "unknown-setting",
                help: Spelling.didYouMean(quoted(suggestion)), note: document.noteOnRemoval(of: name.text))
        case .noValue(let name):
            self.init(
                at: name.span, in: source,
                message:
                    "\(quoted(name.text)) has no value in \(document.canonicalName): its default is missing or mistyped",
                code: "no-value")
        case .notANumber(let name, let versions, let value):
            self.init(
                at: name.span, in: source,
                message:
                    "\(quoted(name.text)) is not a number \(VersionPhrase.of(versions.intervals)), and only numbers "
                    + "have an order", code: "not-a-number",
                note: "\(document.line(of: value.node)): the value is \(ValueText.clipped(value.value))")
        case .notAnalysed(let name, let failure):
            self.init(failure, of: name.text, in: document)
        case .mixedTypes(let test):
            self.init(
                at: test.span, in: source,
                message:
                    "\(document.canonicalName) tests \(quoted(test.name)) as \(test.testsVersion ? "a string" : "a version")",
                code: "mixed-attribute-types",
                help: "write "
                    + (test.testsVersion
                        ? "a string, as in @\(test.name) == \"17\"" : "@\(test.name) in version(\">=17\")"))
        case .tooComplex(let failure):
            self.init(failure, of: nil, in: document)
        case .valueNeverOccurs(let name, let literal):
            let literalText = String(decoding: literal.tree.bytes, as: UTF8.self)
            self.init(
                at: literal.span, in: source, severity: .warning,
                message: "\(quoted(name.text)) is never \(literalText)",
                code: "never-taken", help: document.nearestValue(to: literal, of: name.text, &suggestions))
        }
    }

    /// A name that no setting has, or that matches several settings where one is needed.
    private init(
        unknown name: Expression.SettingName, in source: SourceText, for document: LoadedDocument,
        _ suggestions: inout SuggestionBudget
    ) {
        let count = name.isQuoted ? 0 : document.matchCount(of: name.text)
        guard count == 0 else {
            self.init(
                at: name.span, in: source,
                message: "one setting is needed, but \(quoted(name.text)) matches \(count)",
                code: "several-settings",
                help: "name one of them; a policy of \"prove\" can be about all of them")
            return
        }
        let pattern = SettingPattern(name.text)
        let isPattern = !name.isQuoted && pattern.hasWildcard
        let suggestion =
            isPattern
            ? suggestions.nearest(to: pattern, in: document.settings)
            : suggestions.nearestSetting(to: name.text, in: document.settings)
        self.init(
            at: name.span, in: source,
            message: "\(document.canonicalName) has no setting " + (isPattern ? "that matches " : "")
                + quoted(name.text),
            code: "unknown-setting", help: suggestion.map { Spelling.didYouMean(quoted($0)) },
            note: document.noteOnRemoval(of: name.text))
    }

    private init(
        at span: Range<Int>, in source: SourceText, severity: Severity = .error, message: String, code: String,
        help: String? = nil, note: String? = nil
    ) {
        self.init(
            subject: .location(Location(source: source, span: span)), severity: severity, message: message, code: code,
            notes: note.map { [$0] } ?? [], help: help)
    }
}

extension LoadedDocument {
    /// The number of settings that a group or a pattern matches.
    fileprivate func matchCount(of pattern: String) -> Int { SettingPattern(pattern).settings(in: settings).count }

    /// The values that a setting has instead: the nearest one, or a few of them.
    fileprivate func nearestValue(
        to literal: Expression.Literal, of name: String, _ suggestions: inout SuggestionBudget
    ) -> String? {
        guard let setting = settings.index(named: name),
            suggestions.allows(1 + settings.entries(of: setting).count),
            let values = (try? SettingFunction(of: setting, in: space))?.distinctValues()
        else { return nil }
        if let text = literal.tree.string(at: Expression.Literal.root),
            let near = Spelling.nearest(to: text, in: values.compactMap { tree.string(at: $0) })
        {
            return Spelling.didYouMean("\"\(PlainText.escaped(near))\"")
        }
        let shown = values.prefix(5).map { ValueText.clipped(tree[$0]) }.joined(separator: ", ")
        return "its values are \(shown)\(values.count > 5 ? ", …" : "")"
    }
}
