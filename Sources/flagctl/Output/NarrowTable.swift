/// The layout of a table that is wider than the display.
///
/// 1. A column that does not fit continues each row on an indented line, or moves to another table.
/// 2. Text that is wider than its column is wrapped between words. Only a word that is wider than its line is broken.
/// 3. A cell that needs more than ``maximumLineCount`` lines is clipped; `…` marks it.
struct NarrowTable {
    /// The cells, row by row.
    private let cells: [String]
    /// The widths of the widest cells.
    private let columnWidths: [Int]
    private let gap: Int
    private let indentation: Int
    private let width: Int
    private let longestWords: [Int]

    /// A column and its width in this layout.
    private struct Column {
        let index: Int
        var width: Int
    }

    init(cells: [String], columnWidths: [Int], gap: Int, indentation: Int, width: Int) {
        self.cells = cells
        self.columnWidths = columnWidths
        self.gap = gap
        self.indentation = indentation
        self.width = width
        var longestWords = [Int](repeating: 0, count: columnWidths.count)
        for (index, cell) in cells.enumerated() {
            let column = index % columnWidths.count
            for word in cell.split(separator: " ") {
                longestWords[column] = max(longestWords[column], DisplayWidth.of(word))
            }
        }
        self.longestWords = longestWords
    }

    func write(_ overflow: TextTable.Overflow, to buffer: inout TextBuffer) {
        switch overflow {
        case .continuesRow:
            let lines = linesOfRows
            for row in rows {
                for (number, columns) in lines.enumerated() {
                    write(row, columns, indentation: number == 0 ? indentation : continuationIndentation, to: &buffer)
                }
            }
        case .beginsTable:
            for (number, columns) in tables.enumerated() {
                if number > 0 { buffer.endLine() }
                for row in rows { write(row, columns, indentation: indentation, to: &buffer) }
            }
        }
    }

    private var rows: StrideTo<Int> { stride(from: 0, to: cells.count, by: columnWidths.count) }

    /// The additional indentation of a continued row.
    private static let hangingIndentation = 4
    /// With less width, text at the end of a row is hard to read.
    private static let minimumTextWidth = 20
    private static let maximumLineCount = 12

    private var continuationIndentation: Int { indentation + Self.hangingIndentation }

    /// The columns of each line of a row. The last column of a line takes the rest of it.
    private var linesOfRows: [[Column]] {
        var lines: [[Column]] = [[]]
        var room = max(1, width - indentation)
        for index in columnWidths.indices {
            let isFirst = lines[lines.count - 1].isEmpty
            let wanted = narrowWidth(of: index)
            let minimum =
                index == columnWidths.count - 1
                ? min(wanted, max(Self.minimumTextWidth, longestWords[index])) : wanted
            if !isFirst, minimum + gap > room {
                lines.append([])
                room = max(1, width - continuationIndentation)
            } else if !isFirst {
                room -= gap
            }
            let column = Column(index: index, width: min(wanted, room))
            lines[lines.count - 1].append(column)
            room -= column.width
        }
        for number in lines.indices { widenLastColumn(of: &lines[number], isContinuation: number > 0) }
        return lines
    }

    private func widenLastColumn(of line: inout [Column], isContinuation: Bool) {
        guard let last = line.last else { return }
        let used = line.dropLast().reduce(isContinuation ? continuationIndentation : indentation) {
            $0 + $1.width + gap
        }
        line[line.count - 1].width = max(1, min(columnWidths[last.index], width - used))
    }

    /// The columns of each table.
    private var tables: [[Column]] {
        let all = max(1, width - indentation)
        let title = Column(index: 0, width: min(columnWidths[0], max(1, all / 2 - gap)))
        // Two columns beside each other can be compared.
        let rest = max(1, all - title.width - gap)
        let valueWidth = min(rest, max(Self.minimumTextWidth, (rest - gap) / 2))
        var tables: [[Column]] = []
        var room = 0
        for index in columnWidths.indices.dropFirst() {
            let minimum = min(columnWidths[index], valueWidth)
            if tables.isEmpty || minimum + gap > room {
                tables.append([title])
                room = all - title.width
            }
            tables[tables.count - 1].append(Column(index: index, width: minimum))
            room -= minimum + gap
        }
        for number in tables.indices { widenLastColumn(of: &tables[number], isContinuation: false) }
        return tables.isEmpty ? [[Column(index: 0, width: all)]] : tables
    }

    /// A wide column gets half of the width, or enough for its longest word.
    private func narrowWidth(of column: Int) -> Int {
        min(columnWidths[column], max(width / 2, longestWords[column]))
    }

    /// Writes some cells of a row, below each other where text is wrapped. Nothing is written if all cells are empty.
    private func write(_ row: Int, _ columns: [Column], indentation: Int, to buffer: inout TextBuffer) {
        let texts = columns.map { column -> [String] in
            let index = row + column.index
            guard index < cells.count else { return [] }
            return WrappedText.lines(
                of: cells[index], width: column.width, indentation: column.index == 0 ? Self.hangingIndentation : 0,
                atMost: Self.maximumLineCount)
        }
        for number in 0..<(texts.map(\.count).max() ?? 0) {
            var position = 0
            var start = indentation
            for (column, lines) in zip(columns, texts) {
                if number < lines.count, !lines[number].isEmpty {
                    buffer.write(byte: UInt8(ascii: " "), count: start - position)
                    buffer.write(lines[number])
                    position = start + DisplayWidth.of(lines[number])
                }
                start += column.width + gap
            }
            buffer.endLine()
        }
    }
}
