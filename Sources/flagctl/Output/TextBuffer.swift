import FlagAnalysis
import FlagResolver

/// Collects output, so that it is written in large chunks.
struct TextBuffer: Sendable {
    private(set) var bytes: [UInt8] = []
    /// The display of the content. Tables fit its width, and JSON has a matching layout.
    var display = Display.plain
    /// The stream that full chunks are written to; `nil` if the whole content is needed in memory.
    private var stream: StandardStream?
    /// Where the text begins that is written without ``LogCommands``, and whether that is the beginning of a line.
    private var guarded: (start: Int, startsLine: Bool)?
    /// Why a chunk could not be written. Later chunks are dropped.
    private var failure: SystemError?

    /// A chunk that fits into the cache: reusing memory is cheaper than getting new pages.
    static let chunkSize = 1 << 18

    init() {}

    /// A buffer whose ``flushFullChunk()`` writes to a stream.
    init(to stream: StandardStream) {
        self.stream = stream
    }

    var isEmpty: Bool { bytes.isEmpty }
    /// Whether the content goes to a stream, as opposed to a file.
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

    /// Writes a range of some bytes.
    mutating func write(_ more: RawSpan, from start: Int, to end: Int) {
        bytes.append(more, from: start, to: end)
    }

    /// Writes JSON, without a copy.
    mutating func writeJSON(_ write: (inout JSONWriter) -> Void) {
        var writer = JSONWriter()
        writer.exchange(&bytes)
        write(&writer)
        writer.exchange(&bytes)
    }

    /// Swaps the bytes with those of a writer. Nothing is copied.
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
            let length = min(rest, row.utf8CodeUnitCount)
            // The pointer of a static string is valid for the whole run.
            unsafe bytes.append(contentsOf: UnsafeBufferPointer(start: row.utf8Start, count: length))
            rest -= length
        }
    }

    private static let blanks: StaticString = "                                                                "
    private static let carets: StaticString = "^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^"

    mutating func write(_ number: Int) {
        bytes.write(number)
    }

    mutating func endLine() {
        bytes.append(UInt8(ascii: "\n"))
    }

    /// Lets a closure append to the bytes.
    mutating func append(_ write: (inout [UInt8]) -> Void) {
        write(&bytes)
    }

    mutating func reserve(_ count: Int) {
        bytes.reserveCapacity(bytes.count + (stream == nil ? count : min(count, 2 * Self.chunkSize)))
    }

    /// Removes everything after an offset.
    mutating func cut(to count: Int) {
        bytes.removeLast(max(0, bytes.count - count))
    }

    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
    }
}

extension TextBuffer {
    /// Writes the content to the stream, if there is one and the content fills a chunk.
    ///
    /// Long reports call this between two parts, when no error can prevent the report any more.
    mutating func flushFullChunk() {
        guard let stream, bytes.count >= Self.chunkSize else { return }
        write(to: stream)
    }

    /// Writes the rest to the stream.
    ///
    /// - Throws: `SystemError` if this or an earlier chunk could not be written.
    mutating func finish(to stream: StandardStream) throws(SystemError) {
        write(to: stream)
        if let failure { throw failure }
    }

    private mutating func write(to stream: StandardStream) {
        guard guarded == nil else { return writeLines(to: stream) }
        if failure == nil {
            do throws(SystemError) { try stream.write(bytes) } catch { failure = error }
        }
        removeAll()
    }
}

extension TextBuffer {
    /// Begins text without ``LogCommands``, which ends with ``endText()``.
    mutating func beginText() {
        guarded = (count, bytes.last.map { $0 == UInt8(ascii: "\n") } ?? true)
    }

    mutating func endText() {
        guard let (start, startsLine) = guarded else { return }
        LogCommands.escape(&bytes, from: start, startsLine: startsLine)
        guarded = nil
    }

    /// Writes guarded text to the stream, except an end that may be the beginning of a command.
    private mutating func writeLines(to stream: StandardStream) {
        let lineEnd = bytes.lastIndex(of: UInt8(ascii: "\n"))
        let end = lineEnd.map { $0 + 1 } ?? bytes.suffix(64).firstIndex(of: UInt8(ascii: "#")) ?? bytes.count
        let rest = Array(bytes[end...])
        cut(to: end)
        endText()
        write(to: stream)
        bytes += rest
        guarded = (0, lineEnd != nil)
    }

    /// Writes the UTF-8 text that a closure appends, with unprintable characters escaped.
    ///
    /// Such characters are rare, so the text is written first and replaced only if it contains one.
    mutating func writeEscaped(_ write: (inout [UInt8]) -> Void) {
        let start = count
        append(write)
        guard !bytes.withRawSpan({ $0.isPrintableASCII(from: start, to: $0.byteCount) }) else { return }
        let text = PlainText.escaped(String(decoding: bytes[start...], as: UTF8.self))
        cut(to: start)
        self.write(text)
    }

    /// Escapes the hidden characters of the JSON after an offset. They can only be in strings.
    mutating func escapeHidden(from start: Int) {
        guard bytes[start...].contains(where: { $0 >= 0x7F }) else { return }
        var result: [UInt8] = []
        // Lines are independent of each other, and the line ends of a layout stay.
        for (index, line) in bytes[start...].split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .enumerated()
        {
            if index > 0 { result.append(UInt8(ascii: "\n")) }
            if PlainText.hasUnprintable(line) {
                result += PlainText.escaped(String(decoding: line, as: UTF8.self)).utf8
            } else {
                result += line
            }
        }
        cut(to: start)
        write(bytes: result)
    }

    /// Writes a literal in one copy.
    mutating func write(literal text: StaticString) {
        append { $0.write(text) }
    }
}
