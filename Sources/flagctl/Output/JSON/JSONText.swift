import FlagResolver

/// JSON as text, for use in other formats.
enum JSONText {
    /// A JSON string, which is also a YAML string.
    static func quoted(_ text: String) -> String {
        var writer = JSONWriter()
        writer.write(text)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
