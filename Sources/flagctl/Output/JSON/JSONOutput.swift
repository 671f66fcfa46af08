import FlagResolver

/// Where a report writes its JSON: a writer, and the buffer that receives full chunks.
struct JSONOutput {
    var writer: JSONWriter
    private var buffer = TextBuffer()

    private init(_ layout: JSONWriter.Layout) {
        writer = JSONWriter(layout)
    }

    /// Appends JSON to a buffer. Nothing is copied.
    static func write(
        _ layout: JSONWriter.Layout = .compact, to buffer: inout TextBuffer, _ body: (inout JSONOutput) -> Void
    ) {
        var output = JSONOutput(layout)
        swap(&buffer, &output.buffer)
        output.buffer.exchangeBytes(with: &output.writer)
        body(&output)
        output.buffer.exchangeBytes(with: &output.writer)
        swap(&buffer, &output.buffer)
    }

    /// Writes the output to the stream if it fills a chunk. Long lists call this after each element.
    @inline(__always)
    mutating func flushFullChunk() {
        if writer.bytes.count >= TextBuffer.chunkSize { flushChunk() }
    }

    private mutating func flushChunk() {
        buffer.exchangeBytes(with: &writer)
        buffer.flushFullChunk()
        buffer.exchangeBytes(with: &writer)
    }
}
