import FlagAnalysis
import FlagResolver

extension Option {
    fileprivate static let within = Option(
        name: "within", argument: .text("REQUIREMENT"), summary: "only these versions, such as \">=1.4.0 <2.0.0\"")
    fileprivate static let changesOnly = Option(
        name: "changes-only", summary: "leave out settings that have one value for all the versions shown")
    fileprivate static let transpose = Option(
        name: "transpose", summary: "a row for each version range, a column for each setting")
}

extension Command {
    static let matrix = Command(
        name: "matrix",
        summary: "every value of every setting, for all versions",
        examples: [
            Example(line: "flagctl matrix Configs/app.json", meaning: "settings × version ranges"),
            Example(
                line: "flagctl matrix --within '>=1.4.0 <2.0.0' --changes-only Configs/app.json",
                meaning: "only what changes between two versions"),
            Example(
                line: "flagctl matrix --format html Configs/app.json > matrix.html",
                meaning: "one self-contained page for a browser"),
        ],
        operands: [
            Operand(name: "FILE", count: .oneOrMore, summary: "a file, a directory, a quoted glob, REV:PATH, or \"-\"")
        ],
        options: [
            .flag, .within, .changesOnly, .transpose, .patch, .order,
            .format(MatrixReport.Format.allCases.map(\.rawValue)), .report, .watch, .standardInputName, .color,
            .exitZero,
        ],
        notes: [
            "A column is a version range for which nothing changes; \"·\" is the value to its left. The ranges "
                + "cover every version: nothing is sampled.",
            "Exit codes: 0 shown; 2 a file cannot be read, a setting has no value, or the command line is wrong.",
        ],
        run: { (arguments, session) throws(UsageError) in
            let formats = MatrixReport.Format.allCases.map(\.rawValue)
            let reports = try ReportRequest.parse(arguments.all(.report), formats: formats)
            let format = arguments.value(.format(formats)).flatMap(MatrixReport.Format.init) ?? .text
            var versions = VersionSet.all
            if let text = arguments.value(.within) { versions = try .one(text, of: .within) }
            var status: ExitStatus = .clean
            let selection = DocumentSelection(arguments.operands, arguments, status: &status, session: &session)
            let documents = selection.hasNothingWanted ? [] : selection.documents
            let matrices = documents.map { document in
                let matrix = SettingsMatrix(
                    of: selection.settings(of: document), in: document.settings, within: versions,
                    changesOnly: arguments.has(.changesOnly))
                return MatrixReport.Part(document: document, matrix: matrix)
            }
            var report = MatrixReport(parts: matrices, versions: versions, isTransposed: arguments.has(.transpose))
            report.leaveOutTooLarge(for: [format] + reports.compactMap(\.matrixFormat), session: &session)
            report.failures = session.failures
            report.write(format, width: session.outputWidth, to: &session.output)
            for further in reports {
                guard let format = further.matrixFormat else { continue }
                var buffer = TextBuffer()
                report.write(format, width: nil, to: &buffer)
                session.save(buffer, to: further.path, status: &status)
            }
            return status
        })
}

extension ReportRequest {
    fileprivate var matrixFormat: MatrixReport.Format? { MatrixReport.Format(rawValue: format) }
}
