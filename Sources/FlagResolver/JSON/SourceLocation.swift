/// A place in a text, as editors show it: line and column, beside the offset in bytes.
///
/// ```swift
/// let location = SourceLocation(offset: 14, line: 2, column: 3)
/// print("\(location)")  // 2:3
/// ```
///
/// 1. Lines and columns count from 1.
/// 2. A column counts UTF-16 code units, as editors, SARIF and the Language Server Protocol do.
/// 3. A line ends with LF, CRLF, or a CR alone; the offset of a line end belongs to the line that it ends.
/// 4. Locations are ordered by their offsets.
public struct SourceLocation: Hashable, Comparable, Sendable {
    /// The number of bytes before the place.
    public let offset: Int
    /// The line, counted from 1.
    public let line: Int
    /// The column in UTF-16 code units, counted from 1.
    public let column: Int

    /// Creates a location from its three coordinates, which are not checked.
    public init(offset: Int, line: Int, column: Int) {
        self.offset = offset
        self.line = line
        self.column = column
    }

    /// Whether the left location comes first in the text.
    public static func < (left: SourceLocation, right: SourceLocation) -> Bool {
        (left.offset, left.line, left.column) < (right.offset, right.line, right.column)
    }
}

extension SourceLocation: CustomStringConvertible {
    /// The line and the column, as in `12:7`.
    public var description: String { "\(line):\(column)" }
}

/// The lines of a text: converts byte offsets into lines and columns.
///
/// Offsets are relative to the start of the text. A line ends with LF, CRLF, or a CR alone, and its end belongs to it.
package struct LineTable: Sendable {
    /// The size of the blocks of ``unitsBeforeBlock``, in bytes.
    private static let blockSize = 256

    private let bytes: ArraySlice<UInt8>
    /// The offset of the first byte of each line.
    private let lineStarts: [UInt32]
    /// The number of UTF-16 code units before each block; empty if the text is ASCII.
    ///
    /// It bounds the cost of a column in a text that is one long line.
    private let unitsBeforeBlock: [UInt32]

    /// Scans a text, which need not be valid UTF-8 and must be shorter than 4 GiB.
    ///
    /// - Complexity: O(*n*) in the number of bytes.
    package init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        let span = bytes.span
        let input = unsafe span.bytes
        var lineStarts: [UInt32] = [0]
        var allBits: UInt8 = 0
        for offset in span.indices {
            let byte = span[offset]
            allBits |= byte
            // One comparison excludes nearly every byte.
            guard byte <= UInt8(ascii: "\r") else { continue }
            let next = offset + 1
            let isReturn = byte == UInt8(ascii: "\r") && input.byte(at: next) != UInt8(ascii: "\n")
            if byte == UInt8(ascii: "\n") || isReturn { lineStarts.append(UInt32(truncatingIfNeeded: next)) }
        }
        self.lineStarts = lineStarts
        var unitsBeforeBlock: [UInt32] = []
        var unitCount = 0
        for start in stride(from: 0, through: input.byteCount, by: LineTable.blockSize) where allBits >= 0x80 {
            unitsBeforeBlock.append(UInt32(truncatingIfNeeded: unitCount))
            let end = min(start + LineTable.blockSize, input.byteCount)
            unitCount += LineTable.unitCount(in: input, from: start, to: end)
        }
        self.unitsBeforeBlock = unitsBeforeBlock
    }

    package init(_ bytes: [UInt8]) {
        self.init(bytes[...])
    }

    /// The number of lines. A text that ends with a line end has an empty last line.
    package var lineCount: Int { lineStarts.count }

    /// The line and column of a byte; an offset outside the text is clamped to it.
    ///
    /// - Complexity: O(log *n*) in the number of lines.
    package func location(at offset: Int) -> SourceLocation {
        let offset = min(max(offset, 0), bytes.count)
        let line = line(at: offset)
        let column = unitCount(before: offset) - unitCount(before: Int(lineStarts[line - 1])) + 1
        return SourceLocation(offset: offset, line: line, column: column)
    }

    /// The line of a byte, counted from 1.
    ///
    /// - Complexity: O(log *n*) in the number of lines.
    package func line(at offset: Int) -> Int {
        // The number of lines that start at or before the offset. The first one starts at 0.
        max(1, lineStarts.partitionPoint { Int($0) > offset })
    }

    /// The bytes of a line, counted from 1, without its line end; `nil` if there is no such line.
    package func byteRange(ofLine line: Int) -> Range<Int>? {
        guard lineStarts.indices.contains(line - 1) else { return nil }
        let start = Int(lineStarts[line - 1])
        guard line < lineCount else { return start..<bytes.count }
        let end = Int(lineStarts[line])
        let isPair = bytes[bytes.startIndex + start..<bytes.startIndex + end].suffix(2).elementsEqual([0x0D, 0x0A])
        return start..<(end - (isPair ? 2 : 1))
    }

    private func unitCount(before offset: Int) -> Int {
        guard !unitsBeforeBlock.isEmpty else { return offset }
        let block = offset / LineTable.blockSize
        let span = bytes.span
        let input = unsafe span.bytes
        return Int(unitsBeforeBlock[block])
            + LineTable.unitCount(in: input, from: block * LineTable.blockSize, to: offset)
    }

    /// The number of UTF-16 code units of the characters that begin in a range of bytes.
    private static func unitCount(in input: RawSpan, from start: Int, to end: Int) -> Int {
        var count = 0
        for offset in start..<end {
            let byte = input.byte(at: offset)
            // Characters of four bytes have two code units, all others one.
            count += RawSpan.isContinuation(byte) ? 0 : byte >= 0xF0 ? 2 : 1
        }
        return count
    }
}
