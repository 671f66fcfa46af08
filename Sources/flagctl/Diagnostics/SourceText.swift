/// The bytes of one document under the name it is reported by, with an index of its lines.
///
/// The index is made when the first place is asked for; a run that reports nothing never pays for it.
final class SourceText {
    let name: String
    let bytes: [UInt8]
    private lazy var index = LineIndex(bytes)

    init(name: String, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
    }

    /// Where a byte is, for people: line and column from 1, the column in UTF-16 code units.
    struct Position: Hashable {
        let line: Int
        let column: Int
    }

    func position(of offset: Int) -> Position {
        let offset = min(max(0, offset), bytes.count)
        let line = index.line(at: offset)
        let start = index.starts[line]
        return Position(
            line: line + 1, column: index.units(before: offset, in: bytes) - index.units(before: start, in: bytes) + 1)
    }

    /// The bytes of the line that holds an offset, without its line end.
    func line(at offset: Int) -> Range<Int> {
        let line = index.line(at: min(max(0, offset), bytes.count))
        let start = index.starts[line]
        guard line + 1 < index.starts.count else { return start..<bytes.count }
        var end = index.starts[line + 1] - 1
        if end > start, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
        return start..<end
    }
}

/// Where lines begin, and how many UTF-16 code units stand before every so many bytes.
///
/// The counts at regular places make a column cheap however long the line is: a document on one line with ten thousand
/// findings is not read ten thousand times.
private struct LineIndex {
    private static let block = 1024

    private(set) var starts = [0]
    private var unitsBeforeBlock = [0]

    init(_ bytes: [UInt8]) {
        var units = 0
        for (offset, byte) in bytes.enumerated() {
            if offset > 0, offset % Self.block == 0 { unitsBeforeBlock.append(units) }
            units += Self.units(of: byte)
            if byte == UInt8(ascii: "\n") { starts.append(offset + 1) }
        }
    }

    /// Every character counts once at its first byte, and those beyond the basic plane twice.
    private static func units(of byte: UInt8) -> Int {
        byte & 0xC0 == 0x80 ? 0 : byte >= 0xF0 ? 2 : 1
    }

    /// The index of the line that holds an offset.
    func line(at offset: Int) -> Int {
        var low = 0
        var high = starts.count
        while low + 1 < high {
            let middle = (low + high) / 2
            if starts[middle] <= offset { low = middle } else { high = middle }
        }
        return low
    }

    func units(before offset: Int, in bytes: [UInt8]) -> Int {
        let block = min(offset / Self.block, unitsBeforeBlock.count - 1)
        return bytes[block * Self.block..<offset].reduce(unitsBeforeBlock[block]) { $0 + Self.units(of: $1) }
    }
}
