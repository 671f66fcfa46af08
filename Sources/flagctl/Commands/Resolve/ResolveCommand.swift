import FlagResolver

extension CommandOption where Self == Option<Bool> {
    fileprivate static var onlyOverridden: Self {
        Option(name: "only-overridden", summary: "omit settings that have their default value")
    }

    fileprivate static var explain: Self {
        Option(name: "explain", summary: "show which entry gives each value, and where")
    }

    fileprivate static var strict: Self {
        Option(name: "strict", summary: "exit 1 if an entry or a setting has an issue", isCommon: true)
    }
}

extension CommandOption where Self == Option<String?> {
    fileprivate static var expect: Self {
        Option(
            name: "expect", value: .file("FILE"),
            summary: "compare with a saved JSON result; show differences and exit 1 if there are any")
    }

    fileprivate static var prefix: Self {
        Option(
            name: "prefix", value: .variablePrefix("PREFIX"),
            summary: "the prefix of all variables in the format env, such as APP_")
    }
}

extension ArgumentType where Value == String {
    fileprivate static func variablePrefix(_ placeholder: String) -> Self {
        ArgumentType(form: .text(placeholder: placeholder)) { (text, label) throws(UsageError) in
            guard ShellVariable.isName(text) else {
                throw .badValue(
                    label, value: text, problem: "a shell variable cannot begin with this",
                    help: "use ASCII letters, digits and \"_\", and no digit first: --prefix APP_")
            }
            return text
        }
    }
}

extension Command {
    static let resolve = Command(
        name: "resolve",
        summary: "effective values for one or more app versions",
        examples: [
            Example(line: "flagctl resolve --version 1.4.0 Configs/app.json", meaning: "all values for 1.4.0"),
            Example(
                line: "flagctl resolve --version 1.4.2 --flag payments --format value Configs/app.json",
                meaning: "a single value without quotes, for scripts"),
            Example(
                line: "flagctl resolve --version 1.4.0,2.0.0 Configs",
                meaning: "two versions side by side, for all files"),
            Example(
                line: "flagctl resolve --version 1.4.0 --format json origin/main:Configs/app.json",
                meaning: "the file on another branch, as JSON"),
            Example(
                line: "flagctl resolve --version 1.4.0 --expect expected.json Configs/app.json",
                meaning: "fail if a value differs from the saved one"),
            Example(
                line: "flagctl resolve --version 2.1.0 --attribute country=DE --key user-1 --at 2026-12-03T00:00:00Z "
                    + "Configs/targeting.json",
                meaning: "the values for one user at one time"),
            Example(
                line: "flagctl resolve --version 1.4.0 --format env --prefix APP_ Configs/app.json",
                meaning: "assignments for a shell, such as APP_CHECKOUT='compact'"),
        ],
        operands: [.files],
        options: [
            .versions, .attribute, .targetingKey, .instant, .context, .flag, .explain, .onlyOverridden, .expect,
            .prefix, .strict, .patch, .order,
            .format(ResolveReport.Format.self), .report(ResolveReport.Format.self), .exclude, .config,
            .standardInputName, .color,
            .exitZero,
        ],
        notes: [
            "The value of a setting is that of the first entry whose conditions all hold, or else the default.",
            "--attribute launches=7 is a number. For a version, and for a string of digits, add quotes: "
                + "--attribute 'osVersion=\"17.2\"'.",
            "A condition on something that is not given does not hold; standard error names what entries test and the "
                + "command line lacks. Without --at, and without \"date\" in the context, there is no date.",
            "Text and CSV show strings without quotes unless they would be ambiguous; those are JSON strings. The format "
                + "\"value\" never quotes strings.",
            "\"env\" writes NAME='value' for a shell. Names are in upper case, and characters other than ASCII letters and "
                + "digits become \"_\". A name that a shell or common programs use, such as PATH, is an error; use --prefix.",
            "Exit codes: 0 resolved; 1 a difference (--expect) or an issue (--strict); 2 a file cannot be read, a "
                + "setting cannot be resolved, or the command line is invalid.",
        ],
        run: { (arguments, session) throws(UsageError) in
            var run = try ResolveRun(arguments)
            return run.run(in: &session)
        })
}

