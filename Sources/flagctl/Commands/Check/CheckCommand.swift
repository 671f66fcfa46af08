import FlagAnalysis
import FlagResolver

extension CommandOption where Self == Option<Bool> {
    static var statistics: Self {
        Option(name: "statistics", summary: "count the findings of each rule; text shows the counts only")
    }
}

extension Command {
    static let check = Command(
        name: "check",
        aliases: ["lint", "validate"],
        summary: "find the errors in documents, for all versions",
        examples: [
            Example(line: "flagctl check Configs/app.json", meaning: "errors and warnings, each with its location"),
            Example(
                line: "flagctl check --fail-on warning --releases Configs/app.releases Configs/app.json",
                meaning: "compared with the released versions"),
            Example(
                line: "flagctl check --format github --report sarif=check.sarif Configs/app.json",
                meaning: "annotations for a pull request, and a file for code scanning"),
            Example(
                line: "flagctl check --format json Configs/app.json > known.json; "
                    + "flagctl check --baseline known.json Configs/app.json",
                meaning: "only findings that are new since a saved result"),
            Example(
                line: "flagctl check --statistics --notes Configs/release-checks",
                meaning: "how often each rule found something"),
            Example(
                line: "flagctl check --fix --apply Configs/app.json", meaning: "make the fixes that change no value"),
            Example(
                line: "flagctl check --fix --unsafe-fixes Configs/app.json",
                meaning: "all fixes as a patch, with the values that they change"),
            Example(
                line: "flagctl check --owners --notes Configs/showcase.json", meaning: "whose settings have findings"),
            Example(
                line: "flagctl check --against origin/main... --fail-on warning Configs/targeting.json",
                meaning: "fail if a branch changes the salt of a rollout, or makes a percentage smaller"),
        ],
        operands: [.files],
        options: [
            .failOn, .select(among: Rules.all), .ignore(among: Rules.all), .severity, .notes, .statistics, .owners,
            .baseline, .reportedFindings,
            .releases, .readers, .policy,
            .checkedDate, .checkedRevision, .declaredNew, .allowedChange, .patch, .fixesFindings, .unsafeFixes, .diff,
            .apply,
            .format(CheckReport.Format.self),
            .report(CheckReport.Format.self), .watch, .exclude, .config, .standardInputName, .color, .exitZero,
        ],
        notes: [
            "\"flagctl rules\" lists the rules; \"flagctl rules CODE\" explains one with examples.",
            "The formats text, github and sarif have errors and warnings, and notes with --notes or --fail-on note; the other "
                + "formats have all findings.",
            "With --against, a document is compared with the same file at the revision; a new file has nothing to be compared "
                + "with. If it has settings of a document that is gone, it may be renamed: say with --new that it is new. Patches "
                + "apply to the new document only.",
            "With --policy or a project file that names policies, a policy that does not hold is an error with the code violated-policy, "
                + "which no option leaves out; \"flagctl prove\" shows all verdicts.",
            "A fix is made without --unsafe-fixes only if it changes no value for any version, user or date, which is proved "
                + "before anything is written. A text that is not JSON has no values: it is corrected if there is one way to do so and the "
                + "result is a document; comments are deleted.",
            "A file that is not a settings document is always reported, regardless of --select, --ignore and --baseline.",
            "Exit codes: 0 no finding at or above --fail-on; 1 a finding at or above it, or a file that cannot be parsed; "
                + "2 a file or a policy cannot be read, a policy cannot be decided, or the command line is invalid.",
        ],
        run: { (arguments, session) throws(UsageError) in
            try arguments.checkDeclaredNew(with: arguments[.checkedRevision])
            return try CheckRun(arguments).run(in: &session)
        })
}
