import FlagResolver
import Foundation
import TestSupport
import Testing

@testable import flagctl

/// Two different values never look equal, in any format.
@Suite(.blocking)
struct HiddenCharactersTests {
    /// What a text looks like: in one normalization form, without characters that have no picture, and with one space for
    /// several. Independent of the code that escapes.
    private static func appearance(_ text: String) -> String {
        let scalars = Array(text.precomposedStringWithCanonicalMapping.unicodeScalars)
        var result = String.UnicodeScalarView()
        for (index, scalar) in scalars.enumerated() {
            if scalar.properties.isDefaultIgnorableCodePoint || scalar.properties.generalCategory == .format {
                // The only joiners with a picture in these tests join emoji, Persian or Hindi letters.
                let neighbours = [index - 1, index + 1].map { scalars.indices.contains($0) ? scalars[$0].value : 0 }
                let isVisible =
                    scalar == "\u{200D}" && neighbours.allSatisfy { $0 >= 0x1F000 }
                    || scalar == "\u{200C}" && neighbours.allSatisfy { (0x620...0x64A).contains($0) }
                    || (scalar == "\u{200C}" || scalar == "\u{200D}") && neighbours[0] == 0x94D
                        && (0x904...0x939).contains(neighbours[1])
                if isVisible { result.append(scalar) }
            } else if scalar.properties.isWhitespace {
                if result.last != " " { result.append(" ") }
            } else {
                result.append(scalar)
            }
        }
        return String(result).trimmingCharacters(in: .whitespaces)
    }

    private static let pieces = [
        "a", "e", "\u{301}", "\u{323}", "\u{E9}", "\u{212A}", "K", "\u{200B}", "\u{200C}", "\u{200D}", "\u{AD}",
        "\u{FE0F}",
        " ", "\u{A0}", "\u{2009}", "\u{3000}", "👩", "👨", "❤", "\u{1100}", "\u{1161}", "\u{11A8}", "가", "ب", "ر", "क",
        "\u{94D}", "ष",
        "\u{202E}", "\u{2060}", "\n", "\t", "\u{E0041}", "=", "\u{338}", "u", "0", "\\", "\"", "\u{3164}", "\u{9C7}",
        "\u{9BE}",
    ]

    private static func random(using random: inout SeededRandom) -> String {
        (0..<Int.random(in: 0...4, using: &random)).map { _ in random.pick(pieces) }.joined()
    }

    /// Every text of at most two pieces, and random longer ones.
    private static func samples(_ seed: UInt64) -> [String] {
        var source = SeededRandom(seed: seed)
        let short = [""] + pieces + pieces.flatMap { first in pieces.map { first + $0 } }
        return short + (0..<3_000).map { _ in Self.random(using: &source) }
    }

    private static func shown(_ text: String, _ write: (JSONValue, inout TextBuffer) -> Void) throws -> String {
        var writer = JSONWriter()
        writer.write(text)
        var buffer = TextBuffer()
        write(try JSONTree(parsing: writer.bytes).root, &buffer)
        return buffer.text
    }

    /// The texts of a value in each format, as they are read: without the escapes of the format itself.
    private static let formats: [(String, @Sendable (String) throws -> String)] = [
        ("text", { try shown($0) { ValueText.write($0, to: &$1) } }),
        ("clipped", { try shown($0) { ValueText.writeClipped($0, to: &$1) } }),
        (
            "json",
            {
                try shown($0) { value, buffer in
                    JSONOutput.write(to: &buffer) { $0.writer.write(value) }
                    let text = JSONWriter.escapingRepeatedSpaces(in: buffer.text)
                    buffer.removeAll()
                    buffer.write(text)
                }
            }
        ),
        ("name", { NameText.text(of: $0) }),
        (
            "array",
            { text in
                try shown(text) { _, buffer in
                    var writer = JSONWriter()
                    writer.beginArray()
                    writer.write(text)
                    writer.endArray()
                    if let tree = try? JSONTree(parsing: writer.bytes) { ValueText.write(tree.root, to: &buffer) }
                }
            }
        ),
    ]

    @Test(arguments: formats.indices)
    func `different values look different`(format: Int) throws {
        let (name, show) = Self.formats[format]
        var seen: [String: String] = [:]
        for text in Self.samples(41) {
            let key = Self.appearance(try show(text))
            if let other = seen.updateValue(text, forKey: key) {
                expect(
                    other.utf8.elementsEqual(text.utf8),
                    "\(name): \(Array(other.unicodeScalars)) and \(Array(text.unicodeScalars)) are \(key)")
            }
        }
    }

    @Test(
        arguments: [
            "café", "Grüße", "Ελλάδα", "Tiếng Việt", "Ọ̀yọ́", "日本語", "한국어", "हिन्दी", "தமிழ்", "বাংলা", "עִבְרִית", "العربية",
            "می\u{200C}خواهم",
            "क्\u{200D}ष", "ไทย", "👍🏽", "👨\u{200D}👩\u{200D}👧", "🇩🇪", "© ™ ✓", "a b", "½ ≠ ∞",
        ])
    func `ordinary text in any language is printed as it is`(text: String) throws {
        let normal = text.precomposedStringWithCanonicalMapping
        expectEqual(PlainText.escaped(normal), normal)
        expect(PlainText.escaped(normal).utf8.elementsEqual(normal.utf8))
        expect(!PlainText.hasUnprintable(Array(normal.utf8)[...]))
    }

