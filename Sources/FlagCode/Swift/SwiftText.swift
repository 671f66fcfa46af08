/// Text of a document in Swift source, where it can end neither a literal nor a comment.
enum SwiftText {
    /// A string literal. Characters that are invisible or change the direction of text are escaped.
    static func literal(_ text: String) -> String {
        "\"\(text.unicodeScalars.map(escaped).joined())\""
    }

    /// The content of a string literal in lines of at most a width, which end after a blank if possible.
    static func literalLines(_ text: String, width: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        /// What follows the last blank of the line.
        var word = ""
        // Combining characters are counted here, so that lines may be too short, but not too long.
        for scalar in text.unicodeScalars {
            let part = escaped(scalar)
            if line.unicodeScalars.count + word.unicodeScalars.count + part.unicodeScalars.count > width {
                if line.isEmpty { swap(&line, &word) }
                lines.append(line)
                line = ""
            }
            word += part
            if scalar == " " {
                line += word
                word = ""
            }
        }
        return lines + [line + word]
    }

    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\"": return "\\\""
        case "\\": return "\\\\"
        case "\n": return "\\n"
        case "\r": return "\\r"
        case "\t": return "\\t"
        default:
            var result = ""
            append(scalar, to: &result)
            return result
        }
    }

    /// The lines of a text for a comment, each at most a width long unless a word is longer.
    ///
    /// Lines of the text stay lines; blanks at the start and the end of a line are removed.
    static func commentLines(_ text: String, width: Int) -> [String] {
        var lines: [String] = []
        for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            var current = ""
            for word in line.split(whereSeparator: { $0 == " " || $0 == "\t" }) {
                let word = comment(String(word))
                if !current.isEmpty, current.count + 1 + word.count > width {
                    lines.append(current)
                    current = ""
                }
                current += current.isEmpty ? word : " \(word)"
            }
            lines.append(current)
        }
        while lines.last?.isEmpty == true { lines.removeLast() }
        return Array(lines.drop { $0.isEmpty })
    }

    /// A text on one line of a comment.
    static func comment(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars { append(scalar, to: &result) }
        return result
    }

    private static func append(_ scalar: Unicode.Scalar, to result: inout String) {
        if isInvisible(scalar) {
            result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        } else {
            result.unicodeScalars.append(scalar)
        }
    }

    /// Whether a character is invisible in source, or changes the order in which text is shown.
    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return scalar.value < 0x20 || scalar.value == 0x7F }
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: return true
        default: return scalar.properties.isDefaultIgnorableCodePoint
        }
    }
}
