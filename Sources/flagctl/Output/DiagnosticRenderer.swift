import FlagAnalysis
import FlagResolver

/// Writes diagnostics as text: a greppable first line, the source line with a caret, notes, and what to do.
///
/// It is written in parts, straight into the buffer, so that a report with tens of thousands of findings needs no text
/// of its own for each of them. The parts of one diagnostic share a ``DiagnosticFrame``, which the next can have too.
struct DiagnosticRenderer {
    let style: TextStyle
    /// How many columns an excerpt may take.
    let width: Int

    /// The frame to begin with.
    var frame: DiagnosticFrame { DiagnosticFrame(style, gutter: Self.leastGutter) }

    private static let leastGutter = 2

    /// Writes a diagnostic: what was found and where, the line that it is in, and what else is to be said.
    func write(_ diagnostic: Diagnostic, to buffer: inout TextBuffer) {
        var frame = frame
        switch diagnostic.subject {
        case .place(let place):
            write(place, diagnostic.severity, code: diagnostic.code, &frame, to: &buffer) {
                $0.write(string: diagnostic.message)
            }
        case .name: writeFirstLine(diagnostic, to: &buffer)
        }
        for related in diagnostic.related {
            write(related.place, frame, to: &buffer) { $0.write(string: related.message) }
        }
        for note in diagnostic.notes { write(.note, frame, to: &buffer) { $0.write(string: note) } }
        if let help = diagnostic.help { write(.help, frame, to: &buffer) { $0.write(string: help) } }
    }

    /// Writes the line that says what was found and where.
    func writeFirstLine(_ diagnostic: Diagnostic, to buffer: inout TextBuffer) {
        switch diagnostic.subject {
        case .place(let place): write(place.source.location(of: place.span.lowerBound), of: place.source, to: &buffer)
        case .name(let name): buffer.write(style.bold(PlainText.escaped(name)))
        }
        write(diagnostic.severity, code: diagnostic.code, frame, to: &buffer) { $0.write(string: diagnostic.message) }
    }

    /// Writes what is said of a place, and the line that it is in.
    ///
    /// - Parameters:
    ///   - frame: Becomes that of this diagnostic, for its additions.
    ///   - message: Appends what is said; it is escaped afterwards.
    func write(
        _ place: Diagnostic.Place, _ severity: Diagnostic.Severity, code: String?, _ frame: inout DiagnosticFrame,
        to buffer: inout TextBuffer, _ message: (inout [UInt8]) -> Void
    ) {
        let position = place.source.location(of: place.span.lowerBound)
        let digits = Self.digitCount(of: position.line)
        let gutter = max(Self.leastGutter, digits)
        if frame.gutter != gutter { frame = DiagnosticFrame(style, gutter: gutter) }
        write(position, of: place.source, to: &buffer)
        write(severity, code: code, frame, to: &buffer, message)

        buffer.write(bytes: frame.above)
        buffer.write(byte: UInt8(ascii: " "), count: gutter - digits)
        buffer.write(decimal: position.line)
        writeExcerpt(of: place, line: position.line, severity, frame, to: &buffer)
    }

    /// Writes what another place has to do with it.
    func write(
        _ place: Diagnostic.Place, _ frame: DiagnosticFrame, to buffer: inout TextBuffer,
        _ message: (inout [UInt8]) -> Void
    ) {
        buffer.write(bytes: frame.start(.note))
        writePlain(place.source.location(of: place.span.lowerBound), of: place.source, to: &buffer)
        buffer.write(literal: ": ")
        buffer.writeEscaped(message)
        buffer.endLine()
    }

    /// Writes a line beneath the excerpt.
    func write(
        _ addition: DiagnosticFrame.Addition, _ frame: DiagnosticFrame, to buffer: inout TextBuffer,
        _ text: (inout [UInt8]) -> Void
    ) {
        buffer.write(bytes: frame.start(addition))
        buffer.writeEscaped(text)
        buffer.endLine()
    }

    /// `: error: … [code]`
    private func write(
        _ severity: Diagnostic.Severity, code: String?, _ frame: DiagnosticFrame, to buffer: inout TextBuffer,
        _ message: (inout [UInt8]) -> Void
    ) {
        buffer.write(bytes: frame.head(severity))
        let start = buffer.count
        style.begin(.bold, in: &buffer)
        let words = buffer.count
        buffer.writeEscaped(message)
        // What is empty looks like nothing.
        if buffer.count == words { buffer.cut(to: start) } else { style.end(in: &buffer) }
        if let code {
            buffer.write(literal: " [")
            buffer.write(code)
            buffer.write(literal: "]\n")
        } else {
            buffer.endLine()
        }
    }

    /// `Configs/app.json:7:23`
    private func write(_ position: SourceLocation, of source: SourceText, to buffer: inout TextBuffer) {
        style.begin(.bold, in: &buffer)
        writePlain(position, of: source, to: &buffer)
        style.end(in: &buffer)
    }

    private func writePlain(_ position: SourceLocation, of source: SourceText, to buffer: inout TextBuffer) {
        buffer.write(source.shownName)
        buffer.write(byte: UInt8(ascii: ":"))
        buffer.write(decimal: position.line)
        buffer.write(byte: UInt8(ascii: ":"))
        buffer.write(decimal: position.column)
    }

    /// `Configs/app.json:7:23`
    func location(of place: Diagnostic.Place) -> String {
        var buffer = TextBuffer()
        writePlain(place.source.location(of: place.span.lowerBound), of: place.source, to: &buffer)
        return buffer.text
    }

    /// Writes the source line behind its number, and the carets below it.
    private func writeExcerpt(
        of place: Diagnostic.Place, line: Int, _ severity: Diagnostic.Severity, _ frame: DiagnosticFrame,
        to buffer: inout TextBuffer
    ) {
        let start = place.source.bytes.startIndex
        let excerpt = SourceExcerpt(
            of: place.source.line(line),
            around: (start + place.span.lowerBound)..<(start + place.span.upperBound),
            width: max(40, width - frame.gutter - 3))
        if excerpt.line.isEmpty {
            buffer.write(bytes: frame.beside.dropLast())
        } else {
            buffer.write(bytes: frame.beside)
            buffer.write(bytes: excerpt.line)
        }
        buffer.write(bytes: frame.below)
        if let indentation = excerpt.indentation {
            buffer.write(bytes: indentation)
        } else {
            buffer.write(byte: UInt8(ascii: " "), count: excerpt.blankCount)
        }
        style.begin(.severity(severity), in: &buffer)
        buffer.write(byte: UInt8(ascii: "^"), count: excerpt.caretCount)
        style.end(in: &buffer)
        buffer.endLine()
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

extension Diagnostic {
    /// The line that says what was found and where, without a line end: `a.json:7:23: error: … [code]`
    var firstLine: String {
        var buffer = TextBuffer()
        DiagnosticRenderer(style: .plain, width: Session.defaultWidth).writeFirstLine(self, to: &buffer)
        buffer.cut(to: buffer.count - 1)
        return buffer.text
    }
}
