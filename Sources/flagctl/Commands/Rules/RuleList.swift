import FlagAnalysis

/// The rules of `check` and `references` and the codes of other messages: a line for each, or the explanation of one.
struct RuleList: Report {
    enum Format: String, ReportFormat {
        case text
        case json
        case markdown
    }

    let rules: [any Rule]
    let messages: [MessageCode]
    /// Whether text explains them, with examples.
    private let isExplained: Bool
    var failures = RunFailures()

    init(all rules: [any Rule], _ messages: [MessageCode]) {
        self.rules = rules
        self.messages = messages
        isExplained = false
    }

    init(one code: ExplainedCode) {
        switch code {
        case .rule(let rule): (rules, messages) = ([rule], [])
        case .message(let message): (rules, messages) = ([], [message])
        }
        isExplained = true
    }

    func write(_ format: Format, for display: Display, to buffer: inout TextBuffer) {
        switch format {
        case .json: Self.json.write(self, to: &buffer)
        case .markdown where isExplained:
            for rule in rules { RuleExplanation(rule).writeMarkdown(to: &buffer) }
            for message in messages { MessageExplanation(message).writeMarkdown(to: &buffer) }
        case .markdown: writePage(to: &buffer)
        case .text where isExplained:
            let width = min(display.width ?? Display.defaultWidth, Self.maximumWidth)
            for rule in rules { RuleExplanation(rule).writeText(style: display.style, width: width, to: &buffer) }
            for message in messages {
                MessageExplanation(message).writeText(style: display.style, width: width, to: &buffer)
            }
        case .text: writeLines(style: display.style, width: display.width, to: &buffer)
        }
    }

    /// Longer lines are hard to read.
    private static let maximumWidth = 100

    /// A line for each rule, which is wrapped only for a terminal.
    private func writeLines(style: TextStyle, width: Int?, to buffer: inout TextBuffer) {
        let codeWidth = rules.reduce(0) { max($0, $1.code.rawValue.count) }
        let severityWidth = Severity.allCases.reduce(0) { max($0, $1.rawValue.count) }
        let indentation = codeWidth + severityWidth + 4
        for rule in rules {
            let code = rule.code.rawValue
            let severity = rule.severity.rawValue
            buffer.write(style.bold(code))
            buffer.write(byte: UInt8(ascii: " "), count: codeWidth - code.count + 2)
            buffer.write(style.severity(rule.severity, severity))
            write(rule.meaning, severityWidth - severity.count + 2, indentation, width, to: &buffer)
        }
        buffer.write("\nCodes of other messages:\n")
        let messageWidth = messages.reduce(0) { max($0, $1.code.count) }
        for message in messages {
            buffer.write(style.bold(message.code))
            write(message.meaning, messageWidth - message.code.count + 2, messageWidth + 2, width, to: &buffer)
        }
    }

    /// Writes a meaning after its code, or below it if the display is narrow.
    private func write(
        _ meaning: String, _ padding: Int, _ indentation: Int, _ width: Int?, to buffer: inout TextBuffer
    ) {
        let isBelow = width.map { $0 < indentation + Self.minimumMeaningWidth } ?? false
        if isBelow { buffer.endLine() } else { buffer.write(byte: UInt8(ascii: " "), count: padding) }
        WrappedText.write(
            meaning, width: width ?? .max, indentation: isBelow ? 4 : indentation, startsIndented: !isBelow, to: &buffer
        )
    }

    /// With less width beside the codes, meanings are hard to read.
    private static let minimumMeaningWidth = 30

    /// The page `Docs/Rules.md`: a table of all rules, then a section for each.
    private func writePage(to buffer: inout TextBuffer) {
        buffer.write(
            """
            # What `flagctl check` looks for

            Each rule has a code and a severity. `--select` and `--ignore` take codes; `--fail-on` sets the lowest severity that
            fails a check. A finding is proved for every version that it names; nothing is sampled. The last rules belong to
            [`flagctl references`](References.md), which compares documents with Swift code.

            This page is what `flagctl rules --format markdown` prints.

            | code | severity | meaning |
            | --- | --- | --- |

            """)
        for rule in rules {
            let code = rule.code.rawValue
            buffer.write("| [`\(code)`](#\(code)) | \(rule.severity.rawValue) | ")
            MarkdownTable.writeText(rule.meaning.utf8, to: &buffer)
            buffer.write(" |\n")
        }
        for rule in rules {
            buffer.endLine()
            RuleExplanation(rule).writeMarkdown(to: &buffer)
        }
        buffer.write(
            """

            ## Codes of other messages

            Every other code that a command prints is the code of a message. `flagctl rules CODE` explains it, too. `$allow` accepts
            the codes of `stale`.

            | code | commands | meaning and what to do |
            | --- | --- | --- |

            """)
        for message in messages { MessageExplanation(message).writeRow(to: &buffer) }
    }
}
