import FlagResolver

/// Text in YAML, for TAP and for workflows of GitHub.
enum YAMLText {
    /// A scalar in quotation marks, of printable characters in one line. Each JSON string is one.
    static func quoted(_ text: String) -> String { PlainText.escaped(JSONText.quoted(text)) }

    /// A pattern for `paths` of a workflow that matches exactly one path.
    static func quoted(path: String) -> String {
        quoted(
            path.unicodeScalars.reduce(into: "") { text, scalar in
                if "*?+[]!\\".unicodeScalars.contains(scalar) { text.append("\\") }
                text.unicodeScalars.append(scalar)
            })
    }

    /// A word of bash in a script of a workflow, which is one line without an expression such as `${{ … }}`.
    static func word(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: PlainText.isUnprintable) else {
            let parts = ShellQuoting.quoted(text).parts(separatedBy: "$")
            // Two quoted words side by side are one.
            return parts.dropFirst().reduce(String(parts.first ?? "")) { word, part in
                word + (part.starts(withBytesOf: "{{") ? "$''" : "$") + part
            }
        }
        let bytes = text.utf8.map { byte in
            byte.isNameCharacter ? String(Unicode.Scalar(byte)) : "\\x" + byte.padded(to: 2, radix: 16)
        }
        return "$'\(bytes.joined())'"
    }
}
