import FlagResolver
import TestSupport
import Testing

/// P1: every kind of syntax error, with its location and exact message.
struct JSONSyntaxErrorTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let text: String
        let description: String
        /// The second location, as line and column.
        let related: String?

        init(_ text: String, _ description: String, related: String? = nil) {
            self.text = text
            self.description = description
            self.related = related
        }

        var testDescription: String { text.debugDescription }
    }

    static func error(_ text: String) throws -> JSONSyntaxError {
        try #require(throws: JSONSyntaxError.self) { try JSONTree(parsing: Array(text.utf8)) }
    }

    @Test(arguments: rows)
    func `an error says what was found, what was expected, where, and what to do`(_ row: Row) throws {
        let error = try JSONSyntaxErrorTests.error(row.text)
        expectEqual(error.description, row.description)
        expectEqual(error.relatedLocation?.description, row.related)
        TreeInvariants.check(error, in: Array(row.text.utf8))
    }

    @Test(
        arguments: [
            ([0x80], "1:3: found the byte 80, expected UTF-8: a continuation byte without a leading byte"),
            ([0xC3], "1:3: found the byte C3, expected UTF-8: the character is incomplete"),
            ([0xC0, 0xAF], "1:3: found the bytes C0 AF, expected UTF-8: an overlong form of a character"),
            ([0xE0, 0x80, 0xAF], "1:3: found the bytes E0 80 AF, expected UTF-8: an overlong form of a character"),
            (
                [0xF0, 0x82, 0x82, 0xAC],
                "1:3: found the bytes F0 82 82 AC, expected UTF-8: an overlong form of a character"
            ),
            ([0xED, 0xA0, 0x80], "1:3: found the bytes ED A0 80, expected UTF-8: a surrogate is not a character"),
            (
                [0xF4, 0x90, 0x80, 0x80],
                "1:3: found the bytes F4 90 80 80, expected UTF-8: there are no characters above U+10FFFF"
            ),
            ([0xE2, 0x82], "1:3: found the bytes E2 82, expected UTF-8: the character is incomplete"),
            ([0xFF], "1:3: found the byte FF, expected UTF-8: this byte never occurs in UTF-8"),
            ([0x61, 0xC3, 0xA9, 0xFE], "1:5: found the byte FE, expected UTF-8: this byte never occurs in UTF-8"),
        ] as [([UInt8], String)]
    )
    func `an error shows the bytes that are not UTF-8`(_ content: [UInt8], _ message: String) throws {
        let bytes = Array("[\"".utf8) + content + Array("\"]".utf8)
        let error = try #require(throws: JSONSyntaxError.self) { try JSONTree(parsing: bytes) }
        let isLatin = message.hasSuffix("incomplete") || message.contains("continu")
        expectEqual(
            error.description,
            message + "; save the file as UTF-8"
                + (isLatin ? "; it may be in Latin-1" : "") + " [json-syntax]")
        TreeInvariants.check(error, in: bytes)
    }

    @Test(
        arguments: [0x80, 0xFF] as [UInt8]
    )
    func `a byte that begins no character is named where a value was expected`(_ byte: UInt8) throws {
        let error = try #require(throws: JSONSyntaxError.self) { try JSONTree(parsing: [0x5B, 0x20, byte]) }
        expectEqual(error.kind, .unexpected(.byte(byte), expected: .valueOrArrayEnd))
    }

    @Test(
        arguments: [
            ([0xFF, 0xFE, 0x7B, 0x00], 16), ([0xFE, 0xFF, 0x00, 0x7B], 16), ([0x7B, 0x00, 0x7D, 0x00], 16),
            ([0x00, 0x7B, 0x00, 0x7D], 16), ([0x00, 0x00, 0x00, 0x7B], 32), ([0x7B, 0x00, 0x00, 0x00], 32),
        ] as [([UInt8], Int)]
    )
    func `UTF-16 and UTF-32 are recognised, with and without a byte order mark`(_ bytes: [UInt8], _ bits: Int) throws {
        let error = try #require(throws: JSONSyntaxError.self) { try JSONTree(parsing: bytes) }
        expectEqual(error.kind, .wideEncoding(unitBits: bits))
        expectEqual(error.message, "the document looks like UTF-\(bits), expected UTF-8")
    }

    @Test func `an error names its source`() throws {
        let error = try #require(throws: JSONSyntaxError.self) {
            try JSONTree(parsing: Array("{\n  oops".utf8), sourceName: "Configs/app.json")
        }
        expectEqual(error.sourceName, "Configs/app.json")
        expect(error.description.hasPrefix("Configs/app.json:2:3: found `oops`, "))
    }

    @Test func `a message shows invisible characters as code points, and shortens long text`() throws {
        let hidden = try JSONSyntaxErrorTests.error("{\"a\u{202E}b\": 1, \"a\u{202E}b\": 2}")
        expectEqual(hidden.message, "duplicate key \"aU+202Eb\", expected each key once in an object")
        let long = try JSONSyntaxErrorTests.error("[\(String(repeating: "x", count: 100_000))]")
        expectEqual(long.message, "found `\(String(repeating: "x", count: 64))\u{2026}`, expected a value")
    }

    @Test func `a column counts UTF-16 code units`() throws {
        try expectEqual(
            JSONSyntaxErrorTests.error("[\"é😀\" x]").location, SourceLocation(offset: 10, line: 1, column: 8))
    }

    @Test(
        arguments: ["\n", "\r\n", "\r"]
    )
    func `LF, CRLF and CR end a line`(_ lineEnd: String) throws {
        let error = try JSONSyntaxErrorTests.error("[1,\(lineEnd)2,\(lineEnd)  x]")
        expectEqual(error.location.description, "3:3")
    }
}
