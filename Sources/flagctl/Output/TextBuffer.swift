import FlagAnalysis
import FlagResolver

/// Bytes to be written, collected so that they go out in large pieces.
struct TextBuffer: Sendable {
    private(set) var bytes: [UInt8] = []
    /// Where pieces go before everything is there; `nil` where all of it has to be at hand.
    private var stream: StandardStream?
    /// Why a piece could not be written; those after it are not either.
    private var failure: SystemError?

    /// Pieces that stay near the processor: memory that is used again costs nothing, new memory is given page by page.
    static let pieceSize = 1 << 18

    init() {}

    /// A buffer whose ``passOn()`` writes to a stream.
    init(to stream: StandardStream) {
        self.stream = stream
    }

    var isEmpty: Bool { bytes.isEmpty }
    /// Whether it is written to a stream, and not to a file.
    var leadsToStream: Bool { stream != nil }
    var count: Int { bytes.count }
    var text: String { String(decoding: bytes, as: UTF8.self) }

    mutating func write(_ text: String) {
        text.withUTF8Bytes { bytes.append($0, from: 0, to: $0.byteCount) }
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

    /// Exchanges the bytes for those of a writer. Nothing is copied.
    mutating func exchangeBytes(with writer: inout JSONWriter) {
        writer.exchange(&bytes)
    }

    mutating func write(byte: UInt8) {
        bytes.append(byte)
    }

    mutating func write(byte: UInt8, count: Int) {
        let row: StaticString
        switch byte {
        case UInt8(ascii: " ") where count > 3: row = Self.blanks
        case UInt8(ascii: "^") where count > 3: row = Self.carets
        default:
            for _ in 0..<max(0, count) { bytes.append(byte) }
            return
        }
        var rest = count
        while rest > 0 {
            let piece = min(rest, row.utf8CodeUnitCount)
            // The pointer of a static string is good for as long as the program runs.
            unsafe bytes.append(contentsOf: UnsafeBufferPointer(start: row.utf8Start, count: piece))
            rest -= piece
        }
    }

    private static let blanks: StaticString = "                                                                "
    private static let carets: StaticString = "^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^"

    /// Writes blanks, to be written over by ``overwrite(at:with:from:to:)``.
    mutating func writeBlanks(_ count: Int) {
        bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: max(0, count)))
    }

    /// Writes a part of some bytes over what is there from an offset on, unless that is less.
    mutating func overwrite(at offset: Int, with more: RawSpan, from start: Int, to end: Int) {
        guard start >= 0, start <= end, end <= more.byteCount, offset >= 0, offset <= bytes.count - (end - start)
        else { return }
        // Neither buffer outlives the call, and the copy lies within both.
        unsafe more.extracting(start..<end).withUnsafeBytes { source in
            unsafe bytes.withUnsafeMutableBytes { unsafe $0[offset..<(offset + source.count)].copyBytes(from: source) }
        }
    }

    mutating func write(_ number: Int) {
        bytes.write(number)
    }

    mutating func endLine() {
        bytes.append(UInt8(ascii: "\n"))
    }

    /// Lends the bytes to somebody who appends to them.
    mutating func append(_ write: (inout [UInt8]) -> Void) {
        write(&bytes)
    }

    mutating func reserve(_ count: Int) {
        bytes.reserveCapacity(bytes.count + (stream == nil ? count : min(count, 2 * Self.pieceSize)))
    }

    /// Cuts off what was written after a place, for writers that find out late what they wrote.
    mutating func cut(to count: Int) {
        bytes.removeLast(max(0, bytes.count - count))
    }

    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
    }
}

extension TextBuffer {
    /// Writes out what is there, if it is enough for a piece and leads to a stream.
    ///
    /// For reports of many parts, between two of them, once nothing is left that could still be refused.
    mutating func passOn() {
        guard let stream, bytes.count >= Self.pieceSize else { return }
        write(to: stream)
    }

    /// Writes out what is left.
    ///
    /// - Throws: Also where an earlier piece could not be written.
    mutating func finish(to stream: StandardStream) throws(SystemError) {
        write(to: stream)
        if let failure { throw failure }
    }

    private mutating func write(to stream: StandardStream) {
        if failure == nil {
            do throws(SystemError) { try stream.write(bytes) } catch { failure = error }
        }
        removeAll()
    }
}
