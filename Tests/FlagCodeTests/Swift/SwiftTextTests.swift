import TestSupport
import Testing

@testable import FlagCode

struct SwiftTextTests {
    @Test(
        arguments: [
            ("plain", #""plain""#), ("", #""""#), (#"a"b\c"#, #""a\"b\\c""#), (#"\(x)"#, #""\\(x)""#),
            ("a\nb\r\tc", #""a\nb\r\tc""#), ("\u{0}\u{1B}\u{7F}", #""\u{0}\u{1B}\u{7F}""#),
            ("\u{202E}\u{2066}\u{200B}\u{FEFF}\u{2028}\u{85}", #""\u{202E}\u{2066}\u{200B}\u{FEFF}\u{2028}\u{85}""#),
            ("é中🚀", #""é中🚀""#), ("*/ // \"\"\" #\"", #""*/ // \"\"\" #\"""#),
        ] as [(String, String)])
    func `a literal shows every character or its number`(_ text: String, _ literal: String) {
        expectEqual(SwiftText.literal(text), literal)
    }

    @Test func `a comment has the lines of the text, and no text of it is code`() {
        expectEqual(
            SwiftText.commentLines("  one\r\n\n two\u{2028}*/ three\u{0} \n\n", width: 40),
            ["one", "", "two", #"*/ three\u{0}"#])
        expectEqual(SwiftText.commentLines("a bb ccc dddd", width: 6), ["a bb", "ccc", "dddd"])
        expectEqual(SwiftText.commentLines("\u{85}x\u{0B}y\u{0C}z", width: 40), ["x", "y", "z"])
        expectEqual(SwiftText.commentLines(" \n\t", width: 40), [])
        expectEqual(SwiftText.comment("a\nb\u{202E}"), #"a\u{A}b\u{202E}"#)
    }

    @Test func `no text breaks out of a line`() {
        var random = SeededRandom(seed: 16)
        let alphabet = Array("ab \n\r\u{B}\u{C}\u{85}\u{2028}\u{2029}\u{0}\"\\(*/`\u{202E}é🚀".unicodeScalars)
        for _ in 0..<2_000 {
            let scalars = (0..<Int.random(in: 0...40, using: &random)).map { _ in
                alphabet.randomElement(using: &random) ?? "a"
            }
            let text = String(String.UnicodeScalarView(scalars))
            let lines =
                SwiftText.commentLines(text, width: 10) + SwiftText.literalLines(text, width: 10)
                + [SwiftText.comment(text), SwiftText.literal(text)]
            for line in lines {
                expect(
                    line.unicodeScalars.allSatisfy {
                        !$0.properties.isBidiControl && $0.properties.generalCategory != .control
                            && $0 != "\u{2028}" && $0 != "\u{2029}"
                    }, "\(text.debugDescription)")
            }
            expectEqual(SwiftText.literal(text), "\"\(SwiftText.literalLines(text, width: 10).joined())\"")
            expect(SwiftText.literalLines(text, width: 10).dropLast().allSatisfy { !$0.isEmpty })
        }
    }

    @Test func `a long literal is broken after blanks, never within an escape`() {
        expectEqual(SwiftText.literalLines("one two three", width: 8), ["one two ", "three"])
        expectEqual(SwiftText.literalLines("\"\"\"\"", width: 4), [#"\"\""#, #"\"\""#])
        expectEqual(SwiftText.literalLines("aaaaaaaaaa", width: 4), ["aaaa", "aaaa", "aa"])
        expectEqual(SwiftText.literalLines("", width: 4), [""])
    }
}
