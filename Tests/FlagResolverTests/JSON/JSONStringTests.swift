import FlagResolver
import TestSupport
import Testing

/// The content of strings: escapes, bytes, and comparison by bytes.
struct JSONStringTests {
    static func value(_ text: String) throws -> JSONValue { try JSONTree(parsing: Array(text.utf8)).root }

    @Test(
        arguments: [
            (#""""#, ""), (#""a""#, "a"), (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u0041""#, "A"),
            (#""\u00e9""#, "é"), (#""\u00E9""#, "é"), (#""\u20ac!""#, "€!"), (#""\ud83d\ude00""#, "😀"),
            (#""\uDBFF\uDFFF""#, "\u{10FFFF}"), (#""\u0000""#, "\u{0}"),
            (
                #""\u007f\u0080\u07ff\u0800\uffff""#,
                "\u{7F}\u{80}\u{7FF}\u{800}\u{FFFF}"
            ), (#""é€😀""#, "é€😀"), ("\"\u{7F}\"", "\u{7F}"),
            (#""0123456789 abcdefghijklmnopqrstuvwxyz \n tail""#, "0123456789 abcdefghijklmnopqrstuvwxyz \n tail"),
        ]
    )
    func `escapes are resolved`(_ text: String, _ expected: String) throws {
        let value = try JSONStringTests.value(text)
        expectEqual(value.string.map { Array($0.utf8) }, Array(expected.utf8))
        expectEqual(value.stringBytes, Array(expected.utf8))
        expect(value.isString(expected))
        expect(!value.isString(expected + "x") && !value.isString("x" + expected))
        expectEqual((value.plainContentRange == nil), text.contains("\\"))
    }

    @Test func `a string is compared with a text byte for byte`() throws {
        let array = try JSONStringTests.value(
            #"["defaultValue", "\u0064efaultValue", "defaultvalue", "defaultValue ", 1]"#)
        expectEqual(array.elements.map { $0.isString("defaultValue") }, [true, true, false, false, false])
    }

    @Test func `two normal forms of a letter are two strings`() throws {
        let elements = try JSONStringTests.value("[\"é\", \"e\u{301}\"]").elements.map { $0 }
        expect(elements[0] != elements[1])
        expect(elements[0].isString("é") && !elements[1].isString("é"))
    }

    @Test func `other values have no content`() throws {
        for value in try JSONStringTests.value("[1, null, {}]").elements {
            expect(value.string == nil && value.stringBytes == nil && value.plainContentRange == nil)
            expect(!value.isString(""))
        }
    }

    /// The parser looks at eight bytes at a time; the expectation at one.
    @Test(arguments: [1, 7, 8, 9, 15, 16, 17, 25])
    func `every byte is found in a string, wherever it is`(_ count: Int) {
        for index in 0..<count {
            for byte in UInt8.min...UInt8.max {
                var content = [UInt8](repeating: UInt8(ascii: "a"), count: count)
                content[index] = byte
                let tree = try? JSONTree(parsing: [0x22] + content + [0x22])
                let isPlain = byte >= 0x20 && byte < 0x80 && byte != 0x22 && byte != 0x5C
                if tree?.root.stringBytes != (isPlain ? content : nil) { Issue.record("\(byte) at \(index)") }
            }
        }
    }

    @Test(arguments: 0..<40)
    func `escapes and characters are found at every offset`(_ length: Int) throws {
        let filler = String(repeating: "a", count: length)
        for (special, content) in [("\\n", "\n"), ("é", "é"), ("\\u0061", "a"), ("😀", "😀"), ("", "")] {
            for tail in [0, 1, 9] {
                let end = String(repeating: "z", count: tail)
                let value = try JSONStringTests.value("\"\(filler)\(special)\(end)\"")
                expectEqual(value.string, filler + content + end)
            }
        }
        for bad in ["\u{1}", "\u{1F}", "\n", "\\x", "\\u12"] {
            #expect(throws: JSONSyntaxError.self) { try JSONStringTests.value("\"\(filler)\(bad)tail tail tail\"") }
        }
    }

    @Test func `every byte sequence of up to four bytes is accepted exactly when Swift finds it valid UTF-8`() throws {
        let interesting: [UInt8] = [
            0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED, 0xEE, 0xEF,
            0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF,
        ]
        for first in interesting {
            for second in interesting {
                for third in interesting {
                    for fourth in [0x41, 0xBF] as [UInt8] {
                        let content = [first, second, third, fourth]
                        // Invalid sequences are replaced.
                        let isValid = String(decoding: content, as: UTF8.self).utf8.elementsEqual(content)
                        let tree = try? JSONTree(parsing: [0x22] + content + [0x22])
                        if (tree != nil) != isValid { Issue.record("\(content)") }
                    }
                }
            }
        }
    }
}
