import FlagAnalysis
import FlagResolver

extension CommandOption where Self == Option<String?> {
    fileprivate static var against: Self {
        Option(
            name: "against", value: .text("REV"),
            summary:
                "compare with the same files at a git revision, such as origin/main; \"main...\" is the merge base of main and HEAD, and "
                + "REV:PATH a file with another name")
    }
}

extension CommandOption where Self == Option<[String]> {
    /// The documents that are new since the revision.
    static var declaredNew: Self {
        Option(
            name: "new", values: .file("FILE"),
            summary: "treat this document as new since REV, although it has settings of a document that is gone")
    }
}

extension ParsedArguments {
    /// Checks that there is a revision since which documents can be new.
    ///
    /// - Throws: `UsageError` if there is none.
    func checkDeclaredNew(with revision: String?) throws(UsageError) {
        guard revision == nil, let file = self[.declaredNew].first else { return }
        throw .other(
            problem: "--new says that \(quoted(file)) is new, but there is no revision to compare with",
            help: "add --against REV")
    }
}

extension CommandOption where Self == Option<VersionSet?> {
    static var frozen: Self {
        Option(
            name: "frozen", value: .requirement("REQUIREMENT"),
            summary: "only changes for these versions count, such as \"<2.0.0\" for the shipped ones")
    }
}

extension CommandOption where Self == Option<RolloutPercentage?> {
    static var maxShare: Self {
        Option(
            name: "max-share", value: .percentage("PERCENT"),
            summary: "a change counts only if a rollout gives another value to more than this percentage of its users")
    }
}

extension CommandOption where Self == Option<Severity> {
    fileprivate static var changeSeverity: Self {
        Option(
            name: "severity", value: .choice("SEVERITY"), default: .error,
            summary:
                "the severity of changes that count, in the formats github and sarif: error (the default), warning or note"
        )
    }
}

extension CommandOption where Self == Option<Bool> {
    static var noticed: Self {
        Option(
            name: "noticed",
            summary: "only what a recorded release notices counts; every listed release must be recorded (--readers)")
    }
}

extension CommandOption where Self == Option<Bool> {
    fileprivate static var summary: Self {
        Option(
            name: "summary",
            summary:
                "text and Markdown in short: the numbers, what changes, and who is affected, for all files together")
    }
}

extension CommandOption where Self == Option<[String]> {
    static var allow: Self {
        Option(name: "allow", values: .setting("NAME"), summary: "changes of this setting do not count")
    }
}

extension CommandOperand where Self == Operand<[String]> {
    fileprivate static var comparedFiles: Self {
        Operand(
            several: .file("FILE"),
            summary:
                "OLD and NEW: a file, REV:PATH or \"-\" each, or two directories; with --against any number of files or directories"
        ).orInputsOfProject(with: Option<String?>.against)
    }
}

