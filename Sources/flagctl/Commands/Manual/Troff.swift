import FlagResolver

/// Writes troff. Text is escaped, so that it contains no request and no escape sequence.
struct Troff {
    private(set) var text = ""

    /// A request with its arguments, each in quotation marks.
    mutating func macro(_ name: String, _ arguments: String...) {
        text += "." + name + arguments.map { " \"\(Self.escaped($0))\"" }.joined() + "\n"
    }

    mutating func section(_ title: String) {
        macro("SH", title)
    }

    /// Text in troff syntax.
    mutating func raw(_ troff: String) {
        text += troff
    }

    mutating func paragraph(_ words: String) {
        text += ".PP\n\(Self.line(words))\n"
    }

    /// An unfilled line.
    mutating func literal(_ words: String) {
        text += ".PP\n.RS 4\n.na\n.nh\n\(Self.line(words))\n.hy\n.ad\n.RE\n"
    }

    /// A term in bold, and its description.
    mutating func item(_ term: String, _ words: String, isItalic: Bool = false) {
        text += ".TP\n\(isItalic ? "\\fI" : "\\fB")\(Self.escaped(term))\\fR\n\(Self.line(words))\n"
    }

    /// A command line, and what it does.
    mutating func example(_ line: String, _ meaning: String) {
        text += ".PP\n.nf\n.RS 4\n\(Self.line(line))\n.RE\n.fi\n.RS 8\n\(Self.line(meaning))\n.RE\n"
    }

    /// Text at the beginning of a line, where a dot or a quote would begin a request.
    private static func line(_ words: String) -> String {
        let escaped = escaped(words)
        return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&\(escaped)" : escaped
    }

    static func escaped(_ words: String) -> String {
        var result = ""
        for scalar in words.unicodeScalars {
            switch scalar {
            case "\\": result += "\\e"
            case "-": result += "\\-"
            case "'": result += "\\(aq"
            case "\"": result += "\\(dq"
            case "`": result += "\\(ga"
            case "^": result += "\\(ha"
            case "~": result += "\\(ti"
            case " "..."}": result.unicodeScalars.append(scalar)
            case "\n", "\t": result += " "
            default: result += "\\[u\(scalar.value.padded(to: 4, radix: 16, uppercase: true))]"
            }
        }
        return result
    }
}
