extension TextStyle {
    /// How a stretch of text looks.
    enum Look {
        case bold
        case gutter
        case severity(Diagnostic.Severity)
    }

    /// Writes what makes the text that follows look so; nothing without colour.
    func begin(_ look: Look, in buffer: inout TextBuffer) {
        guard isColored else { return }
        buffer.write("\u{1B}[")
        switch look {
        case .bold: buffer.write("1")
        case .gutter: buffer.write("34")
        case .severity(.error): buffer.write("1;31")
        case .severity(.warning): buffer.write("1;33")
        case .severity(.note): buffer.write("1;36")
        }
        buffer.write("m")
    }

    /// Writes what makes the text that follows look as usual.
    func end(in buffer: inout TextBuffer) {
        if isColored { buffer.write("\u{1B}[0m") }
    }
}