    @Test(
        arguments: [
            ("cafe\u{301}", #"cafe\u0301"#), ("a\u{200B}b", #"a\u200bb"#), ("DE\u{A0}", #"DE\u00a0"#),
            ("\u{212A}", #"\u212a"#),
            ("❤\u{FE0F}", #"❤\ufe0f"#), ("a\u{200D}b", #"a\u200db"#), ("\u{301}a", #"\u0301a"#),
            ("=\u{338}", #"=\u0338"#),
            ("\u{1100}\u{1161}", "\u{1100}\\u1161"), ("\u{E0041}", #"\udb40\udc41"#),
            ("c\u{AD}\u{327}", #"c\u00ad\u0327"#),
            ("a\u{315}\u{300}", "a\u{315}\\u0300"), ("東京\u{3000}駅", #"東京\u3000駅"#), ("ر\u{200C}ب", "ر\\u200cب"),
        ])
    func `what cannot be seen is escaped as in JSON`(text: String, escaped: String) {
        expect(PlainText.escaped(text).utf8.elementsEqual(escaped.utf8), "\(PlainText.escaped(text))")
        expect(PlainText.hasUnprintable(Array(text.utf8)[...]))
    }

    @Test func `a letter has at most thirty marks, as in the stream-safe text format`() {
        let scalars = Array("x\(String(repeating: "\u{323}", count: 10_000))".unicodeScalars)
        let hidden = HiddenCharacters(in: scalars).flags
        expectEqual(hidden.prefix(31).contains(true), false)
        expectEqual(hidden.dropFirst(31).allSatisfy { $0 }, true)
    }

    @Test func `exactly the texts in Normalization Form C keep their marks`() {
        let letters =
            (0x41...0x5A).map { $0 } + [
                0xC2, 0xE9, 0x391, 0x3B9, 0x3C9, 0x3CA, 0x418, 0x438, 0x627, 0x915, 0x995, 0x1100, 0x1B05,
            ]
        let marks = Array(0x300...0x345) + [0x653, 0x654, 0x655, 0x93C, 0x9BE, 0x1161, 0x1B35, 0x3099]
        for letter in letters {
            for mark in marks where mark != 0x34F {
                guard let first = Unicode.Scalar(letter), let second = Unicode.Scalar(mark) else { continue }
                let text =
                    String(first)
                    + String(Character(second)).unicodeScalars.reduce(into: "") { $0.unicodeScalars.append($1) }
                let isNormal = text.precomposedStringWithCanonicalMapping.utf8.elementsEqual(text.utf8)
                expectEqual(PlainText.escaped(text).utf8.elementsEqual(text.utf8), isNormal, "\(letter) \(mark)")
            }
        }
    }

    @Test func `two long values with the same beginning are told apart`() throws {
        let start = String(repeating: "x", count: 100)
        let (one, other) = (
            try Self.shown(start + "1") { ValueText.writeClipped($0, to: &$1) },
            try Self.shown(start + "2") { ValueText.writeClipped($0, to: &$1) }
        )
        expect(one != other && DisplayWidth.of(one) == 60 && one.contains("…#"))
    }

    /// Two documents whose values look alike.
    private func scratch() throws -> Scratch {
        let scratch = try Scratch()
        try scratch.write(
            "{\"a\": \"caf\u{E9}\", \"b\": \"ab\", \"c\": \"x y\", \"d\": \"DE \"}", to: "old.json")
        try scratch.write(
            "{\"a\": \"cafe\u{301}\", \"b\": \"a\u{200B}b\", \"c\": \"x  y\", \"d\": \"DE\u{A0}\"}", to: "new.json")
        return scratch
    }

    @Test(arguments: ["text", "markdown", "json", "ndjson", "junit"])
    func `diff shows two values that differ`(format: String) throws {
        let output = try scratch().flagctl("diff", "--format", format, "old.json", "new.json").output
        for part in [#"cafe\u0301"#, #"a\u200bb"#, #"DE\u00a0"#] { expect(output.contains(part), "\(output)") }
        expect(!output.unicodeScalars.contains { $0 == "\u{301}" || $0 == "\u{200B}" || $0 == "\u{A0}" })
    }

    @Test(arguments: ["text", "csv", "markdown", "html", "json"])
    func `matrix has no two equal rows`(format: String) throws {
        let scratch = try Scratch()
        let entries = ["DE ", "DE\u{A0}", "DE  ", "caf\u{E9}", "cafe\u{301}"].enumerated().map { index, country in
            #"{"when": {"country": "\#(country)"}, "value": \#(index)}"#
        }
        try scratch.write(
            #"{"s": {"defaultValue": 9, "valuesByVersion": [\#(entries.joined(separator: ", "))]}}"#, to: "app.json")
        let output = try scratch.flagctl("matrix", "--format", format, "app.json").output
        for part in [#"DE\u00a0"#, #"cafe\u0301"#] { expect(output.contains(part), "\(output)") }
        if format != "json" { expect(output.contains(#"DE \u0020"#) || output.contains(#"DE \\u0020"#), "\(output)") }
        expect(!output.unicodeScalars.contains { $0 == "\u{301}" || $0 == "\u{A0}" })
    }

    @Test func `JSON has the same content, escaped or not`() throws {
        let scratch = try scratch()
        let output = try scratch.flagctl("resolve", "--version", "1", "--format", "json", "new.json").output
        let tree = try JSONTree(parsing: Array(output.utf8))
        expect(tree.strings(under: 0).contains { $0.utf8.elementsEqual("cafe\u{301}".utf8) })
        expect(tree.strings(under: 0).contains { $0.utf8.elementsEqual("a\u{200B}b".utf8) })
    }
}

extension JSONTree {
    /// All strings of a tree.
    fileprivate func strings(under node: Int) -> [String] {
        nodes.indices.compactMap { $0 >= node ? string(at: $0) : nil }
    }
}
