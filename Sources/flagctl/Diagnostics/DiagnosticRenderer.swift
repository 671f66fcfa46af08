import FlagResolver

/// Writes diagnostics as text: a greppable first line, the source line with a caret, notes, and what to do.
struct DiagnosticRenderer {
    let style: TextStyle
    /// How many columns an excerpt may take.
    let width: Int

    func write(_ diagnostic: Diagnostic, to buffer: inout TextBuffer) {
        writeFirstLine(diagnostic, to: &buffer)
        var gutter = 2
        if case .place(let place) = diagnostic.subject {
            gutter = writeExcerpt(of: place, severity: diagnostic.severity, to: &buffer)
        }
        for related in diagnostic.related {
            writeAddition("note", "\(location(of: related.place)): \(related.message)", gutter: gutter, to: &buffer)
        }
        for note in diagnostic.notes { writeAddition("note", note, gutter: gutter, to: &buffer) }
        if let help = diagnostic.help { writeAddition("help", help, gutter: gutter, to: &buffer) }
    }

    /// Writes the line that says what was found and where.
    func writeFirstLine(_ diagnostic: Diagnostic, to buffer: inout TextBuffer) {
        switch diagnostic.subject {
        case .place(let place): buffer.write(style.bold(location(of: place)))
        case .name(let name): buffer.write(style.bold(PlainText.escaped(name)))
        }
        buffer.write(": ")
        buffer.write(style.severity(diagnostic.severity, "\(diagnostic.severity.rawValue):"))
        buffer.write(" ")
        buffer.write(style.bold(PlainText.escaped(diagnostic.message)))
        if let code = diagnostic.code {
            buffer.write(" [")
            buffer.write(code)
            buffer.write("]")
        }
        buffer.endLine()
    }

    /// `Configs/app.json:7:23`
    func location(of place: Diagnostic.Place) -> String {
        let position = place.source.location(of: place.span.lowerBound)
        return "\(PlainText.escaped(place.source.name)):\(position.line):\(position.column)"
    }

    private func writeExcerpt(
        of place: Diagnostic.Place, severity: Diagnostic.Severity, to buffer: inout TextBuffer
    ) -> Int {
        let number = String(place.source.location(of: place.span.lowerBound).line)
        let gutter = max(2, number.count)
        let line = place.source.line(at: place.span.lowerBound)
        let start = place.source.bytes.startIndex
        let excerpt = SourceExcerpt(
            of: line, around: (start + place.span.lowerBound)..<(start + place.span.upperBound),
            width: max(40, width - gutter - 3))
        let bar = style.gutter(String(repeating: " ", count: gutter) + " |")
        buffer.write(bar)
        buffer.endLine()
        buffer.write(style.gutter(String(repeating: " ", count: gutter - number.count) + number + " |"))
        if !excerpt.line.isEmpty {
            buffer.write(" ")
            buffer.write(excerpt.line)
        }
        buffer.endLine()
        buffer.write(bar)
        buffer.write(" ")
        buffer.write(excerpt.indentation)
        buffer.write(style.severity(severity, excerpt.carets))
        buffer.endLine()
        return gutter
    }

    private func writeAddition(_ kind: String, _ text: String, gutter: Int, to buffer: inout TextBuffer) {
        buffer.write(String(repeating: " ", count: gutter + 1))
        buffer.write(style.gutter("="))
        buffer.write(" ")
        buffer.write(style.bold("\(kind):"))
        buffer.write(" ")
        buffer.write(PlainText.escaped(text))
        buffer.endLine()
    }
}
