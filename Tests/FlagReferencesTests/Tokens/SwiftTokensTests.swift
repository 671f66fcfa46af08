import FlagReferences
import TestSupport
import Testing

struct SwiftTokensTests {
    private func texts(_ source: String) -> [String] {
        let tokens = SwiftTokens(scanning: Array(source.utf8))
        return tokens.tokens.map { tokens.text(of: $0) }
    }

    @Test(
        arguments: [
            ("let x = 1", ["let", "x", "=", "1"]),
            ("a // b\nc", ["a", "c"]),
            ("a /* b /* c */ d */ e", ["a", "e"]),
            ("#!/usr/bin/swift\na", ["a"]),
            ("\u{FEFF}a", ["a"]),
            ("`class`.`two words`", ["`class`", ".", "`two words`"]),
            ("größe→µ 日本", ["größe", "→", "µ", "日本"]),
            (
                "1_000 0xFF_p-4 1.5e-3 t.0.1 1...2 1.max",
                [
                    "1_000", "0xFF_p-4", "1.5e-3", "t", ".", "0", ".", "1", "1", ".", ".", ".", "2", "1", ".", "max",
                ]
            ),
            ("0xE-1", ["0xE", "-", "1"]),
            ("#if A\nb\n#endif", ["#", "if", "A", "b", "#", "endif"]),
            ("a ?? $0!", ["a", "?", "?", "$0", "!"]),
        ] as [(String, [String])])
    func `code is split into tokens`(_ source: String, _ expected: [String]) {
        expectEqual(texts(source), expected)
    }

