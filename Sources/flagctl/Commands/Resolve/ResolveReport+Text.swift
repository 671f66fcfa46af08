import FlagResolver

extension ResolveReport {
    /// Columns for a terminal; several files each under their name.
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

    /// Names and values; with several versions a column for each, below a row that names them.
    private func writeTable(_ result: ResolvedDocument, to buffer: inout TextBuffer) {
        let tree = result.document.tree
        let names = result.document.settings.loaded.names
        var table = TextTable(columns: 1 + result.versions.count, rows: result.settings.count + 1)
        if result.versions.count > 1 {
            table.cell("")
            for version in result.versions { table.cell("\(version)") }
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

    /// One row a value: name, version where there are several, value, why, and the line that says so.
    private func writeExplained(_ result: ResolvedDocument, to buffer: inout TextBuffer) {
        let hasVersions = result.versions.count > 1
        var table = TextTable(columns: hasVersions ? 5 : 4)
        for (row, setting) in result.settings.enumerated() {
            for (version, column) in zip(result.versions, result.resolutions) {
                let resolution = column[row]
                table.cell { NameText.write(result.document.settings.nameBytes(of: setting), to: &$0) }
                if hasVersions { table.cell("\(version)") }
                table.cell { ValueText.write(resolution.value ?? 0, of: result.document.tree, to: &$0) }
                table.cell(
                    result.requirement(of: resolution).map { PlainText.escaped($0) }
                        ?? (resolution.reason == .static ? "no entries" : "default"))
                table.cell(result.document.line(of: result.origin(of: resolution)))
            }
        }
        table.write(to: &buffer)
    }
}
