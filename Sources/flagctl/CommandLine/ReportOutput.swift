import FlagAnalysis
import FlagResolver

/// Writes the report of a run to standard output, in the format of `--format`, and to the files of `--report`.
struct ReportOutput<Format: ReportFormat> {
    private let format: Format
    private let requests: [ReportRequest<Format>]

    init(_ arguments: ParsedArguments, as format: Format.Type = Format.self) {
        self.format = arguments[.format(format)]
        requests = arguments[ifDeclared: .report(format)] ?? []
    }

    /// The format of standard output, and those of all files.
    var formats: [Format] { [format] + requests.map(\.format) }

    /// Writes the report, and its summary to standard error.
    ///
    /// A file that cannot be written is reported, and makes the run a failure.
    ///
    /// - Returns: The status of the report.
    func write<Written: Report>(_ report: Written, in session: inout Session) -> ExitStatus
    where Written.Format == Format {
        VersionStyle.common(report.documents, otherwise: session.givenStyles.common).apply {
            writeStyled(report, in: &session)
        }
    }

    private func writeStyled<Written: Report>(_ report: Written, in session: inout Session) -> ExitStatus
    where Written.Format == Format {
        var report = report
        report.failures = session.failures
        Self.write(report, format, for: session.output.display, to: &session.output)
        Self.save(report, requests, in: &session)
        report.writeSummary(to: &session.messages)
        return report.status
    }

    /// Writes a report about a result that is on standard output: to the files of `--report`, or to standard error as text if
    /// there are none.
    ///
    /// - Returns: The status of the report.
    static func writeBesideResult<Written: Report>(
        _ report: Written, of arguments: ParsedArguments, in session: inout Session
    ) -> ExitStatus where Written.Format == Format {
        var report = report
        report.failures = session.failures
        let requests = arguments[.report(Format.self)]
        if requests.isEmpty { report.write(.text, for: session.messages.display, to: &session.messages) }
        save(report, requests, in: &session)
        return report.status
    }

    private static func save<Written: Report>(
        _ report: Written, _ requests: [ReportRequest<Format>], in session: inout Session
    ) where Written.Format == Format {
        for request in requests {
            var buffer = TextBuffer()
            write(report, request.format, for: .plain, to: &buffer)
            session.save(buffer, to: request.destination.path)
        }
    }

    /// Whether a format has commands of its own, or is for programs that need each byte.
    private static func isExact<Written: Report>(_ format: Format, _ report: Written) -> Bool
    where Written.Format == Format {
        format == .text ? !report.isTextForPeople : ["github", "env", "value"].contains(format.rawValue)
    }

    private static func write<Written: Report>(
        _ report: Written, _ format: Format, for display: Display, to buffer: inout TextBuffer
    ) where Written.Format == Format {
        if isExact(format, report) {
            report.write(format, for: display, to: &buffer)
        } else {
            buffer.writeForLogs { report.write(format, for: display, to: &$0) }
        }
        if format == .text, report.isTextForPeople { report.failures.writeText(to: &buffer) }
    }
}

/// An additional report of the same run: `--report FORMAT=PATH`.
struct ReportRequest<Format: ReportFormat>: Sendable {
    let format: Format
    let destination: ReportTargets.Destination
}

extension CommandOption {
    /// `--format`, for the formats of a report. Text is the default.
    static func format<Format: ReportFormat>(_ format: Format.Type) -> Self where Self == Option<Format> {
        let names = format.allCases.map(\.rawValue).joined(separator: ", ")
        return Option(
            name: "format", value: .choice("FORMAT"), default: .text,
            summary: "\(names); \(Format.text.rawValue) is the default", isCommon: true
        ).configurable
    }

    /// `--report`, for the formats of a report.
    static func report<Format: ReportFormat>(_ format: Format.Type) -> Self
    where Self == Option<[ReportRequest<Format>]> {
        Option(
            name: "report", values: .reportRequest(),
            summary: "also write a report of the run to a file; \"-\" appends it to the results", isCommon: true)
    }
}

extension ArgumentType {
    /// `FORMAT=PATH`
    fileprivate static func reportRequest<Format>() -> Self where Value == ReportRequest<Format> {
        ArgumentType(form: .report(placeholder: "FORMAT=PATH", formats: Format.allCases.map(\.rawValue))) {
            (text, label) throws(UsageError) in
            let formats = Format.allCases.map(\.rawValue)
            let name = text.divided(at: "=")?.before ?? text[...]
            guard let destination = ReportTargets.Destination(text) else {
                // A single word is a format if one has that name, and a path otherwise.
                let isFormat = name.utf8.count < text.utf8.count || formats.contains(text)
                throw .badValue(
                    label, value: text, problem: "expected a format, \"=\" and a path",
                    help: isFormat
                        ? "write --report \(formats.contains(String(name)) ? name : "json")=PATH"
                        : "write --report json=\(text.isEmpty ? "PATH" : text)")
            }
            guard let format = Format(rawValue: String(name)) else {
                let suggestion = Spelling.nearest(to: String(name), in: formats)
                throw .unknownChoice(
                    label, value: String(name), choices: formats,
                    suggestion: suggestion.map { "\($0)=\(destination.path)" })
            }
            return ReportRequest(format: format, destination: destination)
        }
    }
}

extension ParsedArguments {
    /// Where the reports of the run go, whatever their formats.
    var reportDestinations: [ReportTargets.Destination] {
        texts(ofOptionNamed: "report").compactMap { ReportTargets.Destination($0) }
    }
}

extension ReportTargets.Conflict {
    var usageError: UsageError {
        .other(problem: "--report \(quoted(destination.text)): \(problem)", help: help)
    }
}