    @Test(
        arguments: [
            (#""a""#, "a"), (#""""#, ""), (#""a\nb\t\"\\\'\0\r""#, "a\nb\t\"\\'\0\r"),
            (#""\u{41}\u{1F600}""#, "A😀"),
            (##"#"a\n"b"\#n"#"##, "a\\n\"b\"\n"), ("##\"a\"#b\"##", "a\"#b"),
            ("#\"\"\"#", "\""), ("#\"\"\" x \"#", "\"\" x "),
            ("\"\"\"\n    a\n      b\n\n    \"\"\"", "a\n  b\n"),
            ("\"\"\"\r\n a\r\n b\r\n \"\"\"", "a\nb"),
            ("\"\"\"\n a \\\n  b\n \"\"\"", "a  b"), ("\"\"\"\n \"\" \\\"\"\"\n \"\"\"", "\"\" \"\"\""),
            ("#\"\"\"\n a \\#\n b\\n\n \"\"\"#", "a b\\n"),
        ] as [(String, String)])
    func `a literal has its value`(_ literal: String, _ value: String) throws {
        let tokens = SwiftTokens(scanning: Array("(\(literal))".utf8))
        expect(tokens.tokens.map(\.kind) == [.symbol, .string, .symbol] && tokens.problems.isEmpty)
        let token = try #require(tokens.tokens.dropFirst().first)
        expectEqual(tokens.text(of: token), literal)
        expectEqual(SwiftStringValue.value(of: tokens.bytes(of: token)), value)
    }

    @Test(arguments: [#""\q""#, #""\u{}""#, #""\u{110000}""#, #""\u{41""#, "\"\"\"a\"\"\"", #""a"#, "\""])
    func `a malformed literal has no value`(_ literal: String) {
        expectNil(SwiftStringValue.value(of: Array(literal.utf8)[...]))
    }

    @Test(
        arguments: [
            (#""a\(b)c""#, [#""a\(b)c""#, #"\("#, "b", ")"]),
            (
                #""\(f("x\(y)", (1)))" + z"#,
                [
                    #""\(f("x\(y)", (1)))""#, #"\("#, "f", "(", #""x\(y)""#, #"\("#, "y", ")", ",", "(", "1", ")", ")",
                    ")",
                    "+", "z",
                ]
            ),
            (##"#"\(a)\#(b)"#"##, [##"#"\(a)\#(b)"#"##, ##"\#("##, "b", ")"]),
            ("\"\"\"\n\\(a)\n\"\"\"", ["\"\"\"\n\\(a)\n\"\"\"", "\\(", "a", ")"]),
        ] as [(String, [String])])
    func `interpolated code follows its literal`(_ source: String, _ expected: [String]) {
        expectEqual(texts(source), expected)
    }

    @Test(
        arguments: [
            ("a / b / c", 0), ("a/b/c", 0), ("let r = /b/", 1), ("f(/a\\/b/)", 1), ("return /\"/", 1),
            ("x = y\n    /z/.match", 1), ("/ a/", 0), ("a! / b / c", 0), ("(a) / (b) / c", 0),
            ("#/a\"b/#", 1), ("#/\na\n\"\n/#", 1), ("##/a/#b/##", 1), ("x ? /a/ : /b/", 2), ("f(/)", 0),
            ("Regex {\n/a/\n/b/\n}", 2), ("[1, 2].reduce(0, /)", 0),
            ("a!! / b / c", 0), ("!/a/", 1), ("x = !!/a/", 1),
        ] as [(String, Int)])
    func `regular expressions are told from division`(_ source: String, _ count: Int) {
        let tokens = SwiftTokens(scanning: Array(source.utf8))
        expectEqual(tokens.tokens.count { $0.kind == .regex }, count)
        expect(tokens.problems.isEmpty)
    }

    @Test(
        arguments: [
            ("\"a\nb", [.unterminatedString]), ("\"", [.unterminatedString]), ("\"a\\\nb", [.unterminatedString]),
            ("\"\"\"a", [.unterminatedString]), ("#\"a\"", [.unterminatedString]),
            ("/* a /* */", [.unterminatedComment]), ("`a\nb", [.unterminatedIdentifier]),
            ("\"\\(a", [.unterminatedInterpolation]),
            ("\"\\(a\n)\" b", [.unterminatedInterpolation, .unterminatedString]), ("#/a\nb", [.unterminatedRegex]),
        ] as [(String, [SwiftScanProblem.Kind])])
    func `what has no end is a problem`(_ source: String, _ kinds: [SwiftScanProblem.Kind]) {
        expectEqual(SwiftTokens(scanning: Array(source.utf8)).problems.map(\.kind), kinds)
    }

    @Test(arguments: ["(", "[", "{", "a{([", "\"\\("])
    func `code that is nested too deeply is left out, and so is what follows`(_ opening: String) {
        let count = opening.utf8.count { "([{".utf8.contains($0) }
        let fits = SwiftTokens(scanning: Array(String(repeating: opening, count: 512 / count).utf8))
        expect(!fits.problems.contains { $0.kind == .tooDeep })
        let code = String(repeating: opening, count: 512 / count + 1) + " let name"
        let deep = SwiftTokens(scanning: Array(code.utf8))
        expectEqual(deep.problems.map(\.kind), [.tooDeep])
        expect(!deep.tokens.contains { deep.text(of: $0) == "name" })
    }

    @Test func `brackets that are closed again are not deep`() {
        let code = String(repeating: "f(a[0]) { \"\\(b)\" }\n", count: 1_000)
        expectEqual(SwiftTokens(scanning: Array(code.utf8)).problems, [])
    }

    @Test func `a source with 1,000 literals without an end is not read further`() {
        let tokens = SwiftTokens(scanning: Array((String(repeating: "\"a\n", count: 2_000) + "let name").utf8))
        expectEqual(tokens.problems.count, 1_001)
        expectEqual(tokens.problems.last?.kind, .tooManyProblems)
        expectEqual(tokens.tokens.count, 1_000)
    }

    @Test func `a literal on one line ends with its line, and code goes on`() {
        expectEqual(texts("\"a\nb"), ["\"a", "b"])
    }

    @Test(
        arguments: [
            ([0x61, 0xFF], 1), ([0xC3], 0), ([0xC0, 0x80], 0), ([0xED, 0xA0, 0x80], 0), ([0xF4, 0x90, 0x80, 0x80], 0),
            ([0xE2, 0x82, 0xAC], nil), ([0xF0, 0x9F, 0x98, 0x80], nil),
        ] as [([UInt8], Int?)])
    func `the first byte that is not UTF-8 is a problem`(_ bytes: [UInt8], _ offset: Int?) {
        let problems = SwiftTokens(scanning: bytes).problems
        expectEqual(problems.map(\.span.lowerBound), offset.map { [$0] } ?? [])
        expect(problems.allSatisfy { $0.kind == .invalidEncoding })
    }

    @Test func `code is read up to the deepest nesting that is allowed`() {
        let depth = 512
        let source = String(repeating: "\"\\(", count: depth) + "x" + String(repeating: ")\"", count: depth)
        let tokens = SwiftTokens(scanning: Array(source.utf8))
        expect(tokens.problems.isEmpty && tokens.tokens.count == 3 * depth + 1)
    }

    /// It takes minutes if each part is looked at once for each earlier one.
    @Test(
        arguments: [
            ("#", "", 1), (#"\/"#, "", 2), ("!", " /a", 1), (##"#"""\#(x)"#"##, "", 4),
            (##"#"""\#(x)"#"##, ##""#"##, 4),
        ] as [(String, String, Int)])
    func `a long line is scanned once`(_ part: String, _ end: String, _ tokenCount: Int) {
        let count = 300_000
        let source = Array((String(repeating: part, count: count) + end).utf8)
        let tokens = SwiftTokens(scanning: source).tokens
        expect((count * tokenCount...count * tokenCount + 2).contains(tokens.count))
    }

    @Test(
        arguments: [
            // It is on one line exactly if enough number signs follow a quotation mark on the rest of the line.
            (##"#"""\#(#"a"#)"#"##, true), (##"#"""\#("a")" b"##, false), (###"##"""\##(#"a"#)"##"###, true),
            (###"##"""\##(#"a"#)"#"###, false), (##"(#"""\#(x)"#, #"""\#(y) "##, false),
        ] as [(String, Bool)])
    func `a raw literal that begins with three quotation marks may be on one line`(_ source: String, _ isClosed: Bool) {
        expectEqual(SwiftTokens(scanning: Array(source.utf8)).problems.isEmpty, isClosed)
    }
}
