/// Collects lines of Swift source, indented by four spaces.
struct SwiftWriter {
    /// The maximum length of a line that can be broken.
    private static let width = 120

    private(set) var text = ""
    private var indentation = 0
    /// Whether the next declaration needs no blank line before it.
    private var isFirst = true

    mutating func line(_ text: String) {
        self.text += String(repeating: " ", count: indentation) + text + "\n"
        isFirst = false
    }

    /// The number of characters that fit on a line.
    var remainingWidth: Int { max(Self.width - indentation, 40) }

    func isTooLong(_ line: String) -> Bool { indentation + line.count > Self.width }

    mutating func indented(_ body: (inout SwiftWriter) -> Void) {
        indentation += 4
        body(&self)
        indentation -= 4
    }

    /// Writes a declaration or statement with a body in braces, which are on one line if it is empty.
    mutating func block(_ head: String, isEmpty: Bool = false, _ body: (inout SwiftWriter) -> Void) {
        guard !isEmpty else { return line("\(head) {}") }
        line("\(head) {")
        isFirst = true
        indented(body)
        line("}")
    }

    /// Separates a declaration from the one before it with a blank line.
    mutating func separate() {
        if !isFirst { text += "\n" }
    }

    /// Writes a documentation comment; its parts are paragraphs.
    mutating func documentation(_ paragraphs: String...) {
        var isFollowing = false
        for paragraph in paragraphs {
            let lines = SwiftText.commentLines(paragraph, width: remainingWidth - 4)
            guard !lines.isEmpty else { continue }
            if isFollowing { line("///") }
            for text in lines { line(text.isEmpty ? "///" : "/// \(text)") }
            isFollowing = true
        }
    }
}
