/// The string literals of Swift source, found by plain recursion: without regular expressions between slashes.
public struct PlainSwift {
    public struct Literal: Equatable {
        public let start: Int
        public var end: Int
        public var isInterpolated = false

        public init(start: Int, end: Int, isInterpolated: Bool) {
            self.start = start
            self.end = end
            self.isInterpolated = isInterpolated
        }
    }

    /// In the order of their first bytes.
    public private(set) var literals: [Literal] = []
    private let text: [UInt8]

    public init(_ text: [UInt8]) {
        self.text = text
        var start = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        if text[start...].starts(with: "#!".utf8) { start = endOfLine(start) }
        while start < text.count { start = code(from: start, isInterpolated: false, endsAtLine: false).end }
    }

    private func byte(_ offset: Int) -> Character {
        offset < text.count ? Character(Unicode.Scalar(text[offset])) : "\0"
    }

    private func endOfLine(_ start: Int) -> Int {
        text[start...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? text.count
    }

    private func isLineBreak(_ offset: Int) -> Bool {
        offset < text.count && (text[offset] == 0x0A || text[offset] == 0x0D)
    }

    private func hashes(at offset: Int) -> Int { text[min(offset, text.count)...].prefix { $0 == 0x23 }.count }

    /// Reads code up to the parenthesis that closes an interpolation, or to the end of what it can extend to.
    private mutating func code(from start: Int, isInterpolated: Bool, endsAtLine: Bool) -> (end: Int, isClosed: Bool) {
        var offset = start
        var depth = 0
        while offset < text.count {
            if endsAtLine, isLineBreak(offset) { return (offset, false) }
            switch (byte(offset), byte(offset + 1)) {
            case ("/", "/"): offset = endOfLine(offset)
            case ("/", "*"): offset = endOfComment(offset)
            case ("`", _):
                let end = text[(offset + 1)...].firstIndex { $0 == 0x60 || $0 == 0x0A || $0 == 0x0D } ?? text.count
                offset = end < text.count && text[end] == 0x60 ? end + 1 : end
            case ("\"", _): offset = literal(from: offset, quote: offset, hashes: 0)
            case ("#", _):
                let count = hashes(at: offset)
                switch byte(offset + count) {
                case "\"": offset = literal(from: offset, quote: offset + count, hashes: count)
                case "/": offset = endOfRegex(offset + count + 1, hashes: count)
                default: offset += 1
                }
            case ("(", _):
                depth += 1
                offset += 1
            case (")", _):
                offset += 1
                if isInterpolated, depth == 0 { return (offset, true) }
                depth -= 1
            default: offset += 1
            }
        }
        return (text.count, false)
    }

    private func endOfComment(_ start: Int) -> Int {
        var offset = start
        var depth = 0
        while offset < text.count {
            if byte(offset) == "/", byte(offset + 1) == "*" {
                depth += 1
                offset += 2
            } else if byte(offset) == "*", byte(offset + 1) == "/" {
                depth -= 1
                offset += 2
                if depth == 0 { return offset }
            } else {
                offset += 1
            }
        }
        return text.count
    }

    private func endOfRegex(_ start: Int, hashes count: Int) -> Int {
        var offset = start
        while byte(offset) == " " || byte(offset) == "\t" { offset += 1 }
        let hasLines = isLineBreak(offset)
        offset = start
        while offset < text.count {
            if byte(offset) == "/", hashes(at: offset + 1) >= count { return offset + 1 + count }
            if !hasLines, isLineBreak(offset) { return offset }
            offset += byte(offset) == "\\" && !isLineBreak(offset + 1) ? 2 : 1
        }
        return text.count
    }

    /// Reads a literal from its quotation mark on, and returns its end.
    private mutating func literal(from start: Int, quote: Int, hashes count: Int) -> Int {
        let number = literals.count
        literals.append(Literal(start: start, end: start, isInterpolated: false))
        var isTriple = byte(quote + 1) == "\"" && byte(quote + 2) == "\""
        if isTriple, count > 0 {
            let line = text[min(quote + 2, text.count)..<endOfLine(min(quote + 2, text.count))]
            if line.indices.contains(where: { text[$0] == 0x22 && hashes(at: $0 + 1) >= count }) { isTriple = false }
        }
        let mark = Array(repeating: UInt8(ascii: "\""), count: isTriple ? 3 : 1) + Array(repeating: 0x23, count: count)
        var offset = quote + (isTriple ? 3 : 1)
        var isEnded = false
        while offset < text.count, !isEnded {
            if text[offset...].starts(with: mark) {
                offset += mark.count
                isEnded = true
            } else if !isTriple, isLineBreak(offset) {
                isEnded = true
            } else if byte(offset) == "\\", hashes(at: offset + 1) >= count {
                offset += 1 + count
                if byte(offset) == "(" {
                    literals[number].isInterpolated = true
                    let inner = code(from: offset + 1, isInterpolated: true, endsAtLine: !isTriple)
                    offset = inner.end
                    isEnded = !inner.isClosed
                } else if !isLineBreak(offset) {
                    offset += 1
                }
            } else {
                offset += 1
            }
        }
        literals[number].end = min(offset, text.count)
        return literals[number].end
    }
}
