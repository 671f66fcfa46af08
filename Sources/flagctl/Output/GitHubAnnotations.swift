import FlagAnalysis
import FlagResolver

/// Workflow commands, which GitHub Actions shows as file annotations.
///
/// 1. GitHub shows ten errors, ten warnings and ten notices of a step. Further ones are not written, and a closing
///    notice states their number.
/// 2. Data is escaped as in the toolkit of GitHub Actions, so that no text can begin another command.
enum GitHubAnnotations {
    private static let maximumCount = 10

    /// - Parameter listing: The command that lists all findings, if it is not `tool`.
    static func write(_ diagnostics: [Diagnostic], tool: String, listing: String? = nil, to buffer: inout TextBuffer) {
        var left: [Severity: Int] = [:]
        for severity in [Severity.error, .warning, .note] {
            let all = diagnostics.filter { $0.severity == severity }
            // The closing notice counts as one.
            let isCloser = severity == .note && (!left.isEmpty || all.count > maximumCount)
            let count = isCloser ? maximumCount - 1 : maximumCount
            for diagnostic in all.prefix(count) { write(diagnostic, to: &buffer) }
            if all.count > count { left[severity] = all.count - count }
        }
        guard !left.isEmpty else { return }
        let parts = [(Severity.error, "error"), (.warning, "warning"), (.note, "note")]
            .compactMap { severity, name in left[severity].map { Count.of($0, name) } }
        buffer.write("::notice title=\(escaped(property: tool))::")
        buffer.write(
            escaped("not shown here: \(parts.joined(separator: ", ")); run \(listing ?? tool) to see them all"))
        buffer.endLine()
    }

    private static func write(_ diagnostic: Diagnostic, to buffer: inout TextBuffer) {
        let command =
            switch diagnostic.severity {
            case .error: "error"
            case .warning: "warning"
            case .note: "notice"
            }
        var properties: [String] = []
        var message = diagnostic.canonicallyNamedMessage
        switch diagnostic.subject {
        case .location(let location):
            let (start, end) = (location.start, location.end)
            properties.append("file=\(escaped(property: location.source.canonicalName))")
            properties.append("line=\(start.line)")
            properties.append("endLine=\(end.line)")
            // GitHub uses columns only in annotations of a single line.
            if start.line == end.line {
                properties.append("col=\(start.column)")
                properties.append("endColumn=\(max(start.column, end.column))")
            }
        case .name: break
        }
        if let code = diagnostic.code { properties.append("title=\(escaped(property: code))") }
        for related in diagnostic.related {
            let start = related.location.start
            message +=
                "\nnote: \(related.location.source.canonicalName):\(start.line):\(start.column): \(related.message)"
        }
        for note in diagnostic.notes { message += "\nnote: \(note)" }
        if let help = diagnostic.help { message += "\nhelp: \(help)" }
        let list = properties.isEmpty ? "" : " " + properties.joined(separator: ",")
        buffer.write("::\(command)\(list)::\(escaped(message))\n")
    }

    private static func escaped(_ text: String) -> String {
        escaped(text, ["%": "%25", "\r": "%0D", "\n": "%0A"])
    }

    private static func escaped(property text: String) -> String {
        escaped(text, ["%": "%25", "\r": "%0D", "\n": "%0A", ":": "%3A", ",": "%2C"])
    }

    private static func escaped(_ text: String, _ escapes: [Unicode.Scalar: String]) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            if let escape = escapes[scalar] {
                result += escape
            } else if PlainText.isUnprintable(scalar) {
                result += PlainText.escape(scalar)
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
