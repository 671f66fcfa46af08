import FlagResolver

/// Reads words, symbols and JSON values from one line.
struct PolicyScanner {
    private let bytes: [UInt8]
    /// The end of the line, or the start of its comment.
    let end: Int
    private(set) var offset: Int

    init(_ bytes: [UInt8], in line: Range<Int>) {
        self.bytes = bytes
        offset = line.lowerBound
        end = line.upperBound
        skipBlanks()
    }

    var isAtEnd: Bool { offset >= end }

    mutating func skipBlanks() {
        while offset < end, Self.isBlank(bytes[offset]) { offset += 1 }
    }

    /// Skips a symbol if it comes next, and the spaces after it.
    mutating func skip(_ symbol: StaticString) -> Bool {
        guard isNext(symbol) else { return false }
        offset += symbol.utf8CodeUnitCount
        skipBlanks()
        return true
    }

    /// Skips a whole word if it comes next, and the spaces after it.
    mutating func skip(word: String) -> Bool {
        guard peekWord() == word else { return false }
        offset += word.utf8.count
        skipBlanks()
        return true
    }

    func isNext(_ symbol: StaticString) -> Bool {
        let count = symbol.utf8CodeUnitCount
        guard offset + count <= end else { return false }
        return String(describing: symbol).utf8.elementsEqual(bytes[offset..<(offset + count)])
    }

    /// The word that comes next; empty if there is none.
    func peekWord() -> String {
        text(offset..<wordEnd(from: offset))
    }

    /// Reads the word that comes next, and skips the spaces after it; `nil` if there is none.
    mutating func word() -> (text: String, span: Range<Int>)? {
        let span = offset..<wordEnd(from: offset)
        guard !span.isEmpty else { return nil }
        offset = span.upperBound
        skipBlanks()
        return (text(span), span)
    }

    /// Reads the word that comes next with the asterisks in it, and skips the spaces after it; `nil` if there is none.
    mutating func pattern() -> (text: String, span: Range<Int>)? {
        var end = offset
        while end < self.end, bytes[end] == UInt8(ascii: "*") || isWord(at: end) { end += 1 }
        guard end > offset else { return nil }
        let span = offset..<end
        move(to: end)
        return (text(span), span)
    }

    /// Reads everything up to a byte, and skips the byte; `nil` if the line does not contain it.
    mutating func text(upTo byte: UInt8) -> Range<Int>? {
        guard let index = bytes[offset..<end].firstIndex(of: byte) else { return nil }
        let range = offset..<index
        offset = index + 1
        skipBlanks()
        return range
    }

    /// Reads everything up to a colon outside strings and parentheses, and skips the colon; `nil` if there is none.
    mutating func textUpToColon() -> Range<Int>? {
        var depth = 0
        var index = offset
        while index < end {
            switch bytes[index] {
            case UInt8(ascii: "\""): index = endOfString(from: index) - 1
            case UInt8(ascii: "("): depth += 1
            case UInt8(ascii: ")"): depth -= 1
            case UInt8(ascii: ":") where depth <= 0:
                let range = offset..<index
                offset = index + 1
                skipBlanks()
                return range
            default: break
            }
            index += 1
        }
        return nil
    }

    /// The first occurrence of a word in a range, outside strings; `nil` if there is none.
    func word(_ word: String, in range: Range<Int>) -> Range<Int>? {
        var index = range.lowerBound
        while index < range.upperBound {
            if bytes[index] == UInt8(ascii: "\"") {
                index = endOfString(from: index)
                continue
            }
            let found = index..<min(wordEnd(from: index), range.upperBound)
            if text(found) == word { return found }
            index = max(index + 1, found.upperBound)
        }
        return nil
    }

    /// A scanner of a part of the line.
    func part(_ range: Range<Int>) -> PolicyScanner { PolicyScanner(bytes, in: range) }

    /// The end of a string that begins at a quotation mark, or of the line.
    private func endOfString(from start: Int) -> Int {
        var index = start + 1
        while index < end, bytes[index] != UInt8(ascii: "\"") { index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1 }
        return min(end, index + 1)
    }

    /// Reads a string with its quotation marks, and skips the spaces after it; `nil` if none comes next.
    mutating func string() throws(PolicySyntaxError) -> Expression.Literal? {
        guard isNext("\"") else { return nil }
        return try literal(offset..<endOfString(from: offset))
    }

    /// Reads a JSON scalar, and skips the spaces after it.
    mutating func value() throws(PolicySyntaxError) -> Expression.Literal {
        if let string = try string() { return string }
        if isNext("[") || isNext("{") { throw error(.container, offset..<(offset + 1)) }
        var index = offset
        while index < end, Self.isPartOfNumber(bytes[index]) || isWord(at: index) { index += 1 }
        let span = offset..<index
        guard let first = bytes[span].first else { throw error(.expectedValue) }
        let word = text(span)
        let isNumber = first == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first)
        guard isNumber || word == "true" || word == "false" || word == "null" else {
            throw error(.bareWord(word), span)
        }
        return try literal(span)
    }

    /// Moves to a later offset.
    mutating func move(to newOffset: Int) {
        offset = newOffset
        skipBlanks()
    }

    func byte(at offset: Int) -> UInt8 { bytes[offset] }

    /// An error at the next word or symbol.
    func error(_ kind: PolicySyntaxError.Kind) -> PolicySyntaxError {
        var index = wordEnd(from: offset)
        if index == offset, offset < end {
            while index < end, !Self.isBlank(bytes[index]), !isWord(at: index) { index += 1 }
        }
        return error(kind, offset..<index)
    }

    func error(_ kind: PolicySyntaxError.Kind, _ span: Range<Int>) -> PolicySyntaxError {
        PolicySyntaxError(kind: kind, span: span, found: text(span))
    }

    func text(_ range: Range<Int>) -> String {
        String(decoding: bytes[range], as: UTF8.self)
    }

    private mutating func literal(_ span: Range<Int>) throws(PolicySyntaxError) -> Expression.Literal {
        do throws(JSONSyntaxError) {
            let tree = try JSONTree(parsing: Array(bytes[span]))
            offset = span.upperBound
            skipBlanks()
            return Expression.Literal(tree: tree, span: span)
        } catch {
            // A text such as `2.0.0`: the quotation marks are missing.
            if Self.looksLikeVersion(bytes[span]) { throw self.error(.bareWord(text(span)), span) }
            let start = min(span.upperBound, span.lowerBound + error.span.lowerBound)
            let problem = start..<max(start, min(span.upperBound, span.lowerBound + error.span.upperBound))
            throw self.error(.badValue(message: error.message, help: error.help), problem)
        }
    }

    private func wordEnd(from start: Int) -> Int {
        var index = start
        while index < end, isWord(at: index) { index += 1 }
        return index
    }

    /// Letters, digits, `.`, `_`, `-`, `$` and all non-ASCII bytes. The hyphen of `->` does not belong to a word.
    private func isWord(at index: Int) -> Bool {
        switch bytes[index] {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
            true
        case UInt8(ascii: "-"): !(index + 1 < end && bytes[index + 1] == UInt8(ascii: ">"))
        default: false
        }
    }

    private static func looksLikeVersion(_ token: ArraySlice<UInt8>) -> Bool {
        let dots = token.reduce(0) { $0 + ($1 == UInt8(ascii: ".") ? 1 : 0) }
        return token.first != UInt8(ascii: "\"") && dots > 1
    }

    private static func isPartOfNumber(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "+") }

    static func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
    }
}
