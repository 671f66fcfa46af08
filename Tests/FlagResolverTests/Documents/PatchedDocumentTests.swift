import FlagResolver
import TestSupport
import Testing

/// S7: a patched document is a document like any other, in its limits and in its size.
struct PatchedDocumentTests {
    private func parse(_ json: String) throws -> SettingsDocument {
        try SettingsDocument(parsing: Array(json.utf8))
    }

    private func text(_ document: SettingsDocument) -> String {
        String(decoding: document.tree.bytes, as: UTF8.self)
    }

    @Test(
        "consists of its compact text alone",
        arguments: [
            (
                #" { "a" : 1.00 , "b" : [ 1 , "\u0041" ] } "#, #" { "c" : { "d" : null , "e" : [ ] } } "#,
                #"{"a":1.00,"b":[1,"\u0041"],"c":{"e":[]}}"#
            ),
            (#"{"a": {"b": 1, "c": 2}}"#, #"{"a": {"b": null}}"#, #"{"a":{"c":2}}"#),
            (#"{"a": 1, "b": {"c": [1, 2]}}"#, #"{"a": null, "b": null}"#, "{}"),
            ("{\"\\u0061\": \"\\/\u{7F}\u{80}\"}", "{}", "{\"\\u0061\":\"\\/\u{7F}\u{80}\"}"),
            ("{}", "{}", "{}"), (#"{"a": {}}"#, #"{"a": [{}, []]}"#, #"{"a":[{},[]]}"#),
        ])
    func compactText(json: String, patch: String, expected: String) throws {
        let document = try parse(json).merging(patch: Array(patch.utf8))
        expectEqual(text(document), expected)
        expectEqual(document.tree.sources.count, 1)
    }

    @Test
    func `a patch that is not an object is refused, and the document does not change`() throws {
        let document = try parse(#"{"a": 1}"#)
        for patch in ["null", "[]", "1", "", "{", #"{"a": 1, "a": 2}"#] {
            #expect(throws: DocumentError.self) { try document.merging(patch: Array(patch.utf8)) }
        }
        expectEqual(text(document), #"{"a": 1}"#)
    }

    @Test
    func `a patched document does not grow with the number of patches`() throws {
        let value = String(repeating: "x", count: 2_000)
        var document = try parse(#"{"a": "", "b": {"defaultValue": 1}}"#)
        for number in 1_000..<1_400 {
            document = try document.merging(patch: Array("{\"a\": \"\(number)\(value)\", \"gone\": null}".utf8))
        }
        let once = try parse(#"{"b": {"defaultValue": 1}}"#).merging(patch: Array("{\"a\": \"1399\(value)\"}".utf8))
        expectEqual(document.tree.bytes.count, once.tree.bytes.count)
        expect(document.tree.bytes.capacity <= document.tree.bytes.count + 64)
        expectEqual(document.tree.nodes.count, once.tree.nodes.count)
        expect(document.tree.nodes.capacity <= once.tree.nodes.capacity)
    }

    @Test
    func `a patched document uses no more memory than its size after nearly everything is deleted`() throws {
        let names = (0..<1_000).map { "\"s\($0)\"" }
        let value = String(repeating: "x", count: 500)
        let document = try parse("{" + names.map { "\($0):\"\(value)\"" }.joined(separator: ",") + "}")
        let patch = "{" + names.dropFirst().map { "\($0):null" }.joined(separator: ",") + "}"
        let left = try document.merging(patch: Array(patch.utf8))
        expectEqual(left.names, ["s0"])
        expect(left.tree.bytes.capacity < 1_000)
        expect(left.tree.nodes.capacity < 1_000)
        expectEqual(text(try left.merging(patch: Array(#"{"s0":null}"#.utf8))), "{}")
    }

    @Test(
        "is the same, byte for byte, if it is parsed anew between any two patches",
        arguments: [31, 32, 33, 34] as [UInt64])
    func restarts(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        var target = PlainJSON.object([])
        var document = try parse("{}")
        var mergeCount = 0
        for round in 0..<60 {
            let name = "s\(Int.random(in: 0..<8, using: &random))"
            let patch = PlainJSON.object([(name, .random(depth: 3, using: &random))])
            let patchText = patch.text(using: &random)
            // Two names that become the same are refused.
            guard let next = try? document.merging(patch: Array(patchText.utf8)) else { continue }
            mergeCount += 1
            target = JSONMergeTests.merge(target, patch)
            let comment = "seed \(seed), round \(round): \(patchText)" as Comment
            let again = try parse(text(document)).merging(patch: Array(patchText.utf8))
            expectEqual(text(again), text(next), comment)
            let expected = try JSONMergeTests.tree(target.text(using: &random))
            expect(next.tree.isEqual(0, to: expected, 0), comment)
            expectEqual(next.issues, (try parse(text(next))).issues, comment)
            document = next
        }
        expect(mergeCount > 30)
    }

    @Test(
        "has a compact text as long as it is said to be, which is the same document", arguments: [41, 42] as [UInt64])
    func compactByteCount(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        for round in 0..<300 {
            let target = try JSONMergeTests.tree(PlainJSON.random(depth: 4, using: &random).text(using: &random))
            let patch = try JSONMergeTests.tree(PlainJSON.random(depth: 4, using: &random).text(using: &random))
            for tree in [target, try target.merging(patch)] {
                let text = tree.compactText
                let comment = "seed \(seed), round \(round)" as Comment
                expectEqual(text.count, tree.compactByteCount, comment)
                expect(text.count <= tree.bytes.count, comment)
                let again = try JSONTree(parsing: text)
                expect(again.isEqual(0, to: tree, 0), comment)
                expectEqual(again.compactText, text, comment)
            }
        }
    }
}
