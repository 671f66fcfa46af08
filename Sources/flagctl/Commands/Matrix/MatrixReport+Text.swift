import FlagAnalysis
import FlagResolver

extension MatrixReport {
    /// A longer value is clipped in text, so that it does not push the others off the screen.
    private static let maximumCellWidth = 40
    private static let same = "·"

    /// A text, whose width is needed several times.
    private struct MeasuredText {
        let text: String
        let width: Int

        init(_ text: String) {
            self.text = text
            width = DisplayWidth.of(text)
        }
    }

    /// A grid of texts with row and column titles.
    private struct Grid {
        private(set) var columnTitles: [MeasuredText]
        private(set) var rowTitles: [MeasuredText]
        private(set) var texts: [MeasuredText] = []
        /// The indices of the texts, by the nodes of their values.
        private(set) var textsByNode: [Int: Int32] = [:]
        /// Row by row.
        var cells: [Cell] = []

        struct Cell {
            /// The index of the value in ``texts``.
            let text: Int32
            /// Whether the cell has the value of the next newer version interval.
            var isSame = false
        }

        init(columnTitles: [String], rowTitles: [String]) {
            self.columnTitles = columnTitles.map { MeasuredText($0) }
            self.rowTitles = rowTitles.map { MeasuredText($0) }
        }

        var titleWidth: Int { rowTitles.reduce(0) { max($0, $1.width) } }

        /// A text that is not a value.
        mutating func text(_ text: String) -> Int32 {
            texts.append(MeasuredText(text))
            return Int32(truncatingIfNeeded: texts.count - 1)
        }

        /// The text of a value, which several rows may have.
        mutating func text(of node: Int, in tree: JSONTree) -> Int32 {
            if let known = textsByNode[node] { return known }
            let text = ValueText.clipped(tree[node], to: MatrixReport.maximumCellWidth)
            let index = self.text(text)
            textsByNode[node] = index
            return index
        }

        func width(of cell: Cell) -> Int { texts[Int(cell.text)].width }

        /// Clips titles and cells, so that the row titles and one column fit beside each other.
        mutating func fit(_ width: Int) {
            let titleWidth = titleWidth
            let columnWidth = (columnTitles + texts).reduce(0) { max($0, $1.width) }
            let room = max(2, width - 2)
            guard titleWidth > room - columnWidth else { return }
            let titleLimit = min(titleWidth, room / 2)
            let columnLimit = min(columnWidth, room - titleLimit)
            rowTitles = rowTitles.map { MeasuredText(DisplayWidth.clippedInside($0.text, to: titleLimit)) }
            columnTitles = columnTitles.map { MeasuredText(DisplayWidth.clipped($0.text, to: columnLimit)) }
            texts = texts.map { MeasuredText(DisplayWidth.clipped($0.text, to: columnLimit)) }
        }
    }

    /// Columns for a terminal. Several files have their names as headings.
    func writeText(width: Int?, to buffer: inout TextBuffer) {
        for (index, part) in parts.enumerated() {
            if parts.count > 1 {
                if index > 0 { buffer.endLine() }
                buffer.write("\(PlainText.escaped(part.document.name)):\n")
            }
            part.document.versionStyle.apply { write(part, width: width, to: &buffer) }
        }
    }

    private func write(_ part: Part, width: Int?, to buffer: inout TextBuffer) {
        if !part.matrix.rows.isEmpty, !part.matrix.columns.isEmpty {
            let rows = shownRows(of: part)
            var grid = isTransposed ? Self.transposed(rows, part) : Self.grid(rows, part)
            if let width { grid.fit(width) }
            let count = Self.write(grid, isTransposed: isTransposed, width: width ?? .max, to: &buffer)
            if !isTransposed, let column = part.matrix.columns.suffix(count).first,
                count < part.matrix.columns.count,
                let start = VersionInterval(from: column.lower, to: .highest)
            {
                let fit = Count.of(count, "column fits", "columns fit")
                buffer.write(
                    "\(fit): --last \(count) or --within '\(start)' shows \(count == 1 ? "it" : "them") alone\n")
            }
            if let remark = remarkOnFolding(of: rows, in: part) { buffer.write("\(remark)\n") }
        }
        buffer.write("\(part.summary)\n")
        if let shipped = part.shipped { Self.write(shipped, to: &buffer) }
    }

    /// A row for each column, the newest first.
    private static func write(_ shipped: [(title: String, versions: String)], to buffer: inout TextBuffer) {
        var table = TextTable(columns: 2)
        for row in shipped.reversed() {
            table.cell(row.title)
            table.cell(row.versions)
        }
        table.write(to: &buffer, indentation: 2)
    }

