import FlagAnalysis
import FlagResolver

extension Option {
    fileprivate static let floor = Option(
        name: "floor", argument: .text("V"),
        summary: "the oldest app version that is still supported; a document's own \"$minimumVersion\" is the default",
        hintForMissingValue: "write the oldest version that is still supported, such as --floor 1.6.0")
    fileprivate static let fix = Option(
        name: "fix", summary: "print the removal as a patch for \"git apply\" or \"patch -p1\", and nothing else")
    fileprivate static let collapse = Option(
        name: "collapse", summary: "also make another value the default, where only older versions get the present one")
    static let apply = Option(
        name: "apply", summary: "write the files, all of them or none; each keeps its own formatting")
}

extension Command {
    private static let staleFormats = StaleReport.Format.allCases.map(\.rawValue)

    static let stale = Command(
        name: "stale",
        summary: "what can be deleted once old versions no longer count",
        examples: [
            Example(
                line: "flagctl stale --floor 1.6.0 Configs/app.json",
                meaning: "what no version from 1.6.0 on needs, each with its line"),
            Example(
                line: "flagctl stale --floor 1.6.0 --fix Configs/app.json | git apply",
                meaning: "the removal as a patch"),
            Example(
                line: "flagctl stale --floor 1.6.0 --collapse --apply Configs",
                meaning: "written to the files, with new defaults where these take entries away"),
        ],
        operands: [
            Operand(name: "FILE", count: .oneOrMore, summary: "a file, a directory, a quoted glob, REV:PATH, or \"-\"")
        ],
        options: [
            .floor, .fix, .collapse, .apply, .format(staleFormats), .report, .standardInputName, .color, .exitZero,
        ],
        notes: [
            "Found are entries for versions below the floor only, entries that earlier ones hide from the floor up, "
                + "entries without which the same value comes from elsewhere, entries that could be the default, and "
                + "settings that have one value from the floor up. The result is compared with the document for every "
                + "version before anything is shown: no version from the floor up has another value.",
            "Pre-releases of the floor are below it: --floor 2.0.0-0 counts them too. Without --collapse no default "
                + "changes, as it is also what an app gets that does not know its version.",
            "Entries that are malformed, contain no version or have the wrong type are mistakes, and are left to "
                + "\"flagctl check\".",
            "Exit codes: 0 nothing is stale; 1 something is, applied or not; 2 a file cannot be read or written, a "
                + "setting has no value, or the command line is wrong.",
        ],
        run: { (arguments, session) throws(UsageError) in
            let reports = try ReportRequest.parse(arguments.all(.report), formats: staleFormats)
            let format = arguments.value(.format(staleFormats)).flatMap(StaleReport.Format.init) ?? .text
            let floor = try arguments.value(.floor).map { (text) throws(UsageError) in
                try AppVersion.one(text, of: .floor)
            }
            var status: ExitStatus = .clean
            let batch = EditableDocument.read(arguments.operands, arguments, status: &status, session: &session)
            if arguments.has(.apply) { try batch.documents.checkAreFiles(for: "--apply") }

            var isComplete = batch.isComplete
            var files: [StaleReport.File] = []
            for document in batch.documents {
                document.reportIssues(status: &status, session: &session)
                guard let floor = floor ?? document.loaded.settings.minimumVersion else {
                    session.report(.noFloor(document.loaded))
                    status.take(.failed)
                    isComplete = false
                    continue
                }
                do throws(EditedDocument.Failure) {
                    let stale = try StaleDocument(
                        document.loaded.settings, floor: floor, changesDefaults: arguments.has(.collapse))
                    files.append(StaleReport.File(document: document, stale: stale))
                } catch {
                    document.report(error, status: &status, session: &session)
                    isComplete = false
                }
            }
            if arguments.has(.apply) {
                let replacements = files.compactMap { file in
                    file.stale.edited.flatMap { file.document.replacement(with: $0.settings.tree.bytes) }
                }
                if replacements.write(isComplete: isComplete, status: &status, session: &session) {
                    for index in files.indices { files[index].isApplied = files[index].stale.edited != nil }
                }
            }
            let report = StaleReport(files: files, showsPatch: arguments.has(.fix), failures: session.failures)
            status.take(report.status)
            let renderer = DiagnosticRenderer(
                style: session.outputStyle, width: session.outputWidth ?? Session.defaultWidth)
            report.write(format, renderer, to: &session.output)
            report.writeSummary(to: &session.messages)
            for further in reports {
                guard let format = StaleReport.Format(rawValue: further.format) else { continue }
                var buffer = TextBuffer()
                report.write(format, DiagnosticRenderer(style: .plain, width: Session.defaultWidth), to: &buffer)
                session.save(buffer, to: further.path, status: &status)
            }
            return status
        })
}

extension Diagnostic {
    fileprivate static func noFloor(_ document: LoadedDocument) -> Diagnostic {
        let metadata = document.tree.member(named: "$minimumVersion" as StaticString, of: 0)
        return Diagnostic(
            subject: document.subject(metadata.map { document.tree.nodes[$0].span }), severity: .error,
            message: metadata == nil
                ? "no floor is given, and the document has no \"$minimumVersion\""
                : "no floor is given, and \"$minimumVersion\" is no version",
            help: "write the oldest version that is still supported: --floor 1.6.0")
    }
}
