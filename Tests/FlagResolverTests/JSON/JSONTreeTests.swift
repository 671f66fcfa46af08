import FlagResolver
import TestSupport
import Testing

/// The nodes of a tree, and their locations.
struct JSONTreeTests {
    static let text = """
        {
          "a": [1, {"b": null}, []],
          "c\\u0064": "x\\ty",
          "e": {}
        }
        """

    static func tree() throws -> JSONTree { try JSONTree(parsing: Array(text.utf8), sourceName: "sample.json") }

    @Test func `nodes are in document order with their spans`() throws {
        let tree = try JSONTreeTests.tree()
        TreeInvariants.check(tree)
        expectEqual(
            tree.nodes.map(\.kind),
            [
                .object, .string, .array, .number, .object, .string, .null, .array, .string, .string, .string, .object,
            ])
        let texts = tree.nodes.indices.dropFirst().map { String(decoding: tree[$0].text, as: UTF8.self) }
        expectEqual(
            texts,
            [
                #""a""#, #"[1, {"b": null}, []]"#, "1", #"{"b": null}"#, #""b""#, "null", "[]", #""c\u0064""#,
                #""x\ty""#,
                #""e""#, "{}",
            ])
    }

    @Test func `the example in the parser's documentation has these nodes`() throws {
        let tree = try JSONTree(parsing: Array(#"{"a": [1, "x\n"], "b": {}}"#.utf8))
        let rows = tree.nodes.map { "\($0.kind.name) \($0.start) \($0.end) \($0.next)" }
        expectEqual(
            rows,
            [
                "object 0 26 7", "string 1 4 2", "array 6 16 5", "number 7 8 4", "string 10 15 5", "string 18 21 6",
                "object 23 25 7",
            ])
        expectEqual(tree.nodes.map(\.isInteger), [false, false, false, true, false, false, false])
        expectEqual(tree.nodes.map(\.isEscaped), [false, false, false, false, true, false, false])
    }

    @Test func `a node takes sixteen bytes`() {
        expectEqual(MemoryLayout<JSONNode>.stride, 16)
    }

    @Test func `an offset has a line and a column`() throws {
        let tree = try JSONTreeTests.tree()
        let (name, location) = tree.location(at: tree.nodes[9].span.lowerBound)
        expectEqual(name, "sample.json")
        expectEqual(location.description, "3:14")
        expectEqual(tree[9].location.location, location)
    }

    @Test func `scalars are documents`() throws {
        for text in ["null", " true ", "false\n", "0", "\"\""] {
            let tree = try JSONTree(parsing: Array(text.utf8))
            expectEqual(tree.nodes.count, 1)
            TreeInvariants.check(tree)
        }
    }

    /// The parser makes room for 4,096 nodes, and then for as many as the rest of the document probably has.
    @Test(arguments: [0, 1, 4_090, 4_094, 4_095, 4_096, 4_097, 9_000])
    func `documents with many nodes are parsed whole`(_ count: Int) throws {
        let array = "[" + (0..<count).map(String.init).joined(separator: ",") + "]"
        let tree = try JSONTree(parsing: Array(array.utf8))
        TreeInvariants.check(tree)
        expectEqual(tree.root.elements.map(\.int), (0..<count).map { $0 })
        let object = "{" + (0..<count).map { "\"\($0)\":{\"a\":[]}" }.joined(separator: ",") + "}"
        let other = try JSONTree(parsing: Array(object.utf8))
        TreeInvariants.check(other)
        expectEqual(other.nodes.count, 1 + count * 4)
    }

    @Test func `documents whose second half has more nodes are parsed whole`() throws {
        let text = String(repeating: " ", count: 50_000)
        for sparse in [text, "\"\(text)\",", String(repeating: "\"0123456789012345\",", count: 5_000)] {
            let dense = String(repeating: "1,", count: 100_000)
            let tree = try JSONTree(parsing: Array("[\(sparse)\(dense)0]".utf8))
            TreeInvariants.check(tree)
            expectEqual(tree.root.elements.reduce(0) { $0 + ($1.int ?? 0) }, 100_000)
        }
    }
}
