import FlagResolver
import TestSupport
import Testing

/// Offsets as lines and columns.
struct LineTableTests {
    @Test(
        arguments: [
            ("", [0..<0]), ("a", [0..<1]), ("a\n", [0..<1, 2..<2]), ("a\r\nb", [0..<1, 3..<4]),
            ("a\rb", [0..<1, 2..<3]),
            ("\n\r\r\n\n", [0..<0, 1..<1, 2..<2, 4..<4, 5..<5]), ("é\nx", [0..<2, 3..<4]),
            ("01234567\r\n0123456789", [0..<8, 10..<20]),
        ] as [(String, [Range<Int>])]
    )
    func `lines end with LF, CRLF or CR`(_ text: String, _ expected: [Range<Int>]) {
        let table = LineTable(Array(text.utf8))
        expectEqual(table.lineCount, expected.count)
        expectEqual((1...expected.count).map { table.byteRange(ofLine: $0) }, expected)
        expectNil(table.byteRange(ofLine: 0))
        expectNil(table.byteRange(ofLine: expected.count + 1))
    }

    @Test(
        arguments: [
            ("abc", 0, "1:1"), ("abc", 3, "1:4"), ("a\nbc", 1, "1:2"), ("a\nbc", 2, "2:1"), ("a\r\nb", 2, "1:3"),
            ("é!", 2, "1:2"), ("€!", 3, "1:2"), ("😀!", 4, "1:3"), ("x\n😀é!", 8, "2:4"), ("abc", 99, "1:4"),
            ("abc", -1, "1:1"),
        ]
    )
    func `a column counts UTF-16 code units from 1`(_ text: String, _ offset: Int, _ expected: String) {
        expectEqual(LineTable(Array(text.utf8)).location(at: offset).description, expected)
    }

    @Test(arguments: [71, 72, 73] as [UInt64])
    func `every offset agrees with a count from the beginning`(_ seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let pieces = ["a", "bcdefgh", "\n", "\r\n", "\r", "é", "€", "😀", " ", "\t"]
        // Longer than a few blocks of the table; one of the texts is a single line.
        let text = (0..<1_200)
            .map { _ in pieces.randomElement(using: &random) ?? "" }
            .filter { seed != 73 || !$0.contains { $0.isNewline } }
            .joined()
        let bytes = Array(text.utf8)
        let table = LineTable(bytes)
        var line = 1
        var column = 1
        var previous: Unicode.Scalar?
        var offset = 0
        for scalar in text.unicodeScalars {
            if previous == "\n" || (previous == "\r" && scalar != "\n") {
                line += 1
                column = 1
            }
            let expected = SourceLocation(offset: offset, line: line, column: column)
            expectEqual(table.location(at: offset), expected, "seed \(seed)")
            column += UTF16.width(scalar)
            offset += UTF8.width(scalar)
            previous = scalar
        }
    }

    @Test(arguments: [81, 82, 83] as [UInt64])
    func `every line of a long text has its bytes`(_ seed: UInt64) {
        var random = SeededRandom(seed: seed)
        for _ in 0..<50 {
            // Ends of lines at every place of a block, and blocks without any.
            let texts = (0..<Int.random(in: 1...60, using: &random)).map { _ in
                String(repeating: "x", count: Int.random(in: 0...(seed == 83 ? 400 : 20), using: &random))
            }
            var bytes: [UInt8] = []
            var expected: [Range<Int>] = []
            for text in texts {
                if !expected.isEmpty {
                    bytes += ["\n", "\r\n", "\r"].randomElement(using: &random)?.utf8.map { $0 } ?? []
                }
                // A line feed after a carriage return would be the end of the same line.
                if bytes.last == 0x0D { bytes.append(UInt8(ascii: "y")) }
                let start = bytes.count - (bytes.last == UInt8(ascii: "y") ? 1 : 0)
                bytes += text.utf8
                expected.append(start..<bytes.count)
            }
            let table = LineTable(bytes)
            expectEqual(table.lineCount, expected.count, "seed \(seed)")
            expectEqual((1...expected.count).map { table.byteRange(ofLine: $0) }, expected, "seed \(seed)")
        }
    }

    @Test func `locations are ordered by offset`() {
        let first = SourceLocation(offset: 3, line: 1, column: 4)
        let second = SourceLocation(offset: 5, line: 2, column: 1)
        expect(first < second && !(second < first) && !(first < first))
        expectEqual([second, first].sorted(), [first, second])
    }

    @Test func `bytes that are not UTF-8 have places too`() {
        let table = LineTable([0xFF, 0x80, 0x80, 0x0A, 0xC3])
        expectEqual(table.location(at: 4).description, "2:1")
        expectEqual(table.location(at: 5).line, 2)
    }
}
