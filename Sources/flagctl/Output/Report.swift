import FlagResolver

/// The formats of a report. Every report has a text format for people.
protocol ReportFormat: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
    static var text: Self { get }
}

/// The result of a command, which can be written in several formats.
///
/// `ReportOutput` writes it: once for `--format`, and once for each `--report`.
protocol Report {
    associatedtype Format: ReportFormat

    /// What the run could not read or check. Every format states it; text needs no code for it.
    var failures: RunFailures { get set }

    /// Whether the run found something, as far as it is complete.
    var status: ExitStatus { get }

    /// Whether text is for people. Text for a program, such as a patch, cannot contain failures.
    var isTextForPeople: Bool { get }

    /// The documents that the report is about. Versions print in the style of these.
    var documents: [SettingsDocument] { get }

    func write(_ format: Format, for display: Display, to buffer: inout TextBuffer)

    /// Writes a line about the whole run to standard error.
    func writeSummary(to buffer: inout TextBuffer)
}

extension Report {
    var status: ExitStatus { .clean }
    var isTextForPeople: Bool { true }
    var documents: [SettingsDocument] { [] }

    func writeSummary(to buffer: inout TextBuffer) {}
}

/// What a stream can show: colour, and a number of columns.
struct Display {
    let style: TextStyle
    /// The width that tables and excerpts fit: that of the terminal, or `COLUMNS`; `nil` for any width.
    let width: Int?
    /// Whether it is a terminal, on which control characters would act.
    var isTerminal = false
    /// Whether it is a terminal that can erase a line.
    var canMoveCursor = false

    /// A file, or a stream that is not a terminal.
    static let plain = Display(style: .plain, width: nil)

    /// The width in the environment variable `COLUMNS`; `nil` if it is not a reasonable number.
    static func requestedWidth(_ text: String?) -> Int? {
        guard let text, let width = Int(text), (1...9999).contains(width) else { return nil }
        return width
    }

    /// The width of excerpts without a terminal.
    static let defaultWidth = 120

    /// Wider excerpts are hard to read.
    private static let maximumWidth = 400

    var renderer: DiagnosticRenderer {
        DiagnosticRenderer(
            style: style, width: min(width ?? Self.defaultWidth, Self.maximumWidth),
            wrappingWidth: isTerminal ? width : nil)
    }
}
