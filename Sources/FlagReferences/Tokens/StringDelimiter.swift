import FlagResolver

/// How a string literal begins and ends.
struct StringDelimiter {
    let hashCount: Int
    let isMultiline: Bool

    var quoteCount: Int { isMultiline ? 3 : 1 }

    /// The delimiter of a literal.
    ///
    /// - Parameters:
    ///   - position: The offset of the first quotation mark.
    ///   - line: What is known about the line of an earlier literal.
    init(opening input: RawSpan, at position: Int, hashCount: Int, _ line: inout ClosingDelimiters) {
        self.hashCount = hashCount
        isMultiline =
            Self.isTripleQuote(input, at: position)
            // `#"""#` is one quotation mark, and not the beginning of a literal of several lines.
            && !(hashCount > 0 && line.containClosing(input, from: position + 2, hashCount: hashCount))
    }

    /// Whether the literal ends with the quotation marks at an offset.
    func isClosing(_ input: RawSpan, at position: Int) -> Bool {
        guard input.byte(at: position) == UInt8(ascii: "\""), !isMultiline || Self.isTripleQuote(input, at: position)
        else { return false }
        return Self.hasHashes(input, at: position + quoteCount, hashCount)
    }

    /// Whether a backslash begins an escape, which needs the number signs of the delimiter.
    func isEscape(_ input: RawSpan, at position: Int) -> Bool { Self.hasHashes(input, at: position + 1, hashCount) }

    private static func isTripleQuote(_ input: RawSpan, at position: Int) -> Bool {
        (0..<3).allSatisfy { input.byte(at: position + $0) == UInt8(ascii: "\"") }
    }

    private static func hasHashes(_ input: RawSpan, at position: Int, _ count: Int) -> Bool {
        var found = 0
        while found < count, input.byte(at: position + found) == UInt8(ascii: "#") { found += 1 }
        return found == count
    }
}

/// The delimiters on a line that can end literals, found once for all literals that begin on the line.
struct ClosingDelimiters {
    /// The part of the line that was searched.
    private var line = 0..<0
    /// The quotation marks that more number signs follow than all later ones, in order.
    private var found: [(offset: Int, hashCount: Int)] = []

    /// Whether a quotation mark with at least a number of number signs follows on the line of an offset.
    mutating func containClosing(_ input: RawSpan, from start: Int, hashCount: Int) -> Bool {
        if !line.contains(start) { search(input, from: start) }
        let next = found.partitionPoint { $0.offset >= start }
        return next < found.count && found[next].hashCount >= hashCount
    }

    private mutating func search(_ input: RawSpan, from start: Int) {
        found.removeAll()
        var position = start
        while position < input.byteCount, !SwiftCharacters.isLineBreak(input.byte(at: position)) {
            let offset = position
            position += 1
            guard input.byte(at: offset) == UInt8(ascii: "\"") else { continue }
            while input.byte(at: position) == UInt8(ascii: "#") { position += 1 }
            let hashCount = position - offset - 1
            while let last = found.last, last.hashCount <= hashCount { found.removeLast() }
            found.append((offset, hashCount))
        }
        line = start..<position
    }
}
