/// Colour for one stream. Nothing is said by colour alone: without it the text is the same.
struct TextStyle: Sendable, Equatable {
    let isColored: Bool

    static let plain = TextStyle(isColored: false)

    func bold(_ text: String) -> String { styled(text, "1") }
    func dim(_ text: String) -> String { styled(text, "2") }
    func good(_ text: String) -> String { styled(text, "1;32") }
    func gutter(_ text: String) -> String { styled(text, "34") }

    func severity(_ severity: Diagnostic.Severity, _ text: String) -> String {
        switch severity {
        case .error: styled(text, "1;31")
        case .warning: styled(text, "1;33")
        case .note: styled(text, "1;36")
        }
    }

    private func styled(_ text: String, _ codes: String) -> String {
        isColored && !text.isEmpty ? "\u{1B}[\(codes)m\(text)\u{1B}[0m" : text
    }
}

/// When to use colour: `--color auto|always|never`.
enum ColorChoice: String, CaseIterable, Sendable {
    case auto
    case always
    case never

    /// Whether a stream is to be coloured.
    ///
    /// For `auto`, in this order: `NO_COLOR` (set and not empty) says no, `FORCE_COLOR` (set, not empty, not `0`) says
    /// yes, `TERM=dumb` says no; then it is the terminal's presence that decides.
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
