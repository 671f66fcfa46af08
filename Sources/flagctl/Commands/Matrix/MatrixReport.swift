import FlagAnalysis
import FlagResolver

/// The result of `matrix`.
struct MatrixReport: Report {
    enum Format: String, ReportFormat {
        case text
        case csv
        case json
        case markdown
        case html

        /// Whether the format writes every setting in every column.
        var writesEveryCell: Bool { self != .json && self != .html }
    }

    /// The matrix of one document.
    struct Part {
        let document: LoadedDocument
        let matrix: SettingsMatrix
        /// The releases to name; `nil` for none.
        var releases: ReleaseList?

        /// Whether all settings together are too complex.
        var isTooComplex: Bool { matrix.failures.contains(where: \.failure.isOfAllSettings) }

        /// The settings that are too complex; only the first one if all together are.
        var reportedFailures: [(setting: SettingIndex, failure: CaseSpace.Failure)] {
            let first = matrix.failures.first(where: \.failure.isOfAllSettings)
            return matrix.failures.filter { !$0.failure.isOfAllSettings } + [first].compactMap { $0 }
        }

        /// The titles of the columns: the start of an interval, or all of it if another interval does not follow directly.
        var titles: [String] {
            matrix.columns.enumerated().map { index, column in
                let end = index + 1 < matrix.columns.count ? matrix.columns[index + 1].lower : .highest
                guard column.upper == end, column.singleVersion == nil, column.lower != .lowest else {
                    return column.description
                }
                return VersionInterval(from: column.lower, to: .highest)?.description ?? column.description
            }
        }

        /// The shipped versions of each column: `>=2.0.0` and `1 shipped version: 2.0.0 (20.0 % of installs)`.
        ///
        /// `nil` without a list of releases.
        var shipped: [(title: String, versions: String)]? {
            releases.map { releases in
                zip(titles, matrix.columns).map { title, column in (title, releases.phrase(for: VersionSet([column]))) }
            }
        }

        func writeName(of row: SettingsMatrix.Row, to buffer: inout TextBuffer) {
            NameText.write(document.settings.nameBytes(of: row.settingIndex), to: &buffer)
            if let users = row.users { buffer.write(", \(PlainText.escaped(document.space.text(of: users)))") }
        }

        /// `4 settings, 7 version ranges cover every version`
        var summary: String {
            guard !matrix.columns.isEmpty else { return "nobody is selected" }
            let versions = VersionSet(matrix.columns)
            let settings = Count.of(matrix.settingCount, "setting")
            let intervals = Count.of(matrix.columns.count, "version range", "version ranges")
            let verb = matrix.columns.count == 1 ? "covers" : "cover"
            return "\(settings), \(intervals) \(verb) \(versions == .all ? "every version" : versions.description)"
        }
    }

    private(set) var parts: [Part]
    /// The versions that the matrices cover together; with `--last`, each has its own.
    let versions: VersionSet
    let isTransposed: Bool
    /// Whether text and Markdown have a row for each group of users, however many there are.
    var showsCases = false
    var failures = RunFailures()

    var documents: [SettingsDocument] { parts.map(\.document.settings) }

    /// More cells than this are too many for a spreadsheet.
    private static let maximumCellCount = 4_000_000

    /// Omits and reports every matrix with too many cells for one of the formats.
    mutating func leaveOutTooLarge(for formats: [Format], session: inout Session) {
        guard let format = formats.first(where: \.writesEveryCell) else { return }
        parts.removeAll { part in
            guard part.matrix.columns.count * part.matrix.rows.count > Self.maximumCellCount else { return false }
            session.report(
                Diagnostic(
                    subject: .name(part.document.name), severity: .error,
                    message: "\(part.summary): too many cells for --format \(format.rawValue)",
                    help: "narrow it with --flag, --within or --changes-only, or use --format json or html"))
            return true
        }
    }

    func write(_ format: Format, for display: Display, to buffer: inout TextBuffer) {
        switch format {
        case .text: writeText(width: display.width, to: &buffer)
        case .csv: writeCSV(to: &buffer)
        case .json: Self.json.write(self, to: &buffer)
        case .markdown:
            MarkdownComment.write(listing: "flagctl matrix --format json", to: &buffer) { writeMarkdown(to: &$0) }
        case .html: writeHTML(to: &buffer)
        }
    }
}

extension SettingsMatrix.Row {
    /// Calls a closure for every column, with its segment and whether a new value begins there.
    ///
    /// Two segments in a row can have the same value if versions between them are not shown.
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
