import FlagAnalysis
import FlagResolver

extension CommandOption where Self == Option<Bool> {
    fileprivate static var onlyOverridden: Self {
        Option(name: "only-overridden", summary: "omit settings that have their default value")
    }

    fileprivate static var allReleases: Self {
        Option(name: "all-releases", summary: "for every version that --releases lists, planned ones too")
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
                line: "flagctl resolve --version 1.4.0,2.0.0 Configs/release-checks",
                meaning: "two versions side by side, for all files"),
            Example(
                line: "flagctl resolve --version 1.4.0 --format json origin/main:Configs/app.json",
                meaning: "the file on another branch, as JSON"),
            Example(
                line: "flagctl resolve --version 1.4.0 --format json Configs/app.json > expected.json; "
                    + "flagctl resolve --version 1.4.0 --expect expected.json Configs/app.json",
                meaning: "fail if a value differs from the saved one"),
            Example(
                line: "flagctl resolve --version 2.1.0 --attribute country=DE --key user-1 --at 2026-12-03T00:00:00Z "
                    + "Configs/targeting.json",
                meaning: "the values for one user at one time"),
            Example(
                line: "flagctl resolve --all-releases --releases Configs/app.releases --flag payments Configs/app.json",
                meaning: "the values of one setting for every listed version"),
            Example(
                line: "flagctl resolve --version 1.4.0 --format env --prefix APP_ Configs/app.json",
                meaning: "assignments for a shell, such as APP_CHECKOUT='compact'"),
        ],
        operands: [.files],
        options: [
            .versions, .allReleases, .releases, .attribute, .targetingKey, .instant, .context, .flag, .explain,
            .onlyOverridden, .expect,
            .prefix, .strict, .patch, .documentTrust, .order,
            .format(ResolveReport.Format.self), .report(ResolveReport.Format.self), .exclude, .config,
            .standardInputName, .color,
            .exitZero,
        ],
        notes: [
            "The value of a setting is that of the first entry whose conditions all hold, or else the default.",
            "--attribute launches=7 is a number. For a version, and for a string of digits, add quotes: "
                + "--attribute 'osVersion=\"17.2\"'.",
            "A condition on a value that is not given does not hold. Standard error lists the values that entries test and the "
                + "command line does not give, or gives as another kind, such as a number where they need a string. Without --at, and without \"date\" in the context, no date is given.",
            "Text and CSV show strings without quotes, and ambiguous ones as JSON strings. The format "
                + "\"value\" never quotes strings.",
            "\"env\" writes NAME='value' for a script that evaluates it with a shell, as in eval \"$(…)\". It is not for files of other "
                + "syntax, such as GITHUB_ENV or an env file of Docker. A name has the words of the setting in upper case: syncInterval is "
                + "SYNC_INTERVAL, and with --prefix FLAG_ the variable that overrides it in an app. A name that a shell or common programs use, "
                + "such as PATH, is an error. That list cannot be complete: use --prefix for a document that others can change.",
            "Exit codes: 0 resolved; 1 a difference (--expect) or an issue (--strict); 2 a file cannot be read, a "
                + "setting cannot be resolved, or the command line is invalid.",
        ],
        run: { (arguments, session) throws(UsageError) in
            try MisplacedOperands.check(arguments[.files], of: "resolve")
            var run = try ResolveRun(arguments)
            return try run.run(in: &session)
        })
}

/// One run of `resolve`.
private struct ResolveRun {
    private let arguments: ParsedArguments
    private let output: ReportOutput<ResolveReport.Format>
    private var status: ExitStatus = .clean

