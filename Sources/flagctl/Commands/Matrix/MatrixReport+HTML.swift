import FlagAnalysis
import FlagResolver

extension MatrixReport {
    /// A self-contained page. It loads nothing, and works without scripts, except for the questions.
    ///
    /// A value is one cell that spans its intervals. Colours carry no additional information.
    func writeHTML(to buffer: inout TextBuffer) {
        let names = parts.map { PlainText.escaped($0.document.name) }.joined(separator: ", ")
        HTMLText.writeHead(
            title: "\(names) by version\(failures.isEmpty ? "" : " (incomplete)")", style: MatrixPage.style, to: &buffer
        )
        buffer.write("<body>\n<main>\n<h1>Settings by version</h1>\n")
        failures.writeHTML(to: &buffer)
        buffer.write(
            """
            <form id="questions">
            <label>Show settings with <input type="search" id="filter" placeholder="part of a name"></label>
            <label><input type="checkbox" id="changes"> only changes</label>
            <output id="shown" aria-live="polite"></output>
            <fieldset id="users"><label>What does <input id="version" size="8" placeholder="1.7.2"> get?</label></fieldset>
            </form>
            <table id="answer" hidden><tbody></tbody></table>

            """)
        writeSections(to: &buffer)
        buffer.write("</main>\n<script>\n\(MatrixPage.foldingScript)\(MatrixPage.script)</script>\n</body>\n</html>\n")
    }

    /// A section with a table for each document. It needs the style sheet of the page.
    func writeSections(to buffer: inout TextBuffer) {
        for (index, part) in parts.enumerated() {
            buffer.write("<section>\n<h2 id=\"file\(index)\">")
            HTMLText.write(PlainText.escaped(part.document.name), to: &buffer)
            buffer.write(
                "</h2>\n<div class=\"scroll\" role=\"region\" aria-labelledby=\"file\(index)\" tabindex=\"0\">\n")
            buffer.write("<table\(isTransposed ? " class=\"transposed\"" : "")>\n<caption>")
            HTMLText.write(part.document.versionStyle.apply { part.summary }, to: &buffer)
            buffer.write("</caption>\n")
            part.document.versionStyle.apply {
                if isTransposed { part.writeTransposed(to: &buffer) } else { part.writeRows(to: &buffer) }
                buffer.write("</table>\n</div>\n")
                part.writeShipped(to: &buffer)
            }
            buffer.write("</section>\n")
        }
    }
}

extension MatrixReport.Part {
    /// The shipped versions of each column, the newest first, below the matrix.
    fileprivate func writeShipped(to buffer: inout TextBuffer) {
        guard let shipped else { return }
        buffer.write("<details open>\n<summary>Shipped versions</summary>\n<dl class=\"shipped\">\n")
        for (title, versions) in shipped.reversed() {
            buffer.write("<dt>")
            HTMLText.write(title, to: &buffer)
            buffer.write("</dt><dd>")
            HTMLText.write(versions, to: &buffer)
            buffer.write("</dd>\n")
        }
        buffer.write("</dl>\n</details>\n")
    }

    fileprivate func writeRows(to buffer: inout TextBuffer) {
        buffer.write("<thead>\n<tr><th scope=\"col\">setting</th>")
        for (title, column) in zip(titles, matrix.columns) {
            buffer.write("<th scope=\"col\" title=\"")
            HTMLText.write(column.description, to: &buffer)
            buffer.write("\"")
            write(bound: column.lower, "lower", before: ">=", after: ">", to: &buffer)
            write(bound: column.upper, "upper", before: "<", after: "<=", to: &buffer)
            buffer.write(">")
            HTMLText.write(title, to: &buffer)
            buffer.write("</th>")
        }
        buffer.write("</tr>\n</thead>\n<tbody>\n")
        for rows in rowsBySetting {
            if rows.count > FoldedCases.maximumReadableCount {
                writeFold(of: MatrixReport.ShownRow(rows: rows), to: &buffer)
            }
            write(rows, to: &buffer)
        }
        buffer.write("</tbody>\n")
    }

