/// Where the lines of a text begin, for turning byte offsets into lines and columns.
///
/// It is built once; a look-up then costs O(log *n*), also in a document that is a single line: the number of UTF-16
/// code units before every 256th byte is kept as well, unless all bytes are ASCII.
///
/// It is a class since it is asked for each place of a report, and a structure would be copied each time.
package final class LineTable: Sendable {
    private static let blockShift = 8

    private let bytes: ArraySlice<UInt8>
    /// The offset of each line's first byte, counted from the beginning of the text.
    private let lineStarts: [UInt32]
    /// The number of UTF-16 code units before each block of 256 bytes; empty when the text is ASCII.
    private let unitsBeforeBlock: [UInt32]

    /// Scans a text, which need not be valid UTF-8. It must be shorter than 4 GiB.
    ///
    /// - Complexity: O(*n*) in the number of bytes.
    package convenience init(_ bytes: [UInt8]) {
        self.init(bytes[...])
    }

    /// Scans a part of a larger text; offsets count from the beginning of the part.
    package init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        let span = bytes.span
        let raw = unsafe span.bytes
        lineStarts = LineTable.lineStarts(in: raw)
        unitsBeforeBlock = LineTable.unitsBeforeBlock(in: raw)
    }

    /// The number of lines; a text that ends with a line end has an empty last line.
    package var lineCount: Int { lineStarts.count }

    /// The line and column of a byte offset; an offset past the end means the end.
    ///
    /// - Parameter guess: A line that the offset may be near to, from 1: it is found faster from there.
    package func location(at offset: Int, near guess: Int = 1) -> SourceLocation {
        let offset = min(max(offset, 0), bytes.count)
        let line = line(at: offset, near: guess)
        let column = units(before: offset) - units(before: Int(lineStarts[line - 1])) + 1
        return SourceLocation(offset: offset, line: line, column: column)
    }

    /// The line of a byte offset, counted from 1; an offset past the end means the last one.
    ///
    /// - Parameter guess: A line that the offset may be near to, from 1.
    /// - Complexity: O(log *n*) in the number of lines between the guess and the offset.
    package func line(at offset: Int, near guess: Int = 1) -> Int {
        var low = 0
        var high = lineStarts.count
        // From the guess on, upwards or downwards, in steps that double; what is left is halved.
        let start = min(max(guess, 1), high) - 1
        if Int(lineStarts[start]) <= offset {
            low = start
            var step = 1
            while low + step < high {
                guard Int(lineStarts[low + step]) <= offset else {
                    high = low + step
                    break
                }
                low += step
                step *= 2
            }
        } else {
            high = start
            var step = 1
            while high - step > 0 {
                guard Int(lineStarts[high - step]) > offset else {
                    low = high - step
                    break
                }
                high -= step
                step *= 2
            }
        }
        while high - low > 1 {
            let middle = (low + high) / 2
            if Int(lineStarts[middle]) <= offset { low = middle } else { high = middle }
        }
        return low + 1
    }

    /// The bytes of a line, counted from 1, without its line end; `nil` when there is no such line.
    package func byteRange(ofLine line: Int) -> Range<Int>? {
        guard line >= 1, line <= lineStarts.count else { return nil }
        let start = Int(lineStarts[line - 1])
        guard line < lineStarts.count else { return start..<bytes.count }
        let next = Int(lineStarts[line])
        let end = bytes.startIndex + next
        let isPair = next - start >= 2 && bytes[end - 1] == 0x0A && bytes[end - 2] == 0x0D
        return start..<(next - (isPair ? 2 : 1))
    }

    private func units(before offset: Int) -> Int {
        guard !unitsBeforeBlock.isEmpty else { return offset }
        let block = offset >> LineTable.blockShift
        let bytes = bytes
        let span = bytes.span
        let raw = unsafe span.bytes
        let inBlock = LineTable.units(in: raw, from: block << LineTable.blockShift, to: offset)
        return Int(unitsBeforeBlock[block]) + inBlock
    }

    /// The UTF-16 code units of a stretch of bytes: one for each character, counted at its first byte, and one more
    /// for each character outside of the Basic Multilingual Plane.
    private static func units(in bytes: RawSpan, from start: Int, to end: Int) -> Int {
        var count = 0
        for offset in start..<end {
            let byte = bytes.byte(at: offset)
            if byte & 0xC0 != 0x80 { count += 1 }
            if byte >= 0xF0 { count += 1 }
        }
        return count
    }

    private static func lineStarts(in bytes: RawSpan) -> [UInt32] {
        var starts: [UInt32] = [0]
        var offset = 0
        while offset < bytes.byteCount {
            // Line ends are the only bytes below 16 that are common, so most words are skipped at once.
            while let word = bytes.word(at: offset) {
                let below16 = (word &- 0x1010_1010_1010_1010) & ~word & 0x8080_8080_8080_8080
                guard below16 == 0 else {
                    offset += below16.trailingZeroBitCount >> 3
                    break
                }
                offset += 8
            }
            guard offset < bytes.byteCount else { break }
            let byte = bytes.byte(at: offset)
            offset += 1
            if byte == 0x0A || (byte == 0x0D && bytes.byte(at: offset) != 0x0A) {
                starts.append(UInt32(clamping: offset))
            }
        }
        return starts
    }

    private static func unitsBeforeBlock(in bytes: RawSpan) -> [UInt32] {
        guard !isASCII(bytes) else { return [] }
        var result: [UInt32] = []
        result.reserveCapacity(bytes.byteCount >> blockShift + 1)
        var total = 0
        var start = 0
        while start <= bytes.byteCount {
            result.append(UInt32(clamping: total))
            let end = start + 1 << blockShift
            total += units(in: bytes, from: start, to: min(end, bytes.byteCount))
            start = end
        }
        return result
    }

    private static func isASCII(_ bytes: RawSpan) -> Bool {
        var offset = 0
        while let word = bytes.word(at: offset) {
            guard word & 0x8080_8080_8080_8080 == 0 else { return false }
            offset += 8
        }
        while offset < bytes.byteCount {
            guard bytes.byte(at: offset) < 0x80 else { return false }
            offset += 1
        }
        return true
    }
}
