import FlagAnalysis
import FuzzSupport

/// 1. The JSON is the same: numbers as they were written, members in any order.
/// 2. Lines end with LF and have no blanks at their ends, and no two blank lines follow each other.
/// 3. Formatting the formatted text changes nothing.
func claimFormat(_ original: EditableText) {
    guard let formatted = try? FormattedDocument(original.document) else { finding("fmt fails") }
    claim(formatted.isUnchanged == (formatted.bytes == original.bytes), "fmt: isUnchanged is \(formatted.isUnchanged)")
    guard let edited = EditableText(formatted.bytes) else { finding("fmt: the text is refused") }
    _ = original.settings(and: edited, "fmt")
    claim(original.plain.root.isSpelled(like: edited.plain.root), "fmt: the JSON is another: \(edited.text)")

    let lines = edited.bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    claim(lines.count > 1 && lines.last?.isEmpty == true, "fmt: the last line does not end")
    for line in lines {
        claim(!line.contains(0x0D) && !line.contains(0x09), "fmt: CR or tab in \(edited.text)")
        claim(line.last != UInt8(ascii: " "), "fmt: blanks at the end of a line in \(edited.text)")
    }
    for (one, other) in zip(lines, lines.dropFirst()).dropLast() {
        claim(!one.isEmpty || !other.isEmpty, "fmt: two blank lines in \(edited.text)")
    }
    guard let again = try? FormattedDocument(edited.document) else { finding("fmt: formatting again fails") }
    claim(again.isUnchanged, "fmt: formatting again changes \(edited.text)")
}
