import FlagAnalysis
import FlagResolver

/// Writes diagnostics as text: a greppable first line, the source line with carets, notes, and help.
///
/// It writes directly into the buffer, so that a report with tens of thousands of findings needs no strings for them. The
/// parts of a diagnostic share a ``DiagnosticFrame``, which the next diagnostic can reuse.
struct DiagnosticRenderer {
    let style: TextStyle
    /// The maximum width of an excerpt, in columns.
    let width: Int
    /// The width to which messages are wrapped; `nil` if each is one line, for programs that read them.
    var wrappingWidth: Int?

    /// The frame for short line numbers.
    var frame: DiagnosticFrame { DiagnosticFrame(style, gutter: Self.minimumGutter) }

    private static let minimumGutter = 2

    /// Writes a diagnostic with its excerpt, related locations, notes and help.
    func write(_ diagnostic: Diagnostic, to buffer: inout TextBuffer) {
        var frame = frame
        write(diagnostic, &frame, to: &buffer)
    }

    /// The same for many diagnostics.
    ///
    /// - Parameter frame: The frame of the previous diagnostic, which usually fits the next one.
    func write(_ diagnostic: Diagnostic, _ frame: inout DiagnosticFrame, to buffer: inout TextBuffer) {
        switch diagnostic.subject {
        case .location(let location):
            write(location, diagnostic.severity, code: diagnostic.code, &frame, to: &buffer) {
                $0.write(string: diagnostic.message)
            }
        case .name: writeFirstLine(diagnostic, to: &buffer)
        }
        for related in diagnostic.related {
            write(related.location, frame, to: &buffer) { $0.write(string: related.message) }
        }
        for note in diagnostic.notes { write(.note, frame, to: &buffer) { $0.write(string: note) } }
        if let help = diagnostic.help { write(.help, frame, to: &buffer) { $0.write(string: help) } }
    }

    /// Writes the first line: location, severity, message and code.
    func writeFirstLine(_ diagnostic: Diagnostic, to buffer: inout TextBuffer) {
        switch diagnostic.subject {
        case .location(let location): write(location.start, of: location.source, to: &buffer)
        case .name(let name): buffer.write(style.bold(PlainText.escaped(name)))
        }
        write(diagnostic.severity, code: diagnostic.code, frame, to: &buffer) { $0.write(string: diagnostic.message) }
    }

    /// Writes the first line and the excerpt of a diagnostic in parts.
    ///
    /// - Parameters:
    ///   - frame: The frame of the previous diagnostic; becomes the frame of this one.
    ///   - message: Appends the message, which is escaped afterwards.
    func write(
        _ location: Diagnostic.Location, _ severity: Severity, code: String?, _ frame: inout DiagnosticFrame,
        to buffer: inout TextBuffer, _ message: (inout [UInt8]) -> Void
    ) {
        let position = location.start
        let digits = Self.digitCount(of: position.line)
        let gutter = max(Self.minimumGutter, digits)
        if frame.gutter != gutter { frame = DiagnosticFrame(style, gutter: gutter) }
        write(position, of: location.source, to: &buffer)
        write(severity, code: code, frame, to: &buffer, message)

        buffer.write(bytes: frame.above)
        buffer.write(byte: UInt8(ascii: " "), count: gutter - digits)
        buffer.write(position.line)
        writeExcerpt(of: location, line: position.line, severity, frame, to: &buffer)
    }

    /// Writes a related location.
    func write(
        _ location: Diagnostic.Location, _ frame: DiagnosticFrame, to buffer: inout TextBuffer,
        _ message: (inout [UInt8]) -> Void
    ) {
        let start = buffer.count
        buffer.write(bytes: frame.start(.note))
        let text = buffer.count
        writePlain(location.start, of: location.source, to: &buffer)
        buffer.write(literal: ": ")
        buffer.writeEscaped(message)
        wrap(from: start, text: text, to: &buffer)
        buffer.endLine()
    }

    /// Writes a line below the excerpt.
    func write(
        _ addition: DiagnosticFrame.Addition, _ frame: DiagnosticFrame, to buffer: inout TextBuffer,
        _ text: (inout [UInt8]) -> Void
    ) {
        let start = buffer.count
        buffer.write(bytes: frame.start(addition))
        let textStart = buffer.count
        buffer.writeEscaped(text)
        wrap(from: start, text: textStart, to: &buffer)
        buffer.endLine()
    }

    /// `: error: … [code]`
    private func write(
        _ severity: Severity, code: String?, _ frame: DiagnosticFrame, to buffer: inout TextBuffer,
        _ message: (inout [UInt8]) -> Void
    ) {
        buffer.write(bytes: frame.head(severity))
        let start = buffer.count
        style.begin(.bold, in: &buffer)
        let words = buffer.count
        buffer.writeEscaped(message)
        // No escape codes around an empty text.
        if buffer.count == words { buffer.cut(to: start) } else { style.end(in: &buffer) }
        if let code {
            buffer.write(literal: " [")
            buffer.write(code)
            buffer.write(literal: "]")
        }
        if wrappingWidth != nil {
            let lineStart = buffer.bytes.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
            wrap(from: lineStart, text: start, indentation: Self.hangingIndentation, to: &buffer)
        }
        buffer.endLine()
    }

    /// The indentation of a message's further lines.
    private static let hangingIndentation = 4

    /// Wraps the last line of the buffer on a terminal.
    ///
    /// - Parameters:
    ///   - start: The offset of the line.
    ///   - text: The offset of the part that may be divided.
    ///   - indentation: The indentation of further lines; `nil` for that of the text.
    private func wrap(from start: Int, text: Int, indentation: Int? = nil, to buffer: inout TextBuffer) {
        guard let wrappingWidth else { return }
        WrappedText.wrap(
            lineFrom: start, text: text, width: wrappingWidth, indentation: indentation, in: &buffer)
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
        buffer.write(position.line)
        buffer.write(byte: UInt8(ascii: ":"))
        buffer.write(position.column)
    }

    /// `Configs/app.json:7:23`
    func location(of location: Diagnostic.Location) -> String {
        var buffer = TextBuffer()
        writePlain(location.start, of: location.source, to: &buffer)
        return buffer.text
    }

    /// Writes the source line after its number, and the carets below it.
    private func writeExcerpt(
        of location: Diagnostic.Location, line: Int, _ severity: Severity, _ frame: DiagnosticFrame,
        to buffer: inout TextBuffer
    ) {
        let start = location.source.bytes.startIndex
        let excerpt = SourceExcerpt(
            of: location.source.line(line),
            around: (start + location.span.lowerBound)..<(start + location.span.upperBound),
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
    /// The first line without its line end: `a.json:7:23: error: … [code]`
    var firstLine: String {
        var buffer = TextBuffer()
        Display.plain.renderer.writeFirstLine(self, to: &buffer)
        buffer.cut(to: buffer.count - 1)
        return buffer.text
    }
}
