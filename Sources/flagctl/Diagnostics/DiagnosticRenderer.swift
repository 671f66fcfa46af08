import FlagAnalysis
import FlagResolver

/// Writes diagnostics as text: a greppable first line, the source line with a caret, notes, and what to do.
///
/// It is written in parts, as bytes, so that a report with tens of thousands of findings needs no text of its own for
/// each of them.
struct DiagnosticRenderer {
    let style: TextStyle
    /// How many columns an excerpt may take.
    let width: Int

    /// What a line beneath an excerpt begins with.
    enum Addition {
        case note
        case help
    }

    /// Writes a diagnostic: what was found and where, the line that it is in, and what else is to be said.
    func write(_ diagnostic: Diagnostic, to buffer: inout TextBuffer) {
        let message = Array(diagnostic.message.utf8)
        var gutter = 2
        switch diagnostic.subject {
        case .place(let place):
            gutter = write(place, diagnostic.severity, message, code: diagnostic.code, to: &buffer)
        case .name: writeFirstLine(diagnostic, to: &buffer)
        }
        for related in diagnostic.related {
            write(related.place, Array(related.message.utf8), gutter: gutter, to: &buffer)
        }
        for note in diagnostic.notes { write(.note, Array(note.utf8), gutter: gutter, to: &buffer) }
        if let help = diagnostic.help { write(.help, Array(help.utf8), gutter: gutter, to: &buffer) }
    }

    /// Writes the line that says what was found and where.
    func writeFirstLine(_ diagnostic: Diagnostic, to buffer: inout TextBuffer) {
        switch diagnostic.subject {
        case .place(let place):
            style.begin(.bold, in: &buffer)
            write(place.source, place.source.location(of: place.span.lowerBound), to: &buffer)
            style.end(in: &buffer)
        case .name(let name): buffer.write(style.bold(PlainText.escaped(name)))
        }
        write(diagnostic.severity, Array(diagnostic.message.utf8), code: diagnostic.code, to: &buffer)
    }

    /// Writes what is said of a place, and the line that it is in.
    ///
    /// - Returns: How wide the numbers of lines are here, for the additions.
    func write(
        _ place: Diagnostic.Place, _ severity: Diagnostic.Severity, _ message: [UInt8], code: String?,
        to buffer: inout TextBuffer
    ) -> Int {
        let position = place.source.location(of: place.span.lowerBound)
        style.begin(.bold, in: &buffer)
        write(place.source, position, to: &buffer)
        style.end(in: &buffer)
        write(severity, message, code: code, to: &buffer)
        return writeExcerpt(of: place, at: position, severity: severity, to: &buffer)
    }

    /// Writes what another place has to do with it.
    func write(_ place: Diagnostic.Place, _ message: [UInt8], gutter: Int, to buffer: inout TextBuffer) {
        begin(.note, gutter: gutter, to: &buffer)
        write(place.source, place.source.location(of: place.span.lowerBound), to: &buffer)
        buffer.write(literal: ": ")
        buffer.write(escaped: message)
        buffer.endLine()
    }

    func write(_ addition: Addition, _ text: [UInt8], gutter: Int, to buffer: inout TextBuffer) {
        begin(addition, gutter: gutter, to: &buffer)
        buffer.write(escaped: text)
        buffer.endLine()
    }

    private func begin(_ addition: Addition, gutter: Int, to buffer: inout TextBuffer) {
        buffer.write(byte: UInt8(ascii: " "), count: gutter + 1)
        style.begin(.gutter, in: &buffer)
        buffer.write(literal: "=")
        style.end(in: &buffer)
        buffer.write(literal: " ")
        style.begin(.bold, in: &buffer)
        switch addition {
        case .note: buffer.write(literal: "note:")
        case .help: buffer.write(literal: "help:")
        }
        style.end(in: &buffer)
        buffer.write(literal: " ")
    }

    /// `: error: … [code]`
    private func write(
        _ severity: Diagnostic.Severity, _ message: [UInt8], code: String?, to buffer: inout TextBuffer
    ) {
        buffer.write(literal: ": ")
        style.begin(.severity(severity), in: &buffer)
        buffer.write(severity.rawValue)
        buffer.write(literal: ":")
        style.end(in: &buffer)
        buffer.write(literal: " ")
        if !message.isEmpty {
            style.begin(.bold, in: &buffer)
            buffer.write(escaped: message)
            style.end(in: &buffer)
        }
        if let code {
            buffer.write(literal: " [")
            buffer.write(code)
            buffer.write(literal: "]")
        }
        buffer.endLine()
    }

    /// `Configs/app.json:7:23`
    private func write(_ source: SourceText, _ position: SourceLocation, to buffer: inout TextBuffer) {
        buffer.write(source.shownName)
        buffer.write(literal: ":")
        buffer.write(decimal: position.line)
        buffer.write(literal: ":")
        buffer.write(decimal: position.column)
    }

    /// `Configs/app.json:7:23`
    func location(of place: Diagnostic.Place) -> String {
        var buffer = TextBuffer()
        write(place.source, place.source.location(of: place.span.lowerBound), to: &buffer)
        return buffer.text
    }

    private func writeExcerpt(
        of place: Diagnostic.Place, at position: SourceLocation, severity: Diagnostic.Severity,
        to buffer: inout TextBuffer
    ) -> Int {
        let gutter = max(2, Self.digitCount(of: position.line))
        let blank = UInt8(ascii: " ")
        let start = place.source.bytes.startIndex
        let excerpt = SourceExcerpt(
            of: place.source.line(position.line),
            around: (start + place.span.lowerBound)..<(start + place.span.upperBound),
            width: max(40, width - gutter - 3))

        writeBar(gutter: gutter, to: &buffer)
        buffer.endLine()
        writeBar(after: position.line, gutter: gutter, to: &buffer)
        if !excerpt.line.isEmpty {
            buffer.write(byte: blank)
            buffer.write(bytes: excerpt.line)
        }
        buffer.endLine()
        writeBar(gutter: gutter, to: &buffer)
        buffer.write(byte: blank)
        if let indentation = excerpt.indentation {
            buffer.write(bytes: indentation)
        } else {
            buffer.write(byte: blank, count: excerpt.blankCount)
        }
        style.begin(.severity(severity), in: &buffer)
        buffer.write(byte: UInt8(ascii: "^"), count: excerpt.caretCount)
        style.end(in: &buffer)
        buffer.endLine()
        return gutter
    }

    /// Writes the bar before a source line, and the line's number before the bar.
    private func writeBar(after number: Int? = nil, gutter: Int, to buffer: inout TextBuffer) {
        style.begin(.gutter, in: &buffer)
        buffer.write(byte: UInt8(ascii: " "), count: gutter - (number.map(Self.digitCount) ?? 0))
        if let number { buffer.write(decimal: number) }
        buffer.write(literal: " |")
        style.end(in: &buffer)
    }

    private static func digitCount(of number: Int) -> Int {
        var count = 1
        var rest = number / 10
        while rest > 0 {
            count += 1
            rest /= 10
        }
        return count
    }
}
