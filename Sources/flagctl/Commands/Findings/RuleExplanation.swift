import FlagAnalysis
import FlagResolver

/// One rule explained: its meaning, what to do, bad examples with what `check` says about them, and good ones.
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
        for example in rule.bad {
            if let releases = example.releases { writeIndented("Releases", releases, to: &buffer) }
            if let previous = example.previous { writeIndented("Before", previous, to: &buffer) }
            for record in example.readers { writeIndented("Record of a release", record, to: &buffer) }
            if let code = example.code {
                writeIndented("Document", example.document, to: &buffer)
                writeIndented("Bad", code, to: &buffer)
                writeIndented("What references says", findings(in: example, style), to: &buffer)
            } else {
                writeIndented("Bad", example.document, to: &buffer)
                writeIndented("What check says", findings(in: example, style), to: &buffer)
            }
        }
        for example in rule.good { writeIndented("Good", example.code ?? example.document, to: &buffer) }
    }

    private func writeIndented(_ title: String, _ text: String, to buffer: inout TextBuffer) {
        buffer.write("\n\(title):\n\n")
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            buffer.write(line.isEmpty ? "\n" : "    \(line)\n")
        }
    }

    func writeMarkdown(to buffer: inout TextBuffer) {
        buffer.write("## \(rule.code.rawValue)\n\n**\(rule.severity.rawValue)** – ")
        writeBody(showingFindings: true, to: &buffer)
    }

    /// The explanation without its heading, for a report that has findings of its own.
    var markdown: String {
        var buffer = TextBuffer()
        writeBody(showingFindings: false, to: &buffer)
        return buffer.text
    }

    /// All examples as plain text, for help without markup.
    var examples: String {
        (rule.bad.map { "Bad:\n\n\($0.code ?? $0.document)" } + rule.good.map { "Good:\n\n\($0.code ?? $0.document)" })
            .joined(separator: "\n\n")
    }

    private func writeBody(showingFindings: Bool, to buffer: inout TextBuffer) {
        MarkdownTable.writeText(rule.meaning.utf8, to: &buffer)
        buffer.write("\n\nWhat to do: ")
        MarkdownTable.writeText(rule.advice.utf8, to: &buffer)
        buffer.endLine()
        for note in conditions { buffer.write("\n\(note)\n") }
        for example in rule.bad {
            if let releases = example.releases { writeFenced("Releases:", "text", releases, to: &buffer) }
            if let previous = example.previous { writeFenced("Before:", "json", previous, to: &buffer) }
            for record in example.readers { writeFenced("Record of a release:", "json", record, to: &buffer) }
            if let code = example.code {
                writeFenced("Document:", "json", example.document, to: &buffer)
                writeFenced("Bad:", Self.codeLanguage, code, to: &buffer)
            } else {
                writeFenced("Bad:", "json", example.document, to: &buffer)
            }
            guard showingFindings else { continue }
            let command = example.code == nil ? "check" : "references"
            writeFenced("What `\(command)` says:", "text", findings(in: example, .plain), to: &buffer)
        }
        for example in rule.good {
            writeFenced(
                "Good:", example.code == nil ? "json" : Self.codeLanguage, example.code ?? example.document, to: &buffer
            )
        }
    }

    /// Blocks marked `swift` are compiled by the tests, and the examples are not complete sources.
    private static let codeLanguage = "text"

    private func writeFenced(_ title: String, _ language: String, _ text: String, to buffer: inout TextBuffer) {
        buffer.write("\n\(title)\n\n```\(language)\n\(text)\n```\n")
    }

    /// What the rule depends on, and when its findings are shown.
    private var conditions: [String] {
        var notes: [String] = []
        if rule.needsInstant { notes.append("It needs a date: --at INSTANT.") }
        if rule.needsRevision { notes.append("It needs an earlier revision: --against REV.") }
        if rule.needsReleases { notes.append("It needs a list of releases: --releases FILE.") }
        if rule.needsReaders { notes.append("It needs records of releases: --readers FOLDER.") }
        if rule.rejectsDocument {
            notes.append("It always runs, whatever --select, --ignore and --baseline say.")
        }
        if rule.severity == .note { notes.append("Text shows it with --notes only.") }
        return notes
    }

    /// The findings of the rule in an example as `check` shows them, without the last line end.
    private func findings(in example: RuleExample, _ style: TextStyle) -> String {
        let renderer = DiagnosticRenderer(style: style, width: 80)
        var buffer = TextBuffer()
        for diagnostic in diagnostics(in: example) { renderer.write(diagnostic, to: &buffer) }
        buffer.cut(to: buffer.count - 1)
        return buffer.text
    }

    private func diagnostics(in example: RuleExample) -> [Diagnostic] {
        if let comparison = CodeComparison(example) { return comparison.findings(of: [rule.code: rule.severity]) }
        let releases = example.releases.flatMap { try? ReleaseList(parsing: Array($0.utf8)) }
        let instant = example.instant.flatMap { try? Instant(parsing: $0) }
        let previous = example.previous.flatMap { try? SettingsDocument(parsing: Array($0.utf8)) }
        let file = CheckedFile(
            checking: Array(example.document.utf8), named: "bad.json", releases: releases, instant: instant,
            previous: previous, readers: try? DocumentReaders(records: example.readers),
            // Whether a suppression is unused depends on all rules.
            DocumentCheck(rules: rule.code == .unusedAllow ? Rules.all : [rule]))
        return file.findings.filter { $0.code == rule.code }.map { file.diagnostic(of: $0) }
    }
}

extension CodeComparison {
    /// The document and the code of an example; `nil` if it has no code.
    init?(_ example: RuleExample) {
        let limits = CheckedFile.limits
        let bytes = Array(example.document.utf8)
        guard let code = example.code,
            let tree = try? JSONTree(parsing: bytes, sourceName: "app.json", limits: limits.json),
            let settings = try? SettingsDocument(tree: tree, limits: limits)
        else { return nil }
        let document = LoadedDocument(name: "app.json", settings: settings)
        self.init([document], ScannedCode([("bad.swift", Array(code.utf8))], keys: document.generatedKeys))
    }
}