    init(_ arguments: ParsedArguments) throws(UsageError) {
        self.arguments = arguments
        try arguments.check(
            platformsOf: arguments[.versions], of: Option<[GivenVersion]>.versions.declaration.label)
        guard !arguments[.versions].isEmpty || arguments[.context] != nil || arguments[.allReleases] else {
            throw .missingOption(Option<[GivenVersion]>.versions.declaration)
        }
        if arguments[.allReleases] {
            guard arguments[.versions].isEmpty else {
                throw .other(
                    problem: "--all-releases and --version both give the versions",
                    help: "omit one of the two")
            }
            guard arguments.hasReleases else {
                throw .other(
                    problem: "--all-releases needs a list of releases, but none is given",
                    help: "add --releases FILE")
            }
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
        if format == .environment || format == .value, versionCount > 1 || arguments[.allReleases] {
            throw .other(
                problem: "--format \(quoted(format.rawValue)) needs one --version, but "
                    + (arguments[.allReleases] ? "--all-releases gives several" : "\(versionCount) are given"),
                help: "run once for each version, or use --format csv")
        }
        let flagCount = arguments[.flag].count
        if format == .value, flagCount != 1 {
            throw .other(
                problem: "--format \(quoted(format.rawValue)) needs one --flag, but "
                    + (flagCount == 0 ? "none is given" : "\(flagCount) are given"),
                help: "add --flag NAME, or use --format csv")
        }
    }

    mutating func run(in session: inout Session) throws(UsageError) -> ExitStatus {
        // An unreadable patch or context would change the values, so no document is resolved without it.
        let given = context(in: &session)
        let releases = ReleaseLists(arguments, in: &session)
        let reader =
            given == nil || releases == nil ? nil : DocumentReader(patches: arguments[.patch], session: &session)
        let context = given ?? EvaluationContext()
        let selection = DocumentSelection(arguments, reader: reader, session: &session)
        if arguments[.strict], selection.documents.contains(where: { !selection.issues(of: $0).isEmpty }) {
            status.combine(with: .found)
        }
        let platforms = arguments.platformFiles
        var results: [ResolvedDocument] = []
        for document in selection.documents {
            let versions = document.versionStyle.apply {
                self.versions(of: context, releases?.list(for: document.name), platforms.platform(of: document.name))
            }
            guard !versions.isEmpty else {
                session.report(.withoutVersion(document.name))
                continue
            }
            results.append(
                ResolvedDocument(
                    document, selection.settings(of: document), for: versions, context: context,
                    isOnlyOverridden: arguments[.onlyOverridden]))
        }
        for result in results { session.reportMissingInputs(of: result, context) }
        if let path = arguments[.expect], let reader { compare(results, with: path, reader: reader, session: &session) }
        try checkIsOneValue(of: results)
        let report = ResolveReport(
            results: results, isExplained: arguments[.explain], hasHeadings: selection.inputCount > 1,
            variablePrefix: arguments[.prefix] ?? "")
        if output.formats.contains(.environment) {
            for problem in report.variableProblems { session.report(problem) }
        }
        status.combine(with: output.write(report, in: &session))
        return status
    }

    /// The versions to resolve a document for: those of the command line, of the list of releases, or of the context.
    private func versions(
        of context: EvaluationContext, _ list: ReleaseList?, _ platform: String?
    ) -> [GivenVersion] {
        if arguments[.allReleases] { return list?.releases.map { GivenVersion($0.version) } ?? [] }
        guard arguments[.versions].isEmpty else {
            return arguments[.versions].filter { $0.platform == nil || $0.platform == platform }
        }
        return context.appVersion.map { [GivenVersion($0)] } ?? []
    }

    /// The format `value` shows no names, so a group or a pattern must match exactly one setting.
    private func checkIsOneValue(of results: [ResolvedDocument]) throws(UsageError) {
        guard output.formats.contains(.value), let flag = arguments[.flag].first,
            let result = results.first(where: { $0.settings.count > 1 })
        else { return }
        let names = result.settings.map { result.document.settings.name(of: $0) }
        throw .other(
            problem: "--format \"value\" needs one setting, but \(quoted(flag)) matches \(names.count)",
            help: "name one of them: \(names.prefix(3).joined(separator: ", "))" + (names.count > 3 ? ", …" : ""))
    }

    /// The context of the options; `nil` if its file cannot be read or has no app version, which has been reported.
    private func context(in session: inout Session) -> EvaluationContext? {
        guard let context = arguments.context(in: &session) else { return nil }
        if let path = arguments[.context], context.appVersion == nil, arguments[.versions].isEmpty,
            !arguments[.allReleases]
        {
            session.report(.contextWithoutVersion(path))
            return nil
        }
        return context
    }

    private mutating func compare(
        _ results: [ResolvedDocument], with path: String, reader: DocumentReader, session: inout Session
    ) {
        guard let tree = reader.json(of: .optionFile(path), in: &session) else { return }
        do throws(Expectation.FormatError) {
            let expectation = try Expectation(tree, name: path)
            let flags = arguments[.flag].map { SettingPattern($0) }
            for difference in expectation.differences(from: results, flags: flags) {
                session.report(finding: difference)
                status.combine(with: .found)
            }
        } catch {
            session.report(error.diagnostic(in: tree, name: path))
        }
    }
}

extension Diagnostic {
    /// A document of a platform for which no version is given.
    fileprivate static func withoutVersion(_ name: String) -> Diagnostic {
        Diagnostic(
            subject: .name(name), severity: .note,
            message: "skipped: no version is given for its platform")
    }
}
