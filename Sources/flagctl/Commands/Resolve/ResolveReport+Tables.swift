import FlagResolver

extension ResolveReport {
    /// Columns for a terminal. Several files have their names as headings.
    func writeText(to buffer: inout TextBuffer) {
        for (index, result) in results.enumerated() {
            if hasHeadings {
                if index > 0 { buffer.endLine() }
                buffer.write("\(PlainText.escaped(result.document.name)):\n")
            }
            if isExplained {
                writeExplained(result, to: &buffer)
            } else {
                writeTable(result, to: &buffer)
            }
        }
    }

    /// Names and values. Several versions have a column each, with a title.
    private func writeTable(_ result: ResolvedDocument, to buffer: inout TextBuffer) {
        let tree = result.document.tree
        let names = result.document.settings.loaded.names
        let hasTitles = result.versions.count > 1
        var table = TextTable(
            columns: 1 + result.versions.count, rows: result.settings.count + 1,
            overflow: hasTitles ? .beginsTable : .continuesRow)
        if hasTitles {
            table.cell("")
            for title in result.titles { table.cell(PlainText.escaped(title)) }
        }
        let columns = result.resolutions
        tree.nodes.withSpan { nodes in
            tree.bytes.withRawSpan { input in
                names.forEach(result.settings) { row, bytes, start, end in
                    table.cell { NameText.write(bytes, from: start, to: end, to: &$0) }
                    for column in columns.indices {
                        let resolution = columns[column][row]
                        table.cell { ValueText.write(resolution, nodes, input, to: &$0) }
                    }
                }
            }
        }
        table.write(to: &buffer)
    }

    /// A row for each value: name, version if there are several, value, reason, and location.
    private func writeExplained(_ result: ResolvedDocument, to buffer: inout TextBuffer) {
        let hasVersions = result.versions.count > 1
        var table = TextTable(columns: hasVersions ? 5 : 4)
        for (row, setting) in result.settings.enumerated() {
            for (title, column) in zip(result.titles, result.resolutions) {
                let resolution = column[row]
                table.cell { NameText.write(result.document.settings.nameBytes(of: setting), to: &$0) }
                if hasVersions { table.cell(PlainText.escaped(title)) }
                table.cell { ValueText.write(result.value(of: resolution), to: &$0) }
                table.cell(
                    result.condition(of: resolution).map { PlainText.escaped($0) }
                        ?? (resolution.reason == .static ? "no entries" : "default"))
                table.cell(result.document.line(of: result.origin(of: resolution)))
            }
        }
        table.write(to: &buffer)
    }
}

extension ResolveReport {
    /// A header, and a record for each value.
    func writeCSV(to buffer: inout TextBuffer) {
        buffer.write("file,version,name,value")
        if isExplained { buffer.write(",reason,entry,appVersion,source,line,column") }
        failures.endHeader(columnCount: isExplained ? 10 : 4, to: &buffer)
        for result in results {
            forEachRow(of: result) { row in
                CSVReport.write(result.document.name, to: &buffer)
                result.document.versionStyle.apply { buffer.write(",\(row.version),") }
                CSVReport.write(row.name, to: &buffer)
                buffer.write(",")
                var value = TextBuffer()
                ValueText.write(row.value, to: &value)
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

    /// A table for each file, with a column for each version. Long values are clipped.
    func writeMarkdown(to comment: inout MarkdownComment) {
        comment.add { failures.writeMarkdown(to: &$0) }
        for (index, result) in results.enumerated() {
            comment.add { buffer in
                if hasHeadings {
                    if index > 0 { buffer.endLine() }
                    buffer.write("### ")
                    MarkdownTable.writeText(PlainText.escaped(result.document.name).utf8, to: &buffer)
                    buffer.write("\n\n")
                }
                let columns = result.titles.flatMap { isExplained ? [$0, "why"] : [$0] }
                MarkdownTable.writeHeader(["setting"] + columns, to: &buffer)
            }
            for row in result.settings.indices { comment.add(.row) { writeRow(row, of: result, to: &$0) } }
        }
    }

    private func writeRow(_ row: Int, of result: ResolvedDocument, to buffer: inout TextBuffer) {
        buffer.write("| ")
        Self.writeCode(to: &buffer) {
            NameText.write(result.document.settings.nameBytes(of: result.settings[row]), to: &$0)
        }
        for column in result.resolutions {
            buffer.write(" | ")
            Self.writeCode(to: &buffer) {
                ValueText.writeClipped(result.value(of: column[row]), to: &$0)
            }
            if isExplained { writeReason(column[row], of: result, to: &buffer) }
        }
        buffer.write(" |\n")
    }

    private func writeReason(_ resolution: NodeResolution, of result: ResolvedDocument, to buffer: inout TextBuffer) {
        buffer.write(" | ")
        if let condition = result.condition(of: resolution) {
            MarkdownTable.writeCode(PlainText.escaped(condition).utf8, to: &buffer)
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
