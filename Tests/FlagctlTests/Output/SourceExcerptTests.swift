import TestSupport
import Testing

@testable import flagctl

struct SourceExcerptTests {
    /// An excerpt as text.
    private struct Shown {
        let line: String
        let indentation: String
        let carets: String

        init(_ excerpt: SourceExcerpt) {
            line = String(decoding: excerpt.line, as: UTF8.self)
            let blanks = Array(repeating: UInt8(ascii: " "), count: excerpt.blankCount)
            indentation = String(decoding: excerpt.indentation ?? blanks, as: UTF8.self)
            carets = String(repeating: "^", count: excerpt.caretCount)
        }
    }

    private func excerpt(_ line: String, _ span: Range<Int>, width: Int = 60) -> Shown {
        Shown(SourceExcerpt(of: Array(line.utf8)[...], around: span, width: width))
    }

    @Test(
        arguments: [
            ("abc def", 4..<7, "abc def", "    ", "^^^"),
            ("abc", 3..<3, "abc", "   ", "^"),
            ("", 0..<0, "", "", "^"),
            ("\tx\ty", 3..<4, "\tx\ty", "\t \t", "^"),
            ("日本 x", 7..<8, "日本 x", "     ", "^"),
            ("日本", 0..<3, "日本", "", "^^"),
            ("e\u{301}x", 3..<4, "e\u{301}x", " ", "^"),
            ("a\u{1B}[31mb", 6..<7, "a␛[31mb", "      ", "^"),
            ("a\u{202E}b", 4..<5, "a\u{FFFD}b", "  ", "^"),
            ("abc", 1..<90, "abc", " ", "^^"),
        ] as [(String, Range<Int>, String, String, String)])
    func `carets stand below their characters`(
        _ line: String, _ span: Range<Int>, _ shown: String, _ indentation: String, _ carets: String
    ) {
        let excerpt = excerpt(line, span)
        expectEqual(excerpt.line, shown)
        expectEqual(excerpt.indentation, indentation)
        expectEqual(excerpt.carets, carets)
    }

    @Test func `bytes that are not UTF-8 are shown by a stand-in each`() {
        let excerpt = Shown(SourceExcerpt(of: [0x61, 0xFF, 0xFE, 0x62], around: 3..<4, width: 60))
        expectEqual(excerpt.line, "a\u{FFFD}\u{FFFD}b")
        expectEqual(excerpt.indentation, "   ")
    }

    @Test func `a line of any length is clipped around the span, and the caret still fits`() {
        let digits = Array("0123456789")
        for length in [0, 1, 20, 59, 60, 61, 200, 100_000] {
            let line = String((0..<length).map { digits[$0 % 10] })
            for offset in Set([0, 1, 19, 39, 40, 41, 58, 59, 60, 61, length / 2, length - 1, length])
            where 0...length ~= offset {
                for size in [0, 1, 5, 200] {
                    let excerpt = excerpt(line, offset..<offset + size)
                    let comment: Comment = "\(size) at \(offset) of \(length)"
                    expect(excerpt.line.count <= 60, comment)
                    expect(excerpt.indentation.count + excerpt.carets.count <= 61, comment)
                    if size > 0, offset < length {
                        let index = excerpt.line.index(excerpt.line.startIndex, offsetBy: excerpt.indentation.count)
                        expectEqual(excerpt.line[index], digits[offset % 10], comment)
                    }
                }
            }
        }
    }

    @Test func `wide and combining characters are clipped by the cells they take`() {
        let wide = excerpt(String(repeating: "日", count: 500), 900..<903)
        expect(DisplayWidth.of(wide.line) <= 60)
        expectEqual(wide.carets, "^^")
        let combining = excerpt("a" + String(repeating: "\u{301}", count: 5000) + "b", 10_001..<10_002)
        expectEqual(combining.carets, "^")
    }
}
