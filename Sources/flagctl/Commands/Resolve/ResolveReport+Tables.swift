import FlagResolver

extension ResolveReport {
    /// One record a value, below a header.
    func writeCSV(to buffer: inout TextBuffer) {
        buffer.write("file,version,name,value")
        if isExplained { buffer.write(",reason,entry,appVersion,source,line,column") }
        failures.endHeader(columnCount: isExplained ? 10 : 4, to: &buffer)
        for result in results {
            forEachRow(of: result) { row in
                CSVReport.write(result.document.name, to: &buffer)
                buffer.write(",\(row.version),")
                CSVReport.write(row.name, to: &buffer)
                buffer.write(",")
                var value = TextBuffer()
                ValueText.write(row.value, of: row.tree, to: &value)
                CSVReport.write(value.bytes, to: &buffer)
                if isExplained { writeDetails(of: row, to: &buffer) }
                failures.endRecord(to: &buffer)
            }
        }
    }

    private func writeDetails(of row: Row, to buffer: inout TextBuffer) {
        let (file, location) = row.result.document.location(of: row.result.origin(of: row.resolution))
        buffer.write(",\(row.resolution.reason.rawValue),")
        if let entry = row.result.entry(of: row.resolution) { buffer.write("\(entry.documentIndex)") }
        buffer.write(",")
        CSVReport.write(row.result.requirement(of: row.resolution) ?? "", to: &buffer)
        buffer.write(",")
        CSVReport.write(file, to: &buffer)
        buffer.write(",\(location.line),\(location.column)")
    }

    /// A table for each file, with a column for each version.
    func writeMarkdown(to buffer: inout TextBuffer) {
        failures.writeMarkdown(to: &buffer)
        for (index, result) in results.enumerated() {
            if hasHeadings {
                if index > 0 { buffer.endLine() }
                buffer.write("### ")
                MarkdownTable.writeText(PlainText.escaped(result.document.name).utf8, to: &buffer)
                buffer.write("\n\n")
            }
            let columns = result.versions.flatMap { isExplained ? ["\($0)", "why"] : ["\($0)"] }
            MarkdownTable.writeHeader(["setting"] + columns, to: &buffer)
            for (row, setting) in result.settings.enumerated() {
                buffer.write("| ")
                Self.writeCode(to: &buffer) {
                    NameText.write(result.document.settings.nameBytes(of: setting), to: &$0)
                }
                for column in result.resolutions {
                    buffer.write(" | ")
                    Self.writeCode(to: &buffer) {
                        ValueText.write(column[row].value ?? 0, of: result.document.tree, to: &$0)
                    }
                    if isExplained { writeReason(column[row], of: result, to: &buffer) }
                }
                buffer.write(" |\n")
            }
        }
    }

    private func writeReason(_ resolution: NodeResolution, of result: ResolvedDocument, to buffer: inout TextBuffer) {
        buffer.write(" | ")
        if let requirement = result.requirement(of: resolution) {
            MarkdownTable.writeCode(PlainText.escaped(requirement).utf8, to: &buffer)
        } else {
            buffer.write(resolution.reason == .static ? "no entries" : "default")
        }
        buffer.write(", ")
        MarkdownTable.writeText(result.document.line(of: result.origin(of: resolution)).utf8, to: &buffer)
    }

    private static func writeCode(to buffer: inout TextBuffer, _ write: (inout TextBuffer) -> Void) {
        var code = TextBuffer()
        write(&code)
        MarkdownTable.writeCode(code.bytes, to: &buffer)
    }
}
