import FlagAnalysis

extension Option {
    static let releases = Option(
        name: "releases", argument: .file("FILE"),
        summary: "the app's versions, one a line: VERSION [SHARE%] [planned]; \"#\" begins a comment")

    fileprivate static let failOn = Option(
        name: "fail-on", argument: .choice("SEVERITY", of: Severity.allCases.reversed().map(\.rawValue)),
        summary: "exit 1 from this severity on: error (the default), warning or note")
    fileprivate static let select = Option(
        name: "select", argument: .text("CODE[,CODE…]"), use: .repeated, summary: "look for these rules only")
    fileprivate static let ignore = Option(
        name: "ignore", argument: .text("CODE[,CODE…]"), use: .repeated, summary: "leave these rules out")
    fileprivate static let notes = Option(name: "notes", summary: "show notes too, not only errors and warnings")
    fileprivate static let baseline = Option(
        name: "baseline", argument: .file("FILE"),
        summary: "leave out the findings of a JSON result saved before, so that only new ones count")
}

extension Command {
    private static let checkFormats = CheckReport.Format.allCases.map(\.rawValue)

    static let check = Command(
        name: "check",
        aliases: ["lint", "validate"],
        summary: "everything that is wrong with a document, for every version",
        examples: [
            Example(line: "flagctl check Configs/app.json", meaning: "errors and warnings, each with its place"),
            Example(
                line: "flagctl check --fail-on warning --releases releases.txt Configs",
                meaning: "every document of a folder, held against the versions that there are"),
            Example(
                line: "flagctl check --format github --report sarif=check.sarif Configs/app.json",
                meaning: "annotations on a pull request, and a file for code scanning"),
            Example(
                line: "flagctl check --baseline known.json Configs/app.json",
                meaning: "only what is new since \"flagctl check --format json … > known.json\""),
        ],
        operands: [
            Operand(name: "FILE", count: .oneOrMore, summary: "a file, a directory, a quoted glob, REV:PATH, or \"-\"")
        ],
        options: [
            .failOn, .select, .ignore, .notes, .baseline, .releases, .patch, .format(checkFormats), .report, .watch,
            .standardInputName, .color, .exitZero,
        ],
        notes: [
            "\"flagctl rules\" lists what is looked for, \"flagctl rules CODE\" explains a rule with examples.",
            "Text shows errors and warnings, and notes with --notes or --fail-on note; the other formats hold all of them.",
            "A text that is no document of settings is always reported, whatever --select, --ignore and --baseline say.",
            "Exit codes: 0 nothing at or above --fail-on; 1 a finding at or above it, also a file that does not parse; "
                + "2 a file cannot be read, or the command line is wrong.",
        ],
        run: { (arguments, session) throws(UsageError) in
            var run = CheckRun(try CheckRequest(arguments))
            return run.run(in: &session)
        })
}

/// What a run of `check` is asked for.
struct CheckRequest {
    let failOn: Severity
    let rules: [any Rule]
    /// Whether the text format shows notes.
    let showsNotes: Bool
    let baseline: String?
    let releases: String?
    let patches: [String]
    let files: [String]
    let standardInputName: String?
    let format: CheckReport.Format
    let reports: [ReportRequest]

    init(_ arguments: ParsedArguments) throws(UsageError) {
        failOn = arguments.value(.failOn).flatMap(Severity.init) ?? .error
        showsNotes = arguments.has(.notes) || failOn == .note
        baseline = arguments.value(.baseline)
        releases = arguments.value(.releases)
        patches = arguments.all(.patch)
        files = arguments.operands
        standardInputName = arguments.value(.standardInputName)
        let formats = CheckReport.Format.allCases.map(\.rawValue)
        format = arguments.value(.format(formats)).flatMap(CheckReport.Format.init) ?? .text
        reports = try ReportRequest.parse(arguments.all(.report), formats: formats)

        let selected = try Self.codes(arguments.all(.select), of: .select)
        let ignored = Set(try Self.codes(arguments.all(.ignore), of: .ignore))
        let wanted = selected.isEmpty ? Set(Rules.all.map(\.code)) : Set(selected)
        // Rules whose findings are not shown need not run.
        let lowest: Severity = showsNotes || format != .text || !reports.isEmpty ? .note : .warning
        rules = Rules.all.filter { rule in
            let isWanted = wanted.contains(rule.code) && !ignored.contains(rule.code) && rule.severity >= lowest
            return isWanted || rule.rejectsDocument
        }
    }

    private static func codes(_ values: [String], of option: Option) throws(UsageError) -> [RuleCode] {
        var codes: [RuleCode] = []
        for value in values {
            for word in value.split(separator: ",", omittingEmptySubsequences: false) {
                codes.append(try RuleCode.named(String(word), in: option))
            }
        }
        return codes
    }
}

extension RuleCode {
    /// The rule of a name that was given to an option.
    fileprivate static func named(_ name: String, in option: Option) throws(UsageError) -> RuleCode {
        guard let code = Rules.rule(named: name)?.code else {
            let suggestion = Spelling.nearest(to: name, in: Rules.names)
            throw .badValue(
                option, value: name, problem: "there is no such rule",
                help: suggestion.map { "did you mean \"\($0)\"?" } ?? "\"flagctl rules\" lists them")
        }
        return code
    }
}
