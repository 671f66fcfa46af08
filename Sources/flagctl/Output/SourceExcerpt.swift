import FlagAnalysis

/// A source line for display, and the carets below it.
///
/// 1. Tabs stay tabs, in the line and before the carets, so that both are aligned in every terminal.
/// 2. Invisible characters, and bytes that are not UTF-8, are replaced by a symbol that is one cell wide.
/// 3. A line that is wider than the limit is clipped around the span; `…` marks a clipped end. Only bytes near the span
///    are read, however long the line is.
struct SourceExcerpt {
    let line: ArraySlice<UInt8>
    /// The spaces and tabs before the carets; `nil` for ``blankCount`` spaces.
    let indentation: [UInt8]?
    let blankCount: Int
    let caretCount: Int

    private struct Cell {
        let offset: Int
        let text: String
        let width: Int
    }

    /// - Parameters:
    ///   - bytes: The line without its line end, as a slice of its document.
    ///   - span: The bytes to point at, in offsets of the document. It may extend beyond the line.
    ///   - width: The maximum width of the line, in cells.
    init(of bytes: ArraySlice<UInt8>, around span: Range<Int>, width: Int) {
        let start = min(max(span.lowerBound, bytes.startIndex), bytes.endIndex)
        // Nearly every line has only visible ASCII characters, and needs no decoding.
        if bytes.count <= width, bytes.isPlainText {
            line = bytes
            indentation = nil
            blankCount = start - bytes.startIndex
            caretCount = max(1, min(max(span.upperBound, start), bytes.endIndex) - start)
            return
        }
        // A character has at most four bytes, so this is enough on both sides.
        let near = max(bytes.startIndex, start - 4 * width)..<min(bytes.endIndex, start + 4 * width)
        let window = Window(
            of: Self.cells(of: bytes[near]), around: start, isCutBefore: near.lowerBound > bytes.startIndex,
            isCutAfter: near.upperBound < bytes.endIndex, width: width)
        line = Array(window.text.utf8)[...]
        var indentation = window.isClippedBefore ? " " : ""
        var carets = 0
        for cell in window.cells {
            if cell.offset < start {
                indentation += cell.text == "\t" ? "\t" : String(repeating: " ", count: cell.width)
            } else if cell.offset < span.upperBound {
                carets += cell.width
            }
        }
        self.indentation = Array(indentation.utf8)
        blankCount = 0
        caretCount = max(1, carets)
    }

    /// The visible cells of a line.
    private struct Window {
        let cells: ArraySlice<Cell>
        let isClippedBefore: Bool
        let isClippedAfter: Bool

        var text: String {
            (isClippedBefore ? "…" : "") + cells.map(\.text).joined() + (isClippedAfter ? "…" : "")
        }

        /// - Parameters:
        ///   - start: The offset that stays in sight, with a third of the width before it.
        ///   - isCutBefore: Whether the line has bytes before the cells.
        ///   - isCutAfter: Whether the line has bytes after the cells.
        init(of cells: [Cell], around start: Int, isCutBefore: Bool, isCutAfter: Bool, width: Int) {
            let before = cells.prefix { $0.offset < start }
            let widthBefore = before.reduce(0) { $0 + $1.width }
            var first = 0
            if widthBefore > width * 2 / 3 {
                var room = width / 3
                first = before.count
                while first > 0, cells[first - 1].width <= room {
                    first -= 1
                    room -= cells[first].width
                }
            } else if isCutBefore {
                // A very long sequence of combining marks, which have no width: not all of them have been read.
                first = before.count
            }
            isClippedBefore = first > 0 || isCutBefore
            var room = width - (isClippedBefore ? 1 : 0)
            var end = first
            while end < cells.count, cells[end].width <= room {
                room -= cells[end].width
                end += 1
            }
            isClippedAfter = end < cells.count || isCutAfter
            if isClippedAfter, room == 0, end > before.count + 1 { end -= 1 }
            self.cells = cells[first..<end]
        }
    }

    private static func cells(of bytes: ArraySlice<UInt8>) -> [Cell] {
        var cells: [Cell] = []
        cells.reserveCapacity(bytes.count)
        var rest = bytes.makeIterator()
        var parser = Unicode.UTF8.ForwardParser()
        var offset = bytes.startIndex
        while true {
            switch parser.parseScalar(from: &rest) {
            case .emptyInput:
                return cells
            case .error(let length):
                cells.append(Cell(offset: offset, text: "\u{FFFD}", width: 1))
                offset += length
            case .valid(let encoded):
                let scalar = Unicode.UTF8.decode(encoded)
                cells.append(cell(for: scalar, at: offset))
                offset += encoded.count
            }
        }
    }

    private static func cell(for scalar: Unicode.Scalar, at offset: Int) -> Cell {
        if scalar == "\t" { return Cell(offset: offset, text: "\t", width: 1) }
        guard PlainText.isUnprintable(scalar) else {
            return Cell(offset: offset, text: String(scalar), width: DisplayWidth.of(scalar))
        }
        // Unicode has a symbol for each control character of ASCII.
        let picture = scalar == "\u{7F}" ? "\u{2421}" : Unicode.Scalar(0x2400 + scalar.value)
        let symbol = scalar.value < 0x20 || scalar == "\u{7F}" ? picture : nil
        return Cell(offset: offset, text: String(symbol ?? "\u{FFFD}"), width: 1)
    }
}
