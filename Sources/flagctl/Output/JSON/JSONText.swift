import FlagResolver

/// JSON as text, for use in other formats.
enum JSONText {
    /// A JSON string.
    static func quoted(_ text: String) -> String {
        var writer = JSONWriter()
        writer.write(text)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
