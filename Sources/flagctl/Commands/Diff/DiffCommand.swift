import FlagAnalysis
import FlagResolver

extension Option {
    static let against = Option(
        name: "against", argument: .text("REV"),
        summary: "compare with the same files as they are at a git revision, such as origin/main")
    fileprivate static let frozen = Option(
        name: "frozen", argument: .text("REQUIREMENT"),
        summary: "only changes for these versions count, such as \"<2.0.0\" for what is in the field")
    static let allow = Option(
        name: "allow", argument: .text("NAME"), use: .repeated, summary: "changes of this setting do not count")
}

extension Command {
    static let diff = Command(
        name: "diff",
        summary: "what changes between two documents, and for exactly which versions",
        examples: [
            Example(
                line: "flagctl diff old.json Configs/app.json",
                meaning: "every change of a value, with the line responsible"
            ),
            Example(
                line: "flagctl diff --against origin/main Configs/app.json",
                meaning: "what a branch changes"),
            Example(
                line: "flagctl diff --against origin/main --frozen '<2.0.0' Configs",
                meaning: "fail where anything changes for versions that are in the field already"),
        ],
        operands: [
            Operand(
                name: "FILE", count: .oneOrMore,
                summary:
                    "OLD and NEW: a file, REV:PATH or \"-\" each; with --against any number of files or directories")
        ],
        options: [
            .against, .flag, .frozen, .allow, .releases, .patch, .order,
            .format(DiffReport.Format.allCases.map(\.rawValue)), .report, .standardInputName, .color, .exitZero,
        ],
        notes: [
            "Two documents are compared by what they mean for every version, so a change of text alone is none.",
            "Patches apply to the new document only.",
            "With --against, a document that is not there at the revision has only new settings; one that is deleted "
                + "since, of a folder or a pattern that is named, has lost all of them.",
            "Exit codes: 0 equal for every version, or nothing that counts; 1 a value changes; 2 a file cannot be read, "
                + "a setting has no value, or the command line is wrong.",
        ],
        run: { (arguments, session) throws(UsageError) in
            let formats = DiffReport.Format.allCases.map(\.rawValue)
            let reports = try ReportRequest.parse(arguments.all(.report), formats: formats)
            let format = arguments.value(.format(formats)).flatMap(DiffReport.Format.init) ?? .text
            var frozen = VersionSet.all
            if let text = arguments.value(.frozen) { frozen = try .one(text, of: .frozen) }

            var run = DiffRun(arguments, operands: arguments.operands)
            let path = arguments.value(.releases)
            let releases = path.flatMap { ReleaseFile.read($0, in: &session) }
            var pairs: [DiffReport.Pair] = []
            // Without the list of releases, the report would lack what was asked for.
            if (path == nil) == (releases == nil) {
                if let revision = arguments.value(.against) {
                    pairs = run.pairs(against: revision, in: &session)
                } else {
                    pairs = try run.pair(in: &session)
                }
            }
            run.reportUnknownNames(arguments.all(.allow) + arguments.all(.flag), in: pairs, session: &session)
            let report = DiffReport(
                pairs: run.comparesNothing(in: pairs) ? [] : pairs, frozen: frozen, allowed: Set(arguments.all(.allow)),
                releases: releases, failures: session.failures)
            var status = run.status
            status.take(report.status)
            report.write(format, to: &session.output)
            for further in reports {
                guard let format = DiffReport.Format(rawValue: further.format) else { continue }
                var buffer = TextBuffer()
                report.write(format, to: &buffer)
                session.save(buffer, to: further.path, status: &status)
            }
            return status
        })
}
