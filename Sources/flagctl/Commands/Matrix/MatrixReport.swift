import FlagAnalysis
import FlagResolver

/// The matrices of a run, to be written in any of their formats.
struct MatrixReport {
    enum Format: String, CaseIterable {
        case text
        case csv
        case json
        case markdown
        case html

        /// Whether the format has a place for every setting in every column.
        var writesEveryCell: Bool { self != .json && self != .html }
    }

    /// The matrix of one document.
    struct Part {
        let document: LoadedDocument
        let matrix: SettingsMatrix

        /// The columns' titles: where a column begins, and the whole interval where that would not say it all.
        var titles: [String] {
            matrix.columns.enumerated().map { index, column in
                let end = index + 1 < matrix.columns.count ? matrix.columns[index + 1].lower : .highest
                guard column.upper == end, column.singleVersion == nil, column.lower != .lowest else {
                    return column.description
                }
                return VersionInterval(from: column.lower, to: .highest)?.description ?? column.description
            }
        }

        func writeName(of row: SettingsMatrix.Row, to buffer: inout TextBuffer) {
            ValueText.write(string: document.settings.nameBytes(of: row.settingIndex), to: &buffer)
        }

        /// `4 settings, 7 version ranges cover every version`
        func summary(of versions: VersionSet) -> String {
            let settings = Count.of(matrix.rows.count, "setting")
            let intervals = Count.of(matrix.columns.count, "version range", "version ranges")
            let verb = matrix.columns.count == 1 ? "covers" : "cover"
            return "\(settings), \(intervals) \(verb) \(versions == .all ? "every version" : versions.description)"
        }
    }

    private(set) var parts: [Part]
    /// The versions that were asked for.
    let versions: VersionSet
    let isTransposed: Bool
    var failures = RunFailures()

    /// More cells than a person looks at, or a spreadsheet opens.
    private static let greatestCellCount = 4_000_000

    /// Leaves out every matrix that has more cells than make sense in one of the formats, which is reported.
    mutating func leaveOutTooLarge(for formats: [Format], session: inout Session) {
        guard let format = formats.first(where: \.writesEveryCell) else { return }
        parts.removeAll { part in
            guard part.matrix.columns.count * part.matrix.rows.count > Self.greatestCellCount else { return false }
            session.report(
                Diagnostic(
                    subject: .name(part.document.name), severity: .error,
                    message: "\(part.summary(of: versions)): too many cells for --format \(format.rawValue)",
                    help: "narrow it with --flag, --within or --changes-only, or use --format json or html"))
            return true
        }
    }

    func write(_ format: Format, width: Int?, to buffer: inout TextBuffer) {
        switch format {
        case .text:
            writeText(width: width, to: &buffer)
            failures.writeText(to: &buffer)
        case .csv: writeSeparatedValues(to: &buffer)
        case .json: Self.json.write(self, to: &buffer)
        case .markdown: writeMarkdown(to: &buffer)
        case .html: writeHTML(to: &buffer)
        }
    }
}

extension SettingsMatrix.Row {
    /// Calls a closure for every column: with the segment that it lies in, and whether the segment begins there.
    ///
    /// A segment with the value of the one before it, versions that are not shown lying between them, begins nothing.
    func forEachColumn(_ body: (_ column: Int, _ segment: SettingsMatrix.Segment, _ isNew: Bool) -> Void) {
        var last: Int?
        for segment in segments {
            for column in segment.columns {
                body(column, segment, column == segment.columns.lowerBound && segment.valueClass != last)
            }
            last = segment.valueClass
        }
    }
}
