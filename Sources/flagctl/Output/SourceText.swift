import FlagResolver

/// The bytes of a document, with its name and an index of its lines.
///
/// The index is created for the first location, so that a run without reports does not need it.
final class SourceText {
    let name: String
    /// The name, safe to print.
    let shownName: String
    /// The printable name and a colon: `Configs/app.json:`
    let shownBeforeLine: [UInt8]
    /// The name for fingerprints and reports for other programs.
    private(set) lazy var canonicalName = FileReference.canonical(name)
    let bytes: ArraySlice<UInt8>
    private lazy var lines = LineTable(bytes)

    init(name: String, bytes: ArraySlice<UInt8>) {
        self.name = name
        shownName = PlainText.escaped(name)
        shownBeforeLine = Array("\(shownName):".utf8)
        self.bytes = bytes
    }

    /// The line and column of a byte, from 1. Columns count UTF-16 code units.
    ///
    /// - Parameter offset: The offset from the start of the text.
    func location(of offset: Int) -> SourceLocation {
        lines.location(at: offset)
    }

    /// The line of a byte, counted from 1.
    func line(of offset: Int) -> Int {
        lines.line(at: offset)
    }

    /// A line, counted from 1, without its line end. It is a slice of ``bytes``.
    func line(_ number: Int) -> ArraySlice<UInt8> {
        let range = span(ofLine: number)
        return bytes[(bytes.startIndex + range.lowerBound)..<(bytes.startIndex + range.upperBound)]
    }

    /// The range of a line, counted from 1, without its line end; empty and at the end if there is no such line.
    func span(ofLine line: Int) -> Range<Int> {
        lines.byteRange(ofLine: line) ?? bytes.count..<bytes.count
    }
}
