import FlagAnalysis

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
