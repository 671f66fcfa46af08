import FlagResolver

/// Text that GitHub Actions takes for a command when it reads the log of a step: `::` at the beginning of a line, after
/// blanks, and `##[` anywhere in it. Azure Pipelines and TeamCity have a word before the bracket.
///
/// Without an escape, the name of a file could stop the annotations of a run, or set an output of the step.
enum LogCommands {
    private static let colon = UInt8(ascii: ":")
    private static let hash = UInt8(ascii: "#")
    private static let lineEnd = UInt8(ascii: "\n")

    /// Escapes the first character of each command, as in JSON: `\u003a:`, `\u0023#[`. Everything else stays.
    ///
    /// - Parameters:
    ///   - start: The offset from which text is escaped.
    ///   - startsLine: Whether a line begins there.
    static func escape(_ bytes: inout [UInt8], from start: Int = 0, startsLine: Bool = true) {
        let found = positions(in: bytes[start...], startsLine: startsLine)
        guard !found.isEmpty else { return }
        var result = Array(bytes[..<start])
        var next = start
        for position in found {
            result += bytes[next..<position]
            result += bytes[position] == colon ? "\\u003a".utf8 : "\\u0023".utf8
            next = position + 1
        }
        bytes = result + bytes[next...]
    }

    /// The positions of the characters to escape, in order.
    private static func positions(in bytes: ArraySlice<UInt8>, startsLine: Bool) -> [Int] {
        var found: [Int] = []
        var isAtStart = startsLine
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let byte = bytes[index]
            if byte == hash, beginsBracket(bytes[index...]) {
                found.append(index)
            } else if isAtStart, byte == colon, bytes[index...].dropFirst().first == colon {
                found.append(index)
            }
            isAtStart = byte == lineEnd || isAtStart && isBlank(byte)
            index += 1
        }
        return found
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

    /// Whether text begins like `##[` or `##vso[`.
    private static func beginsBracket(_ bytes: ArraySlice<UInt8>) -> Bool {
        let rest = bytes.dropFirst()
        guard rest.first == hash else { return false }
        return rest.dropFirst().drop { $0.isLetter }.first == UInt8(ascii: "[")
    }
}

extension TextBuffer {
    /// Writes text that may contain names and values of others, without a ``LogCommands``.
    mutating func writeForLogs(_ write: (inout TextBuffer) -> Void) {
        beginText()
        write(&self)
        endText()
    }
}
