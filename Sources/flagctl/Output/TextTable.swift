import FlagResolver

/// Rows of cells for a terminal, padded into columns.
///
/// All cells are in one buffer, so that a large table needs no allocation for each cell. The last cell of a row is not
/// padded, so that no line ends in blanks.
struct TextTable: Sendable {
    private var content = TextBuffer()
    private var ends: [Int] = []
    private var widths: [Int] = []
    private let columns: Int
    private let gap: Int

    /// - Precondition: a table has at least one column.
    init(columns: Int, gap: Int = 2, rows: Int = 0) {
        precondition(columns > 0, "a table has at least one column")
        self.columns = columns
        self.gap = gap
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

    private func start(of cell: Int) -> Int { cell == 0 ? 0 : ends[cell - 1] }
}
