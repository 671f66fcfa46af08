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

    /// Where columns go that do not fit the width.
    enum Overflow {
        /// Below the other cells of their row, indented.
        case continuesRow
        /// In another table below, which also begins with the first column.
        case beginsTable
    }

    /// - Precondition: A table has at least one column.
    init(columns: Int, gap: Int = 2, rows: Int = 0, overflow: Overflow = .continuesRow) {
        precondition(columns > 0, "a table has at least one column")
        self.columns = columns
        self.gap = gap
        self.overflow = overflow
        ends.reserveCapacity(rows * columns)
        widths.reserveCapacity(rows * columns)
    }

    var isEmpty: Bool { ends.isEmpty }

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
        var columnWidths = [Int](repeating: 0, count: columns)
        for (index, width) in widths.enumerated() {
            columnWidths[index % columns] = max(columnWidths[index % columns], width)
        }
        let rowWidth = indentation + columnWidths.reduce(0, +) + gap * (columns - 1)
        if let width = buffer.display.width, rowWidth > width {
            let table = NarrowTable(
                cells: texts, columnWidths: columnWidths, gap: gap, indentation: indentation, width: width)
            table.write(overflow, to: &buffer)
            return
        }
        buffer.reserve(content.count + ends.count * 8)
        content.bytes.withRawSpan { content in
            for rowStart in stride(from: 0, to: ends.count, by: columns) {
                buffer.write(byte: UInt8(ascii: " "), count: indentation)
                writeRow(rowStart..<min(rowStart + columns, ends.count), of: content, columnWidths, to: &buffer)
                buffer.endLine()
            }
        }
    }

    private func writeRow(
        _ row: Range<Int>, of content: RawSpan, _ columnWidths: [Int], to buffer: inout TextBuffer
    ) {
        // Empty cells at the end of a row would leave trailing blanks.
        var lastFilled = row.upperBound - 1
        while lastFilled > row.lowerBound, start(of: lastFilled) == ends[lastFilled] { lastFilled -= 1 }
        for index in row.lowerBound...lastFilled {
            buffer.write(content, from: start(of: index), to: ends[index])
            if index < lastFilled {
                let padding = columnWidths[index - row.lowerBound] - widths[index] + gap
                buffer.write(byte: UInt8(ascii: " "), count: padding)
            }
        }
    }

    private var texts: [String] {
        ends.indices.map { String(decoding: content.bytes[start(of: $0)..<ends[$0]], as: UTF8.self) }
    }

    private func start(of cell: Int) -> Int { cell == 0 ? 0 : ends[cell - 1] }
}
