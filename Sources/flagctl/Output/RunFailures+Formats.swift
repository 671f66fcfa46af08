// CSV: an additional column, only if the run is incomplete.
extension RunFailures {
    /// Ends the header of a table whose first column is the file, and writes a record for each failure.
    ///
    /// - Parameter columnCount: The number of columns in the header so far.
    func endHeader(columnCount: Int, to buffer: inout TextBuffer) {
        guard !isEmpty else { return buffer.endLine() }
        buffer.write(",incomplete\n")
        for diagnostic in diagnostics {
            CSVReport.write(diagnostic.subject.name, to: &buffer)
            buffer.write(byte: UInt8(ascii: ","), count: columnCount)
            CSVReport.write(diagnostic.firstLine, to: &buffer)
            buffer.endLine()
        }
    }

    /// Ends a record, with an empty field in the additional column.
    func endRecord(to buffer: inout TextBuffer) {
        if !isEmpty { buffer.write(byte: UInt8(ascii: ",")) }
        buffer.endLine()
        buffer.flushFullChunk()
    }
}

// Formats for human readers.
extension RunFailures {
    /// Writes a paragraph and a list, before the tables.
    func writeMarkdown(to buffer: inout TextBuffer) {
        guard !isEmpty else { return }
        buffer.write("**Incomplete: not everything could be read or checked.**\n\n")
        for diagnostic in diagnostics {
            buffer.write("- ")
            MarkdownTable.writeText(diagnostic.firstLine.utf8, to: &buffer)
            buffer.endLine()
        }
        buffer.endLine()
    }

    /// Writes a heading, and below it the paragraph and the list.
    func writeMarkdown(below heading: String, to buffer: inout TextBuffer) {
        buffer.write("## ")
        MarkdownTable.writeText(heading.utf8, to: &buffer)
        buffer.endLine()
        guard !isEmpty else { return }
        buffer.endLine()
        writeMarkdown(to: &buffer)
    }

    /// Writes a section of a page.
    func writeHTML(to buffer: inout TextBuffer) {
        guard !isEmpty else { return }
        buffer.write("<section class=\"incomplete\" role=\"alert\">\n<h2>Incomplete</h2>\n")
        buffer.write("<p>Not everything could be read or checked.</p>\n<ul>\n")
        for diagnostic in diagnostics {
            buffer.write("<li>")
            HTMLText.write(diagnostic.firstLine, to: &buffer)
            buffer.write("</li>\n")
        }
        buffer.write("</ul>\n</section>\n")
    }

    /// Writes a comment for each failure, in the syntax of shells and of env files.
    func writeComments(to buffer: inout TextBuffer) {
        for diagnostic in diagnostics { buffer.write("# incomplete: \(diagnostic.firstLine)\n") }
    }
}

// Formats for code review and CI.
extension RunFailures {
    /// A suite for each input, with one case that failed: "read and checked".
    var suites: [JUnitReport.Suite] {
        byInput.map { input, diagnostics in
            var details = TextBuffer()
            let renderer = Display.plain.renderer
            for diagnostic in diagnostics { renderer.write(diagnostic, to: &details) }
            let more = diagnostics.count > 1 ? " (and \(diagnostics.count - 1) more)" : ""
            let message = (diagnostics.first?.message ?? "") + more
            return JUnitReport.Suite(
                name: input,
                cases: [.init(name: Self.caseName, outcome: .error(message: message, details: details.text))])
        }
    }

    /// The name of the test case of an input.
    static let caseName = "read and checked"

    /// Issues of GitLab's Code Quality.
    var codeQualityIssues: [CodeQualityReport.Issue] {
        var known: Set<String> = []
        return diagnostics.compactMap { diagnostic in
            let code = diagnostic.code ?? "incomplete"
            let fingerprint = Fingerprint.of(
                code: code, file: diagnostic.subject.canonicalName, setting: diagnostic.setting ?? "",
                value: diagnostic.message)
            // GitLab merges issues with the same fingerprint.
            guard known.insert(fingerprint).inserted else { return nil }
            return CodeQualityReport.Issue(
                diagnostic, message: diagnostic.canonicallyNamedMessage, code: code, fingerprint: fingerprint, .blocker)
        }
    }
}
