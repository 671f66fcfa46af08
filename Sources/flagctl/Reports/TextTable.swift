/// Rows of cells for a terminal, padded into columns.
///
/// All cells lie one after the other in one buffer, so a table of ten thousand rows costs no memory piece a cell. The
/// last cell of a row is never padded, so no line ends in blanks.
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

    /// Adds the next cell, in reading order, with what the closure writes.
    mutating func cell(_ write: (inout TextBuffer) -> Void) {
        let start = content.count
        write(&content)
        ends.append(content.count)
        widths.append(DisplayWidth.of(bytes: content.bytes[start...]))
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
        var start = 0
        for rowStart in stride(from: 0, to: ends.count, by: columns) {
            let row = rowStart..<min(rowStart + columns, ends.count)
            buffer.write(byte: UInt8(ascii: " "), count: indentation)
            // Empty cells at the end of a row would only leave blanks behind.
            let lastFilled = row.last { widths[$0] > 0 || ends[$0] > ($0 == 0 ? 0 : ends[$0 - 1]) } ?? row.lowerBound
            for index in row {
                let cell = content.bytes[start..<ends[index]]
                start = ends[index]
                guard index <= lastFilled else { continue }
                buffer.write(bytes: cell)
                if index < lastFilled {
                    let padding = columnWidths[index - rowStart] - widths[index] + gap
                    buffer.write(byte: UInt8(ascii: " "), count: padding)
                }
            }
            buffer.endLine()
        }
    }
}
