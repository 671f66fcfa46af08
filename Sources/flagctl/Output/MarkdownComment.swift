/// Markdown for comments and job summaries on GitHub, where a comment has at most 65,536 characters.
///
/// 1. Text that fits is written as it is.
/// 2. Of longer text, the rows of least importance are left out, the last ones first. What frames the rows stays.
/// 3. A paragraph at the end says how many rows are left out, and which command shows all of them.
struct MarkdownComment {
    /// No character takes less than one byte.
    static let maximumByteCount = 65_536
    /// Enough for the paragraph at the end.
    private static let byteCountOfRemark = 512

    /// What is kept before what.
    enum Importance: Int, CaseIterable {
        /// Headings, and conclusions about all rows.
        case frame
        case row
        /// Rows about what does not count.
        case detail
    }

    private struct Part {
        let range: Range<Int>
        let importance: Importance
    }

    private var text = TextBuffer()
    private var parts: [Part] = []
    /// The number of bytes of the parts of each importance.
    private var byteCounts = [Int](repeating: 0, count: Importance.allCases.count)
    private var omittedCount = 0

    /// Writes Markdown that a closure adds part by part.
    ///
    /// - Parameter listing: The command that shows everything.
    static func write(listing: String, to buffer: inout TextBuffer, _ add: (inout MarkdownComment) -> Void) {
        var comment = MarkdownComment()
        add(&comment)
        comment.write(listing: listing, to: &buffer)
    }

    /// Adds a part, such as a row with its line end.
    mutating func add(_ importance: Importance = .frame, _ write: (inout TextBuffer) -> Void) {
        let start = text.count
        write(&text)
        // If those before it fill the comment, it cannot be kept.
        let before = byteCounts[...importance.rawValue].reduce(0, +)
        guard importance == .frame || before <= Self.maximumByteCount else {
            text.cut(to: start)
            omittedCount += 1
            return
        }
        parts.append(Part(range: start..<text.count, importance: importance))
        byteCounts[importance.rawValue] += text.count - start
    }

    private func write(listing: String, to buffer: inout TextBuffer) {
        guard omittedCount > 0 || text.count > Self.maximumByteCount else { return buffer.write(bytes: text.bytes) }
        let kept = keptParts
        for (part, isKept) in zip(parts, kept) where isKept { buffer.write(bytes: text.bytes[part.range]) }
        let count = omittedCount + kept.count { !$0 }
        buffer.write(
            "\n**Not shown here: \(Count.of(grouped: count, "row"))**, because a comment has at most 65,536 characters. "
        )
        buffer.write("All of them: `\(listing)`\n")
    }

    /// Which parts fit: those of the greatest importance, from the first on.
    private var keptParts: [Bool] {
        var room = Self.maximumByteCount - Self.byteCountOfRemark
        var kept = parts.map { _ in false }
        for importance in Importance.allCases {
            for (index, part) in parts.enumerated() where part.importance == importance {
                guard part.range.count <= room else { return kept }
                room -= part.range.count
                kept[index] = true
            }
        }
        return kept
    }
}
