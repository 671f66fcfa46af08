import FlagAnalysis

/// The colour of a stream. Colour alone carries no meaning: the text is the same without it.
struct TextStyle: Sendable, Equatable {
    let isColored: Bool

    static let plain = TextStyle(isColored: false)

    func bold(_ text: String) -> String { styled(text, .bold) }
    func gutter(_ text: String) -> String { styled(text, .gutter) }
    func severity(_ severity: Severity, _ text: String) -> String { styled(text, .severity(severity)) }

    private func styled(_ text: String, _ look: Look) -> String {
        text.isEmpty ? text : opening(look) + text + closing
    }
}

/// When to use colour: `--color auto|always|never`.
enum ColorChoice: String, CaseIterable, Sendable {
    case auto
    case always
    case never

    /// Whether a stream gets colour.
    ///
    /// For `auto`, in this order: no if `NO_COLOR` is set and not empty; `FORCE_COLOR`, if it is set and not empty, unless it
    /// is `0`; no if `TERM` is `dumb`; otherwise whether the stream is a terminal.
    func isColored(isTerminal: Bool, variable: (String) -> String?) -> Bool {
        switch self {
        case .always: return true
        case .never: return false
        case .auto:
            if let value = variable("NO_COLOR"), !value.isEmpty { return false }
            if let value = variable("FORCE_COLOR"), !value.isEmpty { return value != "0" }
            return isTerminal && variable("TERM") != "dumb"
        }
    }
}

extension TextStyle {
    /// The look of a text.
    enum Look {
        case bold
        case gutter
        case severity(Severity)
    }

    /// The escape code that begins a look; empty without colour.
    func opening(_ look: Look) -> String {
        guard isColored else { return "" }
        let codes =
            switch look {
            case .bold: "1"
            case .gutter: "34"
            case .severity(.error): "1;31"
            case .severity(.warning): "1;33"
            case .severity(.note): "1;36"
            }
        return "\u{1B}[\(codes)m"
    }

    /// The escape code that ends a look; empty without colour.
    var closing: String { isColored ? "\u{1B}[0m" : "" }

    func begin(_ look: Look, in buffer: inout TextBuffer) {
        if isColored { buffer.write(opening(look)) }
    }

    func end(in buffer: inout TextBuffer) {
        if isColored { buffer.write(closing) }
    }
}
