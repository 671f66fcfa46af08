import FlagResolver

/// Where a report writes its JSON: a writer, and the buffer that receives finished pieces.
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

    /// Passes finished output on, if it is enough for a piece. Long lists call this after each element.
    @inline(__always)
    mutating func passOn() {
        if writer.bytes.count >= TextBuffer.chunkSize { passOnPiece() }
    }

    private mutating func passOnPiece() {
        buffer.exchangeBytes(with: &writer)
        buffer.passOn()
        buffer.exchangeBytes(with: &writer)
    }
}
