import FlagResolver

/// The bytes of one document under the name it is reported by, with an index of its lines.
///
/// The index is made when the first place is asked for; a run that reports nothing never pays for it.
final class SourceText {
    let name: String
    /// The name as it can be printed.
    let shownName: String
    /// The same before the number of a line: `Configs/app.json:`.
    let shownBeforeLine: [UInt8]
    /// The name in the one spelling that fingerprints and reports for other programs have.
    private(set) lazy var plainName = FileReference.plain(name)
    let bytes: ArraySlice<UInt8>
    private lazy var lines = LineTable(bytes)

    init(name: String, bytes: ArraySlice<UInt8>) {
        self.name = name
        shownName = PlainText.escaped(name)
        shownBeforeLine = Array("\(shownName):".utf8)
        self.bytes = bytes
    }

    /// Where a byte is, for people: line and column from 1, the column in UTF-16 code units.
    ///
    /// - Parameter offset: Counted from the beginning of the text.
    func location(of offset: Int) -> SourceLocation {
        lines.location(at: offset)
    }

    /// The line of a byte, counted from 1.
    func line(of offset: Int) -> Int {
        lines.line(at: offset)
    }

    /// A line, counted from 1, without its line end, as a slice whose indices are those of ``bytes``.
    func line(_ number: Int) -> ArraySlice<UInt8> {
        let range = span(ofLine: number)
        return bytes[(bytes.startIndex + range.lowerBound)..<(bytes.startIndex + range.upperBound)]
    }

    /// The bytes of a line, counted from 1, without its line end; empty at the end where there is no such line.
    func span(ofLine line: Int) -> Range<Int> {
        lines.byteRange(ofLine: line) ?? bytes.count..<bytes.count
    }
}
