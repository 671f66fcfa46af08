import FlagResolver

/// Rows of cells for a terminal, padded into columns.
///
/// If the rows are wider than the display of the buffer, they are laid out in less width: see ``NarrowTable``.
///
/// All cells are in one buffer, so that a large table needs no allocation for each cell. The last cell of a row is not
/// padded, so that no line ends in spaces.
struct TextTable: Sendable {
    private var content = TextBuffer()
    private var ends: [Int] = []
    private var widths: [Int] = []
    private let columns: Int
    private let gap: Int
    private let overflow: Overflow
    private let lastColumn: LastColumn
    private let maximumColumnWidth: Int

    /// Where columns go that do not fit the width.
    enum Overflow {
        /// Below the other cells of their row, indented.
        case continuesRow
        /// In another table below, which also begins with the first column.
        case beginsTable
    }

    /// Where the cells of the last column are.
    enum LastColumn {
        case besideOthers
        /// On a line of their own, below the second column.
        case belowRow
    }

    /// - Parameter maximumColumnWidth: A wider cell pushes the rest of its row to the right, but not that of other rows.
    /// - Precondition: A table has at least one column.
    init(
        columns: Int, gap: Int = 2, rows: Int = 0, overflow: Overflow = .continuesRow,
        lastColumn: LastColumn = .besideOthers, maximumColumnWidth: Int = .max
    ) {
        precondition(columns > 0, "a table has at least one column")
        self.columns = columns
        self.gap = gap
        self.overflow = overflow
        self.lastColumn = lastColumn
        self.maximumColumnWidth = maximumColumnWidth
        ends.reserveCapacity(rows * columns)
        widths.reserveCapacity(rows * columns)
    }

    var isEmpty: Bool { ends.isEmpty }

    /// Removes the rows, and keeps the memory for others.
    mutating func removeAll() {
        content.removeAll()
        ends.removeAll(keepingCapacity: true)
        widths.removeAll(keepingCapacity: true)
    }

    /// Adds the next cell of the row, or the first cell of a new row.
    mutating func cell(_ write: (inout TextBuffer) -> Void) {
        let start = content.count
        write(&content)
        ends.append(content.count)
        widths.append(DisplayWidth.of(content.bytes, from: start))
    }

    mutating func cell(_ text: String) {
        cell { $0.write(text) }
    }

    /// Writes the rows, each after the same indentation.
    func write(to buffer: inout TextBuffer, indentation: Int = 0) {
        let columnWidths = columnWidths(upTo: maximumColumnWidth)
        if let width = buffer.display.width, isWider(than: width - indentation, columnWidths) {
            let table = NarrowTable(
                cells: texts, columnWidths: self.columnWidths(upTo: .max), gap: gap, indentation: indentation,
                width: width)
            table.write(overflow, to: &buffer)
            return
        }
        buffer.reserve(content.count + ends.count * 8)
        content.bytes.withRawSpan { content in
            for row in rows {
                buffer.write(byte: UInt8(ascii: " "), count: indentation)
                writeRow(row, of: content, columnWidths, to: &buffer)
                buffer.endLine()
                guard let below = cellBelow(row) else { continue }
                buffer.write(byte: UInt8(ascii: " "), count: indentation + columnWidths[0] + gap)
                buffer.write(content, from: start(of: below), to: ends[below])
                buffer.endLine()
            }
        }
    }

    private func columnWidths(upTo maximum: Int) -> [Int] {
        var columnWidths = [Int](repeating: 0, count: columns)
        for (index, width) in widths.enumerated() where width <= maximum {
            columnWidths[index % columns] = max(columnWidths[index % columns], width)
        }
        return columnWidths
    }

    /// Whether a line is wider than some width.
    private func isWider(than width: Int, _ columnWidths: [Int]) -> Bool {
        rows.contains { row in
            let cells = row.prefix(columnsBeside)
            let rowWidth = cells.dropLast().reduce(0) { $0 + max(columnWidths[$1 - row.lowerBound], widths[$1]) + gap }
            let lastWidth = cells.last.map { widths[$0] } ?? 0
            let below = cellBelow(row).map { columnWidths[0] + gap + widths[$0] } ?? 0
            return max(rowWidth + lastWidth, below) > width
        }
    }

    /// The cells of each row.
    private var rows: some Sequence<Range<Int>> {
        stride(from: 0, to: ends.count, by: columns).lazy.map { $0..<min($0 + columns, ends.count) }
    }

    private var columnsBeside: Int { lastColumn == .belowRow ? columns - 1 : columns }

    /// The cell below a row, if there is one and it is not empty.
    private func cellBelow(_ row: Range<Int>) -> Int? {
        guard lastColumn == .belowRow, row.count == columns, let last = row.last, start(of: last) < ends[last] else {
            return nil
        }
        return last
    }

    private func writeRow(
        _ row: Range<Int>, of content: RawSpan, _ columnWidths: [Int], to buffer: inout TextBuffer
    ) {
        // Empty cells at the end of a row would leave trailing blanks.
        var lastFilled = row.lowerBound + min(row.count, columnsBeside) - 1
        while lastFilled > row.lowerBound, start(of: lastFilled) == ends[lastFilled] { lastFilled -= 1 }
        for index in row.lowerBound...lastFilled {
            buffer.write(content, from: start(of: index), to: ends[index])
            if index < lastFilled {
                let padding = max(0, columnWidths[index - row.lowerBound] - widths[index]) + gap
                buffer.write(byte: UInt8(ascii: " "), count: padding)
            }
        }
    }

    private var texts: [String] {
        ends.indices.map { String(decoding: content.bytes[start(of: $0)..<ends[$0]], as: UTF8.self) }
    }

    private func start(of cell: Int) -> Int { cell == 0 ? 0 : ends[cell - 1] }
}