    private static func grid(_ rows: [ShownRow], _ part: Part) -> Grid {
        var grid = Grid(columnTitles: part.titles.reversed(), rowTitles: rows.map { name(of: $0, part) })
        grid.cells.reserveCapacity(rows.count * part.matrix.columns.count)
        for row in rows { appendCells(of: row, part, to: &grid) }
        return grid
    }

    private static func transposed(_ rows: [ShownRow], _ part: Part) -> Grid {
        var grid = Grid(columnTitles: rows.map { name(of: $0, part) }, rowTitles: part.titles.reversed())
        for row in rows { appendCells(of: row, part, to: &grid) }
        let columns = part.matrix.columns.indices
        let cells = grid.cells
        grid.cells = columns.flatMap { column in rows.indices.map { cells[$0 * columns.count + column] } }
        return grid
    }

    private static func name(of row: ShownRow, _ part: Part) -> String {
        var buffer = TextBuffer()
        part.writeName(of: row, to: &buffer)
        return buffer.text
    }

    /// Appends the cells of a row, the newest first.
    private static func appendCells(of row: ShownRow, _ part: Part, to grid: inout Grid) {
        let start = grid.cells.count
        var text: Int32 = 0
        for cell in part.cells(of: row) {
            if cell.isNew {
                text = cell.count.map { grid.text($0) } ?? grid.text(of: cell.value, in: part.document.tree)
            } else if grid.cells.count > start {
                grid.cells[grid.cells.count - 1].isSame = true
            }
            grid.cells.append(Grid.Cell(text: text))
        }
        grid.cells[start...].reverse()
    }

    /// Writes the columns in groups that fit the width. Each group begins with the row titles, and repeats the values of
    /// its first column.
    ///
    /// - Returns: The number of columns in the first group.
    private static func write(
        _ grid: Grid, isTransposed: Bool, width: Int, to buffer: inout TextBuffer
    ) -> Int {
        var first = 0
        let columns = grid.columnTitles.count
        var widths = grid.columnTitles.map(\.width)
        for row in grid.rowTitles.indices {
            for column in 0..<columns {
                let cell = grid.cells[row * columns + column]
                widths[column] = max(widths[column], cell.isSame ? 1 : grid.width(of: cell))
            }
        }
        let titleWidth = grid.titleWidth
        var start = 0
        repeat {
            var end = start
            var used = titleWidth
            while end < columns {
                // The first column of a group shows values in full.
                let own = end == start ? widestValue(of: end, in: grid) : widths[end]
                guard end == start || used + 2 + own <= width else { break }
                used += 2 + own
                end += 1
            }
            if start > 0 { buffer.endLine() }
            if !isTransposed { widths[start] = widestValue(of: start, in: grid) }
            var line = Line(columnWidths: [titleWidth] + widths[start..<end])
            line.write("", width: 0, to: &buffer)
            for title in grid.columnTitles[start..<end] { line.write(title, to: &buffer) }
            line.end(&buffer)
            for (row, title) in grid.rowTitles.enumerated() {
                line.write(title, to: &buffer)
                for column in start..<end {
                    let cell = grid.cells[row * columns + column]
                    let showsValue = !cell.isSame || (isTransposed ? row == 0 : column == start)
                    if showsValue {
                        line.write(grid.texts[Int(cell.text)], to: &buffer)
                    } else {
                        line.write(same, width: 1, to: &buffer)
                    }
                }
                line.end(&buffer)
            }
            start = end
            if first == 0 { first = end }
        } while start < columns
        return first
    }

    /// Pads the cells of a line. A table of all cells would need several times the memory of the output.
    private struct Line {
        let columnWidths: [Int]
        private var column = 0
        /// The blanks before the next cell.
        private var padding = 0

        init(columnWidths: [Int]) {
            self.columnWidths = columnWidths
        }

        mutating func write(_ text: MeasuredText, to buffer: inout TextBuffer) {
            write(text.text, width: text.width, to: &buffer)
        }

        mutating func write(_ text: String, width: Int, to buffer: inout TextBuffer) {
            buffer.write(byte: UInt8(ascii: " "), count: padding)
            buffer.write(text)
            padding = columnWidths[column] - width + 2
            column += 1
        }

        mutating func end(_ buffer: inout TextBuffer) {
            buffer.endLine()
            buffer.flushFullChunk()
            column = 0
            padding = 0
        }
    }

    private static func widestValue(of column: Int, in grid: Grid) -> Int {
        var widest = grid.columnTitles[column].width
        for index in stride(from: column, to: grid.cells.count, by: grid.columnTitles.count) {
            widest = max(widest, grid.width(of: grid.cells[index]))
        }
        return widest
    }
}
