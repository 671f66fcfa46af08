import FlagResolver

/// Bytes to be written, collected so that they go out in one piece.
struct TextBuffer: Sendable, Equatable {
    private(set) var bytes: [UInt8] = []

    var isEmpty: Bool { bytes.isEmpty }
    var count: Int { bytes.count }
    var text: String { String(decoding: bytes, as: UTF8.self) }

    mutating func write(_ text: String) {
        bytes.append(contentsOf: text.utf8)
    }

    mutating func write(_ text: Substring) {
        bytes.append(contentsOf: text.utf8)
    }

    mutating func write(bytes more: some Collection<UInt8>) {
        bytes.append(contentsOf: more)
    }

    /// Writes a part of some bytes.
    mutating func write(_ more: RawSpan, from start: Int, to end: Int) {
        bytes.append(more, from: start, to: end)
    }

    /// Writes JSON, straight behind what is there.
    mutating func writeJSON(_ write: (inout JSONWriter) -> Void) {
        var writer = JSONWriter()
        writer.exchange(&bytes)
        write(&writer)
        writer.exchange(&bytes)
    }

    mutating func write(byte: UInt8) {
        bytes.append(byte)
    }

    mutating func write(byte: UInt8, count: Int) {
        // Mostly a few, for which a loop costs less than filling memory.
        for _ in 0..<max(0, count) { bytes.append(byte) }
    }

    mutating func write(_ number: Int) {
        bytes.append(contentsOf: String(number).utf8)
    }

    mutating func endLine() {
        bytes.append(UInt8(ascii: "\n"))
    }

    /// Lends the bytes to somebody who appends to them.
    mutating func append(_ write: (inout [UInt8]) -> Void) {
        write(&bytes)
    }

    mutating func reserve(_ count: Int) {
        bytes.reserveCapacity(bytes.count + count)
    }

    /// Cuts off what was written after a place, for writers that find out late what they wrote.
    mutating func cut(to count: Int) {
        bytes.removeLast(max(0, bytes.count - count))
    }

    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
    }
}
