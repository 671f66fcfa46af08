import FlagAnalysis
import FlagResolver

extension CommandOption where Self == Option<VersionSet?> {
    fileprivate static var within: Self {
        Option(
            name: "within", value: .requirement("REQUIREMENT"),
            summary: "only these versions, such as \">=1.4.0 <2.0.0\"")
    }
}

extension CommandOption where Self == Option<Int?> {
    fileprivate static var last: Self {
        Option(
            name: "last", value: .number("N", from: 1, to: .max),
            summary: "only the N newest version ranges of each file")
    }
}

extension CommandOption where Self == Option<Bool> {
    fileprivate static var changesOnly: Self {
        Option(name: "changes-only", summary: "omit settings that have one value for all shown versions")
    }

    fileprivate static var transpose: Self {
        Option(name: "transpose", summary: "a row for each version range, a column for each setting")
    }
}

extension Command {
    static let matrix = Command(
        name: "matrix",
        summary: "the values of all settings, for all versions",
        examples: [
            Example(line: "flagctl matrix Configs/app.json", meaning: "settings × version ranges"),
            Example(
                line: "flagctl matrix --within '>=1.4.0 <2.0.0' --changes-only Configs/app.json",
                meaning: "only what changes between two versions"),
            Example(
                line: "flagctl matrix --last 3 --releases Configs/app.releases Configs/app.json",
                meaning: "the three newest version ranges, and who has them"),
            Example(
                line: "flagctl matrix --format html Configs/app.json > matrix.html",
                meaning: "a self-contained page for a browser"),
            Example(
                line:
                    "flagctl matrix --flag checkout --attribute country=DE --at 2026-12-03T00:00:00Z Configs/targeting.json",
                meaning: "who gets what in one country at one time"),
        ],
        operands: [.files],
        options: [
            .flag, .within, .last, .releases, .attribute, .targetingKey, .instant, .context, .users, .cases,
            .changesOnly,
            .transpose, .patch, .documentTrust,
            .order,
            .format(MatrixReport.Format.self), .report(MatrixReport.Format.self), .watch, .exclude, .config,
            .standardInputName, .color,
            .exitZero,
        ],
        notes: [
            "Each column is a version range in which no value changes; \"·\" means the value to its left. The ranges cover "
                + "all versions. Text shows the newest versions first; the other formats the oldest.",
            "With --releases, every format names the shipped versions in each range, and their share of installs; CSV in the "
                + "records (shipped versions) and (percentage of installs).",
            "A setting that tests more than the version has a row for each group of users. --attribute, --key, --at and "
                + "--context fix a part of the context; what they do not name varies. --where selects users and versions by conditions "
                + "like those of entries.",
            "Text and Markdown have one row for a setting with more than 20 groups of users; --cases shows a row for each. HTML "
                + "shows them on request, and CSV and JSON always have them.",
            "Exit codes: 0 shown; 2 a file cannot be read, a setting cannot be resolved, or the command line is invalid.",
        ],
        run: { (arguments, session) throws(UsageError) in
            let context = arguments.context(in: &session)
            let releases = ReleaseLists(arguments, in: &session)
            let reader =
                context == nil
                ? nil
                : DocumentReader(
                    patches: arguments[.patch], selection: arguments[.users], session: &session)
            let selection = DocumentSelection(arguments, reader: reader, session: &session)
            let selected = arguments[.users]?.versions(fixing: context ?? EvaluationContext()) ?? .all
            var versions = arguments[.within]?.intersection(selected) ?? selected
            let documents = selection.isEmpty || releases == nil ? [] : selection.documents
            func part(of document: LoadedDocument, within versions: VersionSet) -> MatrixReport.Part {
                MatrixReport.Part(
                    document: document,
                    matrix: SettingsMatrix(
                        of: selection.settings(of: document), in: document.settings, within: versions,
                        changesOnly: arguments[.changesOnly], fixing: context ?? EvaluationContext(),
                        among: arguments[.users], axes: document.space.axes),
                    releases: releases?.list(for: document.name))
            }
            var parts = documents.map { part(of: $0, within: versions) }
            if let count = arguments[.last], !parts.isEmpty {
                // Each document has its own newest ranges: versions of two platforms cannot be compared.
                parts = parts.map { whole in
                    let columns = whole.matrix.columns
                    guard let first = columns.suffix(count).first, columns.count > count else { return whole }
                    return part(
                        of: whole.document,
                        within: versions.intersection(VersionSet(from: first.lower, to: .highest)))
                }
                versions = VersionSet(parts.flatMap(\.matrix.columns))
            }
            for part in parts {
                for (setting, failure) in part.reportedFailures {
                    session.report(
                        Diagnostic(failure, of: part.document.settings.name(of: setting), in: part.document))
                }
            }
            // The settings that could be analysed may fill hundreds of megabytes.
            parts.removeAll(where: \.isTooComplex)
            let output = ReportOutput(arguments, as: MatrixReport.Format.self)
            var report = MatrixReport(parts: parts, versions: versions, isTransposed: arguments[.transpose])
            report.showsCases = arguments[.cases]
            report.leaveOutTooLarge(for: output.formats, session: &session)
            return output.write(report, in: &session)
        })
}
