import FlagResolver

/// Where a report writes its JSON: a writer, and the buffer that receives full chunks.
///
/// Characters that cannot be seen are escaped: the JSON has the same content, and people see a difference where there is one.
struct JSONOutput {
    var writer: JSONWriter
    private var buffer = TextBuffer()
    /// Where the JSON begins whose hidden characters are not escaped yet.
    private var start = 0

    private init(_ layout: JSONWriter.Layout) {
        writer = JSONWriter(layout)
    }

    /// Appends JSON to a buffer. Nothing is copied.
    static func write(
        _ layout: JSONWriter.Layout = .compact, to buffer: inout TextBuffer, _ body: (inout JSONOutput) -> Void
    ) {
        var output = JSONOutput(layout)
        swap(&buffer, &output.buffer)
        output.start = output.buffer.count
        output.buffer.exchangeBytes(with: &output.writer)
        body(&output)
        output.buffer.exchangeBytes(with: &output.writer)
        output.buffer.escapeHidden(from: output.start)
        swap(&buffer, &output.buffer)
    }

    /// Writes the output to the stream if it fills a chunk. Long lists call this after each element.
    @inline(__always)
    mutating func flushFullChunk() {
        if writer.bytes.count >= TextBuffer.chunkSize { flushChunk() }
    }

    private mutating func flushChunk() {
        buffer.exchangeBytes(with: &writer)
        buffer.escapeHidden(from: start)
        start = buffer.count
        buffer.flushFullChunk()
        start = min(start, buffer.count)
        buffer.exchangeBytes(with: &writer)
    }
}
