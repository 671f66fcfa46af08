/// Text in an HTML page.
enum HTMLText {
    /// Writes text with markup escaped, for content and for quoted attributes.
    static func write(_ bytes: some Collection<UInt8>, to buffer: inout TextBuffer) {
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "&"): buffer.write("&amp;")
            case UInt8(ascii: "<"): buffer.write("&lt;")
            case UInt8(ascii: ">"): buffer.write("&gt;")
            case UInt8(ascii: "\""): buffer.write("&quot;")
            case UInt8(ascii: "'"): buffer.write("&#39;")
            default: buffer.write(byte: byte)
            }
        }
    }

    static func write(_ text: String, to buffer: inout TextBuffer) {
        write(text.utf8, to: &buffer)
    }
}