extension Command {
    static let diff = Command(
        name: "diff",
        summary: "what changes between two documents, and for exactly which versions",
        examples: [
            Example(
                line: "flagctl diff Configs/release-checks/shop/before.json Configs/release-checks/shop/after.json",
                meaning: "all changes of values, each with the line that causes it"
            ),
            Example(
                line: "flagctl diff Configs/release-checks/bounded-workaround Configs/release-checks/flag-in-the-field",
                meaning: "the files of two directories"),
            Example(
                line: "flagctl diff --against origin/main... Configs/app.json",
                meaning: "the changes of a branch"),
            Example(
                line: "flagctl diff --against origin/main... --frozen '<2.0.0' Configs/release-checks",
                meaning: "fail if a value changes for a shipped version"),
            Example(
                line: "flagctl diff --against origin/main... --summary --format markdown Configs/release-checks",
                meaning: "a comment on a pull request: the numbers, what changes, and who is affected"),
            Example(
                line: "flagctl diff --against origin/main... --max-share 10 Configs/release-checks",
                meaning: "fail if a rollout moves by more than 10 % of its users"),
        ],
        operands: [.comparedFiles],
        options: [
            .against, .declaredNew, .flag, .users, .frozen, .noticed, .allow, .maxShare, .changeSeverity, .summary,
            .releases, .readers,
            .patch, .documentTrust, .order,
            .format(DiffReport.Format.self), .report(DiffReport.Format.self), .exclude, .config, .standardInputName,
            .color, .exitZero,
        ],
        notes: [
            "Documents are compared by their values for every version. A change of the text alone is not a difference.",
            "Patches apply to the new document only.",
            "The files of two directories are compared by their paths. A file that has another path, and the same content or most "
                + "of the same settings, is renamed. Of several files, those without a difference are only counted.",
            "With --frozen, a new setting does not count: no frozen version knows it.",
            "With --readers, each setting names the recorded releases that read it; those that no recorded release reads come "
                + "last. What changes for a release as its code reads it is shown where that is not what the documents say, and "
                + "counts as well. --noticed counts only what a recorded release notices.",
            "Where more than the version decides, each row says who gets another value. --max-share applies to the largest "
                + "share of users who differ only in their buckets; where no rollout decides, that is 100 %.",
            "With --where only changes for users and versions that satisfy these conditions are shown, and count.",
            "With --against, a path means what the revision has there; symbolic links are followed in the revision. If a new "
                + "document has settings of one that is gone, it may be renamed, and nothing would be compared: --frozen, --max-share "
                + "and --allow exit 2. Compare it with --against REV:OLD, or say with --new that it is new.",
            "With --against, all settings of a document that the revision does not have are new. All settings of a deleted "
                + "document are removed, if the command line names its directory or a pattern that matches it.",
            "Exit codes: 0 no value changes for a version that counts; 1 a value changes; 2 a file cannot be read, "
                + "a setting has no value, or the command line is invalid.",
        ],
        run: { (arguments, session) throws(UsageError) in
            try arguments.checkDeclaredNew(with: arguments[.against])
            if arguments[.noticed], !arguments.hasReaders {
                throw .other(problem: "--noticed needs records of releases", help: "add --readers FOLDER")
            }
            if arguments[.against] == nil, arguments[.comparedFiles].count == 2 {
                let (old, new) = (arguments[.comparedFiles][0], arguments[.comparedFiles][1])
                try MisplacedOperands.check(revision: old, beside: new)
                try MisplacedOperands.check(revision: new, beside: old)
            }
            var pairs: [DiffReport.Pair] = []
            // With an unreadable list of releases, the report would lack what was asked for.
            if let readers = DiffReaders(arguments, session: &session) {
                if let revision = arguments[.against] {
                    let isGate =
                        arguments[.frozen] != nil || arguments[.maxShare] != nil || !arguments[.allow].isEmpty
                    pairs =
                        try readers.comparisons(
                            arguments[.comparedFiles], with: revision, declaredNew: arguments[.declaredNew],
                            isGate: isGate, in: &session
                        ).pairs
                } else {
                    pairs = try readers.pair(arguments[.comparedFiles], in: &session)
                }
            }
            let documents = pairs.flatMap { [$0.new, $0.old] }
            session.reportUnknownSettings(arguments[.allow] + arguments[.flag], in: documents)
            let flags = arguments[.flag].map { SettingPattern($0) }
            let report = DiffReport(
                pairs: !flags.isEmpty && flags.names(in: documents).isEmpty ? [] : pairs,
                frozen: arguments[.frozen] ?? .all,
                allowed: arguments[.allow].map { SettingPattern($0) }.names(in: documents),
                maximumShare: arguments[.maxShare]?.bucketCount ?? 0,
                users: arguments[.users], severity: arguments[.changeSeverity],
                isSummary: arguments[.summary], countsOnlyNoticed: arguments[.noticed])
            session.reportUnused(
                arguments[.allow].map { SettingPattern($0) }, of: "--allow",
                found: pairs.flatMap(\.difference.settings).map(\.name))
            return ReportOutput(arguments).write(report, in: &session)
        })
}
