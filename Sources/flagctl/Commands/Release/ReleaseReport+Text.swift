import FlagResolver

extension ReleaseSection {
    /// The maximum number of rows of a section in text and Markdown. JSON has all of them.
    private static let maximumRowCount = 20

    /// The rows to show, and the number of omitted ones.
    var shownRows: (rows: ArraySlice<[String]>, left: Int) {
        let shown = rows.prefix(Self.maximumRowCount)
        return (shown, rows.count - shown.count)
    }

    /// A line with the findings below.
    func writeText(to buffer: inout TextBuffer) {
        buffer.write(outcome.word)
        buffer.write(byte: UInt8(ascii: " "), count: 9 - outcome.word.utf8.count)
        buffer.write("\(name): \(PlainText.escaped(summary))\n")
        let (rows, left) = shownRows
        if let first = rows.first {
            var table = TextTable(columns: max(1, first.count))
            for row in rows { for cell in row { table.cell(PlainText.escaped(cell)) } }
            table.write(to: &buffer, indentation: 2)
        }
        if left > 0 { buffer.write("  … and \(left) more; --format json has all of them\n") }
    }

    /// A table of sections, and the findings of each below.
    static func writeMarkdown(_ sections: [ReleaseSection], to comment: inout MarkdownComment) {
        comment.add { buffer in
            MarkdownTable.writeHeader(["", "section", "result"], to: &buffer)
            for section in sections {
                buffer.write("| \(section.outcome.word) | \(section.name) | ")
                MarkdownTable.writeText(PlainText.escaped(section.summary).utf8, to: &buffer)
                buffer.write(" |\n")
            }
        }
        for section in sections where !section.rows.isEmpty {
            comment.add { $0.write("\n**\(section.name)**\n\n") }
            let (rows, left) = section.shownRows
            // What failed is kept before what passed.
            let importance: MarkdownComment.Importance = section.outcome == .failed ? .row : .detail
            for row in rows { comment.add(importance) { writeItem(row, to: &$0) } }
            if left > 0 { comment.add { $0.write("- … and \(left) more\n") } }
        }
    }

    private static func writeItem(_ row: [String], to buffer: inout TextBuffer) {
        // An indented row, or one without a first cell, belongs to the row before it.
        let isContinuation = row.first.map { $0.isEmpty || $0.hasPrefix(" ") } ?? false
        buffer.write(isContinuation ? "  - " : "- ")
        let cells = row.map { $0.drop { $0 == " " } }.filter { !$0.isEmpty }
        MarkdownTable.writeText(PlainText.escaped(cells.joined(separator: " · ")).utf8, to: &buffer)
        buffer.endLine()
    }
}

extension ReleaseReport {
    /// A line for each section with its findings below, and the verdict at the end.
    func writeText(to buffer: inout TextBuffer) {
        for document in sections {
            buffer.write("\(PlainText.escaped(document.title))\n")
            for section in document.sections { section.writeText(to: &buffer) }
            buffer.endLine()
        }
        buffer.write("\(verdict)\n")
    }

    /// A comment for a pull request.
    func writeMarkdown(to comment: inout MarkdownComment) {
        comment.add { failures.writeMarkdown(below: verdict, to: &$0) }
        for document in sections {
            comment.add { buffer in
                buffer.write("\n### ")
                MarkdownTable.writeText(PlainText.escaped(document.title).utf8, to: &buffer)
                buffer.write("\n\n")
            }
            ReleaseSection.writeMarkdown(document.sections, to: &comment)
        }
    }

    /// A suite for each document, a case for each section.
    var junitReport: JUnitReport {
        let suites = sections.map { document in
            JUnitReport.Suite(
                name: document.name,
                cases: document.sections.map { section in
                    let rows = section.rows.map { $0.filter { !$0.isEmpty }.joined(separator: "  ") }
                    let details = ([section.summary] + rows).joined(separator: "\n")
                    let outcome: JUnitReport.Case.Outcome =
                        if section.outcome == .skipped {
                            .skipped(message: section.summary)
                        } else if fails(section) {
                            .failed(message: section.summary, details: details)
                        } else {
                            .passed(remarks: details)
                        }
                    return JUnitReport.Case(name: section.name, outcome: outcome)
                })
        }
        return JUnitReport(name: "flagctl release", suites: suites + failures.suites)
    }
}
