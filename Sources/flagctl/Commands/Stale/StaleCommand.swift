import FlagAnalysis
import FlagResolver

extension CommandOption where Self == Option<AppVersion?> {
    fileprivate static var floor: Self {
        Option(
            name: "floor", value: .version("V"),
            summary:
                "the oldest app version that is still supported; a document's own \"$minimumVersion\" is the default",
            hintForMissingValue: "write the oldest version that is still supported, such as --floor 1.6.0")
    }
}

extension CommandOption where Self == Option<Bool> {
    fileprivate static var fix: Self {
        Option(
            name: "fix", summary: "print the removal as a patch for \"git apply\" or \"patch -p1\", and nothing else")
    }

    fileprivate static var collapse: Self {
        Option(
            name: "collapse", summary: "also make another value the default, if only older versions get the present one"
        )
    }
}

extension Command {
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
        operands: [.files],
        options: [
            .floor, .fix, .collapse, .apply, .format(StaleReport.Format.self), .report(StaleReport.Format.self),
            .standardInputName, .color, .exitZero,
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
            let batch = EditableDocument.read(arguments, session: &session)
            if arguments[.apply] { try batch.documents.checkAreFiles(for: "--apply") }

            var isComplete = batch.isComplete
            var files: [StaleReport.File] = []
            for document in batch.documents {
                document.reportIssues(in: &session)
                guard let floor = arguments[.floor] ?? document.loaded.settings.minimumVersion else {
                    session.report(.noFloor(document.loaded))
                    isComplete = false
                    continue
                }
                do throws(EditedDocument.Failure) {
                    let stale = try StaleDocument(
                        document.loaded.settings, floor: floor, changesDefaults: arguments[.collapse])
                    files.append(StaleReport.File(document: document, stale: stale))
                } catch {
                    document.report(error, in: &session)
                    isComplete = false
                }
            }
            if arguments[.apply] {
                let replacements = files.compactMap { file in
                    file.stale.edited.flatMap { file.document.replacement(with: $0.settings.tree.bytes) }
                }
                if replacements.write(isComplete: isComplete, session: &session) {
                    for index in files.indices { files[index].isApplied = files[index].stale.edited != nil }
                }
            }
            let report = StaleReport(files: files, showsPatch: arguments[.fix])
            return ReportOutput(arguments).write(report, in: &session)
        })
}

extension Diagnostic {
    fileprivate static func noFloor(_ document: LoadedDocument) -> Diagnostic {
        let metadata = document.tree.member(named: "$minimumVersion" as StaticString, of: 0)
        return Diagnostic(
            subject: document.subject(metadata.map { document.tree.nodes[$0].span }), severity: .error,
            message: metadata == nil
                ? "no floor is given, and the document has no \"$minimumVersion\""
                : "no floor is given, and \"$minimumVersion\" is not a version",
            help: "write the oldest version that is still supported: --floor 1.6.0")
    }
}
