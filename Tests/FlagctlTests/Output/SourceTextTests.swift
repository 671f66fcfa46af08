import FlagResolver
import TestSupport
import Testing

@testable import flagctl

struct SourceTextTests {
    @Test(
        arguments: [
            ("", 0, 1, 1), ("a\nb", 2, 2, 1), ("a\r\nb", 3, 2, 1), ("a\r\nb", 1, 1, 2), ("é!", 2, 1, 2),
            ("😀!", 4, 1, 3), ("日本!", 6, 1, 3), ("a\n", 2, 2, 1), ("ab", 9, 1, 3),
        ] as [(String, Int, Int, Int)])
    func `a location counts lines, and columns in UTF-16 units`(
        _ text: String, _ offset: Int, _ line: Int, _ column: Int
    ) {
        let position = SourceText(name: "x", bytes: Array(text.utf8)[...]).location(of: offset)
        expectEqual(position.line, line)
        expectEqual(position.column, column)
    }

    @Test func `a line is given without its end, be it LF or CRLF`() {
        let source = SourceText(name: "x", bytes: Array("ab\r\n\ncd".utf8)[...])
        expectEqual(source.line(source.location(of: 1).line).indices, 0..<2)
        expectEqual(source.line(source.location(of: 3).line).indices, 0..<2)
        expectEqual(source.line(source.location(of: 4).line).indices, 4..<4)
        expectEqual(source.line(source.location(of: 6).line).indices, 5..<7)
    }

    @Test func `columns far out on one line are those of UTF-16`() {
        let text = String(repeating: "aé日😀", count: 3000)
        let source = SourceText(name: "x", bytes: Array(text.utf8)[...])
        var offset = 0
        var units = 0
        for scalar in text.unicodeScalars {
            if offset % 97 == 0 { expectEqual(source.location(of: offset).column, units + 1) }
            offset += UTF8.width(scalar)
            units += UTF16.width(scalar)
        }
    }
}
