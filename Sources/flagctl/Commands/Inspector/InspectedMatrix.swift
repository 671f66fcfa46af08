import FlagAnalysis
import FlagResolver
import FlagServer

/// The values of some settings for all versions, as tables like those of `matrix`.
struct InspectedMatrix {
    /// How many settings match the filter.
    let total: Int
    let report: MatrixReport
    /// Messages about omitted settings.
    let problems: [String]

    init(_ shown: InspectedSettings, in document: LoadedDocument) {
        let filter = shown.filter.lowercased()
        let settings = document.indicesByName().filter { setting in
            // A setting without entries has one value for all versions.
            if shown.changesOnly, document.loaded[setting].entries.isEmpty { return false }
            return filter.isEmpty || document.settings.name(of: setting).lowercased().contains(bytesOf: filter)
        }
        total = settings.count
        let matrix = SettingsMatrix(
            of: Array(settings.dropFirst(shown.first).prefix(shown.count)), in: document.settings,
            changesOnly: shown.changesOnly, axes: document.space.axes)
        problems = matrix.failures.map { setting, failure in
            Diagnostic(failure, of: document.settings.name(of: setting), in: document).message
        }
        report = MatrixReport(
            parts: [MatrixReport.Part(document: document, matrix: matrix)], versions: .all, isTransposed: false)
    }

    private var html: String {
        var buffer = TextBuffer()
        report.writeSections(to: &buffer)
        return buffer.text
    }

    static let json = JSONObject<InspectedMatrix> {
        Member("total", .count, "How many settings match the filter.") { $0.total }
        Member("html", .text, "The tables.") { $0.html }
        Member("problems", .list(of: .text), "What is left out.") { $0.problems }
    }
}
