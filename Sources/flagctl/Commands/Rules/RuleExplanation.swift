import FlagAnalysis
import FlagResolver

/// The explanation of a rule: its meaning, what to do, a bad example with its findings, and a good example.
struct RuleExplanation {
    private let rule: any Rule

    init(_ rule: any Rule) {
        self.rule = rule
    }

    func writeText(style: TextStyle, width: Int, to buffer: inout TextBuffer) {
        let severity = style.severity(rule.severity, rule.severity.rawValue)
        buffer.write("\(style.bold(rule.code.rawValue)) (\(severity))\n\n")
        WrappedText.write(rule.meaning, width: width, indentation: 0, to: &buffer)
        buffer.endLine()
        WrappedText.write("What to do: \(rule.advice)", width: width, indentation: 0, to: &buffer)
        for note in conditions { WrappedText.write(note, width: width, indentation: 0, to: &buffer) }
        if let releases = rule.bad.releases { writeIndented("Releases", releases, to: &buffer) }
        writeIndented("Bad", rule.bad.document, to: &buffer)
        writeIndented("What check says", findings(style), to: &buffer)
        writeIndented("Good", rule.good.document, to: &buffer)
    }

    private func writeIndented(_ title: String, _ text: String, to buffer: inout TextBuffer) {
        buffer.write("\n\(title):\n\n")
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            buffer.write(line.isEmpty ? "\n" : "    \(line)\n")
        }
    }

    func writeMarkdown(to buffer: inout TextBuffer) {
        buffer.write("## \(rule.code.rawValue)\n\n**\(rule.severity.rawValue)** – ")
        writeBody(to: &buffer)
    }

    /// The explanation without its heading.
    var markdown: String {
        var buffer = TextBuffer()
        writeBody(to: &buffer)
        return buffer.text
    }

    private func writeBody(to buffer: inout TextBuffer) {
        MarkdownTable.writeText(rule.meaning.utf8, to: &buffer)
        buffer.write("\n\nWhat to do: ")
        MarkdownTable.writeText(rule.advice.utf8, to: &buffer)
        buffer.endLine()
        for note in conditions { buffer.write("\n\(note)\n") }
        if let releases = rule.bad.releases { writeFenced("Releases:", "text", releases, to: &buffer) }
        writeFenced("Bad:", "json", rule.bad.document, to: &buffer)
        writeFenced("What `check` says:", "text", findings(.plain), to: &buffer)
        writeFenced("Good:", "json", rule.good.document, to: &buffer)
    }

    private func writeFenced(_ title: String, _ language: String, _ text: String, to buffer: inout TextBuffer) {
        buffer.write("\n\(title)\n\n```\(language)\n\(text)\n```\n")
    }

    /// The conditions under which the rule is looked for, if it is not always.
    private var conditions: [String] {
        var notes: [String] = []
        if Rules.needingReleases.contains(rule.code) { notes.append("It needs a list of releases: --releases FILE.") }
        if Rules.refusals.contains(rule.code) {
            notes.append("It is always looked for, whatever --select, --ignore and --baseline say.")
        }
        if rule.severity == .note { notes.append("Text shows it with --notes only.") }
        return notes
    }

    /// The findings in the bad example as `check` shows them, without the last line end.
    private func findings(_ style: TextStyle) -> String {
        let releases = rule.bad.releases.flatMap { try? ReleaseList(parsing: Array($0.utf8)) }
        let file = CheckedFile(
            checking: Array(rule.bad.document.utf8), named: "bad.json", releases: releases, DocumentCheck(rules: [rule])
        )
        let renderer = DiagnosticRenderer(style: style, width: 80)
        var buffer = TextBuffer()
        for finding in file.findings where finding.code == rule.code {
            renderer.write(file.diagnostic(of: finding), to: &buffer)
        }
        buffer.cut(to: buffer.count - 1)
        return buffer.text
    }
}