    /// A row that takes the place of all rows of a setting. It is hidden unless a script can show these.
    private func writeFold(of shown: MatrixReport.ShownRow, to buffer: inout TextBuffer) {
        buffer.write("<tr class=\"fold\" data-count=\"\(shown.rows.count)\" hidden><th scope=\"row\">")
        var name = TextBuffer()
        writeName(of: shown, to: &name)
        HTMLText.write(name.bytes, to: &buffer)
        buffer.write("</th>")
        var rest = cells(of: shown)[...]
        while let cell = rest.popFirst() {
            let same = rest.prefix { !$0.isNew }.count
            rest = rest.dropFirst(same)
            buffer.write("<td class=\"constant\"\(same > 0 ? " colspan=\"\(same + 1)\"" : "")><code>")
            HTMLText.write(cell.count ?? ValueText.clipped(document.tree[cell.value]), to: &buffer)
            buffer.write("</code></td>")
        }
        buffer.write("</tr>\n")
    }

    private func write(_ rows: ArraySlice<SettingsMatrix.Row>, to buffer: inout TextBuffer) {
        for row in rows {
            buffer.write("<tr")
            writeConditions(of: row, to: &buffer)
            buffer.write("><th scope=\"row\">")
            writeTitle(of: row, to: &buffer)
            buffer.write("</th>")
            for segment in row.segments { write(segment, of: row, span: "colspan", to: &buffer) }
            buffer.write("</tr>\n")
            buffer.flushFullChunk()
        }
    }

    fileprivate func writeTransposed(to buffer: inout TextBuffer) {
        buffer.write("<thead>\n<tr><th scope=\"col\">versions</th>")
        for row in matrix.rows {
            buffer.write("<th scope=\"col\">")
            writeTitle(of: row, to: &buffer)
            buffer.write("</th>")
        }
        buffer.write("</tr>\n</thead>\n<tbody>\n")
        var next = [Int](repeating: 0, count: matrix.rows.count)
        for (index, column) in matrix.columns.enumerated() {
            buffer.write("<tr><th scope=\"row\">")
            HTMLText.write(column.description, to: &buffer)
            buffer.write("</th>")
            for (position, row) in matrix.rows.enumerated() {
                guard next[position] < row.segments.count else { continue }
                let segment = row.segments[next[position]]
                guard segment.columns.lowerBound == index else { continue }
                write(segment, of: row, span: "rowspan", to: &buffer)
                next[position] += 1
            }
            buffer.write("</tr>\n")
            buffer.flushFullChunk()
        }
        buffer.write("</tbody>\n")
    }

    /// Writes a bound of a column for the script; nothing at the ends of the version line.
    private func write(
        bound: VersionCut, _ name: String, before: String, after: String, to buffer: inout TextBuffer
    ) {
        let text: String
        switch bound.side {
        case .lowest, .highest: return
        case .before(let version): text = "\(before)\(version)"
        case .after(let version): text = "\(after)\(version)"
        }
        buffer.write(" data-\(name)=\"")
        HTMLText.write(text, to: &buffer)
        buffer.write("\"")
    }

    /// Writes the users of a row for the script, as conditions of entries; nothing if the row is about everybody.
    private func writeConditions(of row: SettingsMatrix.Row, to buffer: inout TextBuffer) {
        guard let users = row.users else { return }
        var list = TextBuffer()
        JSONOutput.write(to: &list) { output in
            let conditions = users.cases.flatMap { document.space.conditions(of: $0) }
            JSONType<[CaseConditions]>.list(of: .conditions).write(conditions, &output)
        }
        buffer.write(" data-conditions=\"")
        HTMLText.write(list.bytes, to: &buffer)
        buffer.write("\"")
    }

    private func writeTitle(of row: SettingsMatrix.Row, to buffer: inout TextBuffer) {
        var name = TextBuffer()
        writeName(of: row, to: &name)
        HTMLText.write(name.bytes, to: &buffer)
    }

    private func write(
        _ segment: SettingsMatrix.Segment, of row: SettingsMatrix.Row, span: String, to buffer: inout TextBuffer
    ) {
        guard let first = segment.columns.first, let last = segment.columns.last else { return }
        buffer.write("<td class=\"\(row.changes ? "v\(segment.valueClass % MatrixPage.colorCount)" : "constant")\"")
        if segment.columns.count > 1 { buffer.write(" \(span)=\"\(segment.columns.count)\"") }
        buffer.write(" title=\"")
        let interval = VersionInterval(from: matrix.columns[first].lower, to: matrix.columns[last].upper)
        HTMLText.write(interval?.description ?? "", to: &buffer)
        buffer.write(", ")
        HTMLText.write(document.line(of: segment.value), to: &buffer)
        buffer.write("\"><code>")
        var value = TextBuffer()
        ValueText.write(document.tree[segment.value], to: &value)
        HTMLText.write(value.bytes, to: &buffer)
        buffer.write("</code></td>")
    }
}
