import FlagResolver
import TestSupport
import Testing

/// P7: the output of the writer.
struct JSONWriterTests {
    static func text(_ writer: JSONWriter) -> String { String(decoding: writer.bytes, as: UTF8.self) }

    static func example(_ layout: JSONWriter.Layout) -> String {
        var writer = JSONWriter(layout)
        writer.beginObject()
        writer.write(key: "name")
        writer.write("payments")
        writer.write(key: "values")
        writer.beginArray()
        writer.write(1)
        writer.write(true)
        writer.writeNull()
        writer.write(raw: Array("1.00".utf8))
        writer.endArray()
        writer.write(key: "empty")
        writer.beginObject()
        writer.endObject()
        writer.write(key: "none")
        writer.beginArray()
        writer.endArray()
        writer.endObject()
        return text(writer)
    }

    @Test func `compact text has no blanks`() {
        let expected = #"{"name":"payments","values":[1,true,null,1.00],"empty":{},"none":[]}"#
        expectEqual(JSONWriterTests.example(.compact), expected)
    }

    @Test func `indented text has a line for each member and element`() {
        let expected = """
            {
              "name": "payments",
              "values": [
                1,
                true,
                null,
                1.00
              ],
              "empty": {},
              "none": []
            }
            """
        expectEqual(JSONWriterTests.example(.indented(by: 2)), expected)
    }

    @Test(
        arguments: [
            ("", #""""#), ("a\"b\\c/", #""a\"b\\c/""#), ("\u{8}\u{9}\u{A}\u{C}\u{D}", #""\b\t\n\f\r""#),
            ("\u{0}\u{1B}\u{1F}", #""\u0000\u001b\u001f""#),
            ("\u{7F}\u{80}\u{9F}\u{A0}", "\"\\u007f\\u0080\\u009f\u{A0}\""),
            ("é€😀", "\"é€😀\""),
        ]
    )
    func `strings are escaped`(_ content: String, _ expected: String) throws {
        var writer = JSONWriter()
        writer.write(content)
        expectEqual(JSONWriterTests.text(writer), expected)
        try expectEqual(JSONTree(parsing: writer.bytes).string(at: 0), content)
    }

    @Test func `every control character is written so that it reads back`() throws {
        for value in 0..<0xA1 as Range<UInt32> {
            let content = try #require(Unicode.Scalar(value).map { "x\(String($0))y" })
            var writer = JSONWriter()
            writer.write(content)
            expect(writer.bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F })
            try expectEqual(JSONTree(parsing: writer.bytes).string(at: 0), content)
        }
    }

    @Test func `a node is written verbatim, or in the writer's layout`() throws {
        let tree = try JSONTree(parsing: Array(#"{"a": [ 1.00,  "\u0041\/" ], "b": {"\u0063" : {} }}"#.utf8))
        let a = try #require(tree.member(named: "a", of: 0))
        var verbatim = JSONWriter()
        verbatim.beginArray()
        verbatim.writeVerbatim(a, of: tree)
        verbatim.endArray()
        expectEqual(JSONWriterTests.text(verbatim), #"[[ 1.00,  "\u0041\/" ]]"#)
        var compact = JSONWriter()
        compact.write(0, of: tree)
        expectEqual(JSONWriterTests.text(compact), #"{"a":[1.00,"A/"],"b":{"c":{}}}"#)
        var indented = JSONWriter(.indented(by: 4))
        indented.beginArray()
        indented.write(try #require(tree.member(named: "b", of: 0)), of: tree)
        indented.endArray()
        expectEqual(JSONWriterTests.text(indented), "[\n    {\n        \"c\": {}\n    }\n]")
    }

    @Test(arguments: [31, 32] as [UInt64])
    func `what is written reads back as the same value`(_ seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        for round in 0..<200 {
            let text = PlainJSON.random(depth: 4, using: &random).text(using: &random)
            let tree = try JSONTree(parsing: Array(text.utf8))
            for layout in [JSONWriter.Layout.compact, .indented(by: 0), .indented(by: 3)] {
                var writer = JSONWriter(layout)
                writer.write(0, of: tree)
                let again = try JSONTree(parsing: writer.bytes)
                expect(again.isEqual(0, to: tree, 0), "seed \(seed), round \(round): \(text)")
                var second = JSONWriter(layout)
                second.write(0, of: again)
                expectEqual(second.bytes, writer.bytes, "seed \(seed), round \(round): \(text)")
            }
            var verbatim = JSONWriter()
            verbatim.writeVerbatim(0, of: tree)
            expectEqual(verbatim.bytes, tree.text(of: 0))
        }
    }

    // Exit tests are not available elsewhere.
    #if os(macOS) || os(Linux)
        @Test func `a container that has not begun cannot end`() async {
            await #expect(processExitsWith: .failure) {
                var writer = JSONWriter()
                writer.endObject()
            }
        }
    #endif
}
