import FlagAnalysis
import FlagResolver

extension MatrixReport {
    /// A record for each setting, every cell with its value; with `--transpose` one for each stretch.
    func writeSeparatedValues(to buffer: inout TextBuffer) {
        for part in parts {
            let rows = part.matrix.rows.map { cells(of: $0, part) }
            let names = part.matrix.rows.map { Array(part.document.settings.nameBytes(of: $0.slot)) }
            SeparatedValues.write("file", to: &buffer)
            buffer.write(isTransposed ? ",versions" : ",name")
            if isTransposed {
                for name in names { Self.writeField(name, to: &buffer) }
            } else {
                for column in part.matrix.columns { Self.writeField(Array(column.description.utf8), to: &buffer) }
            }
            buffer.endLine()
            for index in isTransposed ? part.matrix.columns.indices : rows.indices {
                SeparatedValues.write(part.document.name, to: &buffer)
                Self.writeField(
                    isTransposed ? Array(part.matrix.columns[index].description.utf8) : names[index], to: &buffer)
                for cell in isTransposed ? rows.map({ $0[index] }) : rows[index] {
                    Self.writeField(cell.bytes, to: &buffer)
                }
                buffer.endLine()
            }
        }
    }

    private static func writeField(_ bytes: [UInt8], to buffer: inout TextBuffer) {
        buffer.write(",")
        SeparatedValues.write(bytes, to: &buffer)
    }

    /// A table for each file; a cell is empty where it has the value to its left, or above it when transposed.
    func writeMarkdown(to buffer: inout TextBuffer) {
        for (index, part) in parts.enumerated() {
            if parts.count > 1 {
                if index > 0 { buffer.endLine() }
                buffer.write("### ")
                MarkdownTable.writeText(PlainText.escaped(part.document.name).utf8, to: &buffer)
                buffer.write("\n\n")
            }
            let rows = part.matrix.rows.map { cells(of: $0, part) }
            let names = part.matrix.rows.map { row in
                var name = TextBuffer()
                part.writeName(of: row, to: &name)
                return name
            }
            MarkdownTable.writeHeader(
                isTransposed ? ["versions"] + names.map(\.text) : ["setting"] + part.titles, to: &buffer)
            for index in isTransposed ? part.matrix.columns.indices : rows.indices {
                let title = isTransposed ? Array(part.titles[index].utf8) : names[index].bytes
                buffer.write("| ")
                MarkdownTable.writeCode(title, to: &buffer)
                for cell in isTransposed ? rows.map({ $0[index] }) : rows[index] {
                    buffer.write(" | ")
                    if cell.isNew { MarkdownTable.writeCode(cell.bytes, to: &buffer) } else { buffer.write("·") }
                }
                buffer.write(" |\n")
            }
            buffer.write("\n\(part.summary(of: versions))\n")
        }
    }

    private func cells(of row: SettingsMatrix.Row, _ part: Part) -> [(bytes: [UInt8], isNew: Bool)] {
        var cells: [(bytes: [UInt8], isNew: Bool)] = []
        var value = TextBuffer()
        row.forEachColumn { _, run, isNew in
            if isNew {
                value.removeAll()
                ValueText.write(run.value, of: part.document.tree, to: &value)
            }
            cells.append((value.bytes, isNew))
        }
        return cells
    }
}
