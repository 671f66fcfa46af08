/// Where the lines of a text are, for turning byte offsets into lines and columns.
///
/// It keeps how many lines end before every 64th byte, so that it takes a sixteenth of the text's memory however short
/// the lines are. A look-up of a line costs O(1), and that of a column O(log *n*), also in a document that is a single
/// line: the number of UTF-16 code units before every 256th byte is kept as well, unless all bytes are ASCII.
package final class LineTable: Sendable {
    private static let lineBlockSize = 64
    private static let unitBlockSize = 256

    private let bytes: ArraySlice<UInt8>
    /// The number of line ends before each block of 64 bytes, and after the last block that of all.
    private let endsBeforeBlock: [UInt32]
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
        (endsBeforeBlock, unitsBeforeBlock) = bytes.withRawSpan { bytes in
            let ends = LineTable.sums(in: bytes, blockSize: LineTable.lineBlockSize) { bytes, start, end in
                LineEnds.count(in: bytes, from: start, to: end)
            }
            guard !LineTable.isASCII(bytes) else { return (ends, []) }
            let units = LineTable.sums(in: bytes, blockSize: LineTable.unitBlockSize) { bytes, start, end in
                LineTable.units(in: bytes, from: start, to: end)
            }
            return (ends, units)
        }
    }

    /// The number of lines; a text that ends with a line end has an empty last line.
    package var lineCount: Int { Int(endsBeforeBlock.last ?? 0) + 1 }

    /// The line and column of a byte offset; an offset past the end means the end.
    package func location(at offset: Int) -> SourceLocation {
        let offset = min(max(offset, 0), bytes.count)
        let line = line(at: offset)
        // Most lines are short.
        let near = bytes.withRawSpan { LineEnds.offset(afterLastBefore: offset, in: $0, notBefore: offset - 32) }
        let start = near ?? start(ofLine: line, atOrBefore: offset)
        return SourceLocation(offset: offset, line: line, column: units(before: offset) - units(before: start) + 1)
    }

    /// The line of a byte offset, counted from 1; an offset past the end means the last one.
    package func line(at offset: Int) -> Int {
        let offset = min(max(offset, 0), bytes.count)
        let block = offset / LineTable.lineBlockSize
        let inBlock = bytes.withRawSpan {
            LineEnds.count(in: $0, from: block * LineTable.lineBlockSize, to: offset)
        }
        return Int(endsBeforeBlock[block]) + inBlock + 1
    }

    /// The bytes of a line, counted from 1, without its line end; `nil` when there is no such line.
    package func byteRange(ofLine line: Int) -> Range<Int>? {
        guard line >= 1, line <= lineCount else { return nil }
        let start = start(ofLine: line, atOrBefore: bytes.count)
        guard line < lineCount else { return start..<bytes.count }
        return bytes.withRawSpan { bytes in
            // Most lines are short.
            let near = LineEnds.offset(afterFirstFrom: start, in: bytes, notAfter: start + 64)
            let next = near ?? self.start(ofLine: line + 1, atOrBefore: bytes.byteCount)
            let isPair = next - start >= 2 && bytes.byte(at: next - 1) == 0x0A && bytes.byte(at: next - 2) == 0x0D
            return start..<(next - (isPair ? 2 : 1))
        }
    }

    /// The offset of the first byte of a line that there is, and that begins at an offset or before it.
    private func start(ofLine line: Int, atOrBefore offset: Int) -> Int {
        guard line > 1 else { return 0 }
        // The last block before which too few lines end. Nearly always it is the one that the offset is in.
        var block = offset / LineTable.lineBlockSize
        if Int(endsBeforeBlock[block]) >= line - 1 {
            var low = 0
            while block - low > 1 {
                let middle = (low + block) / 2
                if Int(endsBeforeBlock[middle]) < line - 1 { low = middle } else { block = middle }
            }
            block = low
        }
        let rest = line - 1 - Int(endsBeforeBlock[block])
        return bytes.withRawSpan {
            LineEnds.offset(after: rest, in: $0, from: block * LineTable.lineBlockSize)
        }
    }

    /// What is counted before each block of a text, and after the last block in all.
    @inline(__always)
    private static func sums(
        in bytes: RawSpan, blockSize: Int, _ count: (_ bytes: RawSpan, _ start: Int, _ end: Int) -> Int
    ) -> [UInt32] {
        var result: [UInt32] = []
        // The block in which the text ends may be empty, and is there too.
        result.reserveCapacity(bytes.byteCount / blockSize + 2)
        var total = 0
        var start = 0
        while start <= bytes.byteCount {
            result.append(UInt32(clamping: total))
            total += count(bytes, start, min(start + blockSize, bytes.byteCount))
            start += blockSize
        }
        result.append(UInt32(clamping: total))
        return result
    }

    private func units(before offset: Int) -> Int {
        guard !unitsBeforeBlock.isEmpty else { return offset }
        let block = offset / LineTable.unitBlockSize
        let inBlock = bytes.withRawSpan {
            LineTable.units(in: $0, from: block * LineTable.unitBlockSize, to: offset)
        }
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