/// One run of `resolve`.
private struct ResolveRun {
    private let arguments: ParsedArguments
    private let output: ReportOutput<ResolveReport.Format>
    private var status: ExitStatus = .clean

    init(_ arguments: ParsedArguments) throws(UsageError) {
        self.arguments = arguments
        guard !arguments[.versions].isEmpty || arguments[.context] != nil else {
            throw .missingOption(Option<[AppVersion]>.versions.declaration)
        }
        output = ReportOutput(arguments)
        for format in output.formats { try check(format) }
        if let prefix = arguments[.prefix], !output.formats.contains(.environment) {
            throw .badValue(
                Option<String?>.prefix.declaration.label, value: prefix, problem: "only the format env has variables",
                help: "add --format env")
        }
    }

    /// `env` and `value` cannot name a version, and `value` cannot name a setting.
    private func check(_ format: ResolveReport.Format) throws(UsageError) {
        let versionCount = arguments[.versions].count
        if format == .environment || format == .value, versionCount > 1 {
            throw .other(
                problem: "--format \(quoted(format.rawValue)): one --version is needed, and there are \(versionCount)",
                help: "run once for each version, or use --format csv")
        }
        let flagCount = arguments[.flag].count
        if format == .value, flagCount != 1 {
            throw .other(
                problem: "--format \(quoted(format.rawValue)): one --flag is needed, and there "
                    + (flagCount == 0 ? "is none" : "are \(flagCount)"),
                help: "add --flag NAME, or use --format csv")
        }
    }

    mutating func run(in session: inout Session) -> ExitStatus {
        // With an unreadable patch or context, the values would be different: then there are no documents.
        let given = context(in: &session)
        let reader =
            given == nil ? nil : DocumentReader(patches: arguments[.patch], session: &session)
        let context = given ?? EvaluationContext()
        let selection = DocumentSelection(arguments, reader: reader, session: &session)
        if arguments[.strict], selection.documents.contains(where: { !selection.issues(of: $0).isEmpty }) {
            status.take(.found)
        }
        let versions = arguments[.versions].isEmpty ? context.appVersion.map { [$0] } ?? [] : arguments[.versions]
        let results = selection.documents.map { document in
            ResolvedDocument(
                document, selection.settings(of: document), for: versions, context: context,
                isOnlyOverridden: arguments[.onlyOverridden])
        }
        for result in results { session.reportMissingInputs(of: result, context) }
        if let path = arguments[.expect], let reader { compare(results, with: path, reader: reader, session: &session) }
        let report = ResolveReport(
            results: results, isExplained: arguments[.explain], hasHeadings: selection.inputCount > 1,
            variablePrefix: arguments[.prefix] ?? "")
        if output.formats.contains(.environment) {
            for problem in report.variableProblems { session.report(problem) }
        }
        status.take(output.write(report, in: &session))
        return status
    }

    /// The context of the options; `nil` if its file cannot be read or has no app version, which has been reported.
    private func context(in session: inout Session) -> EvaluationContext? {
        guard let context = arguments.context(in: &session) else { return nil }
        if let path = arguments[.context], context.appVersion == nil, arguments[.versions].isEmpty {
            session.report(.contextWithoutVersion(path))
            return nil
        }
        return context
    }

    private mutating func compare(
        _ results: [ResolvedDocument], with path: String, reader: DocumentReader, session: inout Session
    ) {
        guard let tree = reader.tree(of: .optionFile(path), in: &session) else { return }
        do throws(Expectation.FormatError) {
            let expectation = try Expectation(tree, name: path)
            for difference in expectation.differences(from: results, flags: arguments[.flag]) {
                session.report(finding: difference)
                status.take(.found)
            }
        } catch {
            session.report(error.diagnostic(in: tree, name: path))
        }
    }
}
