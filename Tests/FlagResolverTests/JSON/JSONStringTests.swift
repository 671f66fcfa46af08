import FlagResolver
import Testing

/// The content of strings: escapes, bytes, and comparison by bytes.
struct JSONStringTests {
    static func tree(_ text: String) throws -> JSONTree { try JSONTree(parsing: Array(text.utf8)) }

    @Test(
        "escapes are resolved",
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
    func escapes(_ text: String, _ expected: String) throws {
        let tree = try JSONStringTests.tree(text)
        #expect(tree.string(at: 0).map { Array($0.utf8) } == Array(expected.utf8))
        #expect(tree.stringBytes(at: 0) == Array(expected.utf8))
        #expect(tree.isString(at: 0, equalTo: Array(expected.utf8)))
        #expect(!tree.isString(at: 0, equalTo: Array((expected + "x").utf8)))
        #expect(!tree.isString(at: 0, equalTo: Array(("x" + expected).utf8)))
        #expect(tree.nodes[0].isEscaped == text.contains("\\"))
        #expect((tree.plainContentRange(at: 0) == nil) == tree.nodes[0].isEscaped)
    }

    @Test func `a name known to the compiler is compared byte for byte`() throws {
        let tree = try JSONStringTests.tree(
            #"["defaultValue", "\u0064efaultValue", "defaultvalue", "defaultValue ", 1]"#)
        let expected = [true, true, false, false, false]
        #expect(tree.elements(of: 0).map { tree.isString(at: $0, equalTo: "defaultValue" as StaticString) } == expected)
    }

    @Test func `two normal forms of a letter are two strings`() throws {
        let tree = try JSONStringTests.tree("[\"é\", \"e\u{301}\"]")
        #expect(!tree.isEqual(1, to: tree, 2))
        #expect(tree.isString(at: 1, equalTo: Array("é".utf8)) && !tree.isString(at: 2, equalTo: Array("é".utf8)))
    }

    @Test func `what is no string has no content`() throws {
        let tree = try JSONStringTests.tree("[1, null, {}]")
        for node in tree.nodes.indices {
            #expect(tree.string(at: node) == nil && tree.stringBytes(at: node) == nil)
            #expect(tree.plainContentRange(at: node) == nil && !tree.isString(at: node, equalTo: [UInt8]()))
        }
    }

    @Test("special bytes are found at every offset", arguments: 0..<40)
    func offsets(_ length: Int) throws {
        let filler = String(repeating: "a", count: length)
        for (special, content) in [("\\n", "\n"), ("é", "é"), ("\\u0061", "a"), ("😀", "😀"), ("", "")] {
            for tail in [0, 1, 9] {
                let end = String(repeating: "z", count: tail)
                #expect(
                    try JSONStringTests.tree("\"\(filler)\(special)\(end)\"").string(at: 0) == filler + content + end)
            }
        }
        for bad in ["\u{1}", "\u{1F}", "\n", "\\x", "\\u12"] {
            #expect(throws: JSONSyntaxError.self) { try JSONStringTests.tree("\"\(filler)\(bad)tail tail tail\"") }
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
