import FlagResolver
import Testing

/// The shape of a tree, and finding one's way in it.
struct JSONTreeTests {
    static let text = """
        {
          "a": [1, {"b": null}, []],
          "c\\u0064": "x\\ty",
          "e": {}
        }
        """

    static func tree() throws -> JSONTree { try JSONTree(parsing: Array(text.utf8), sourceName: "sample.json") }

    @Test func `nodes lie in document order with their spans`() throws {
        let tree = try JSONTreeTests.tree()
        TreeInvariants.check(tree)
        #expect(
            tree.nodes.map(\.kind) == [
                .object, .string, .array, .number, .object, .string, .null, .array, .string, .string, .string, .object,
            ])
        let texts = tree.nodes.indices.dropFirst().map { String(decoding: tree.text(of: $0), as: UTF8.self) }
        #expect(
            texts == [
                #""a""#, #"[1, {"b": null}, []]"#, "1", #"{"b": null}"#, #""b""#, "null", "[]", #""c\u0064""#,
                #""x\ty""#,
                #""e""#, "{}",
            ])
    }

    @Test func `a node takes sixteen bytes`() {
        #expect(MemoryLayout<JSONNode>.stride == 16)
    }

    @Test func `members and elements are visited in order`() throws {
        let tree = try JSONTreeTests.tree()
        #expect(tree.members(of: 0).map { tree.string(at: $0.key) } == ["a", "cd", "e"])
        #expect(tree.members(of: 0).map(\.value) == [2, 9, 11])
        #expect(Array(tree.elements(of: 2)) == [3, 4, 7])
        #expect(Array(tree.elements(of: 7)) == [])
        #expect(tree.members(of: 11).map(\.key) == [])
    }

    @Test func `a member is found by the content of its key`() throws {
        let tree = try JSONTreeTests.tree()
        #expect(tree.member(named: "cd", of: 0) == 9)
        #expect(tree.member(named: "cd" as StaticString, of: 0) == 9)
        #expect(tree.member(named: Array("a".utf8), of: 0) == 2)
        #expect(tree.member(named: "b", of: 0) == nil)
        #expect(tree.member(named: "b", of: 4) == 6)
    }

    @Test func `what is no container has neither members nor elements`() throws {
        let tree = try JSONTreeTests.tree()
        #expect(Array(tree.elements(of: 0)) == [])
        #expect(tree.members(of: 2).map(\.key) == [])
        #expect(tree.member(named: "a", of: 3) == nil)
    }

    @Test func `booleans are read from booleans only`() throws {
        let tree = try JSONTree(parsing: Array("[true, false, 1, \"true\", null]".utf8))
        #expect(tree.elements(of: 0).map { tree.bool(at: $0) } == [true, false, nil, nil, nil])
    }

    @Test func `an offset has a line and a column`() throws {
        let tree = try JSONTreeTests.tree()
        let (name, location) = tree.location(at: tree.nodes[9].span.lowerBound)
        #expect(name == "sample.json")
        #expect(location.description == "3:14")
        let again = JSONLocator(tree).location(at: tree.nodes[9].span.lowerBound)
        #expect(again.sourceName == name && again.location == location)
    }

    @Test func `scalars are documents`() throws {
        for text in ["null", " true ", "false\n", "0", "\"\""] {
            let tree = try JSONTree(parsing: Array(text.utf8))
            #expect(tree.nodes.count == 1)
            TreeInvariants.check(tree)
        }
    }

    @Test func `names that mean something elsewhere are ordinary keys`() throws {
        let text = #"{"__proto__": 1, "constructor": 2, "toString": 3, "": 4, "length": 5}"#
        let tree = try JSONTree(parsing: Array(text.utf8))
        #expect(tree.member(named: "__proto__", of: 0).flatMap { tree.int(at: $0) } == 1)
        #expect(tree.member(named: "", of: 0).flatMap { tree.int(at: $0) } == 4)
        #expect(tree.member(named: "hasOwnProperty", of: 0) == nil)
    }

    @Test("more nodes than one segment are read as well", arguments: [253, 254, 255, 256, 257, 258, 2_048, 9_000])
    func segments(_ count: Int) throws {
        let array = "[" + (0..<count).map(String.init).joined(separator: ",") + "]"
        let tree = try JSONTree(parsing: Array(array.utf8))
        TreeInvariants.check(tree)
        #expect(tree.elements(of: 0).map { tree.int(at: $0) } == (0..<count).map { $0 })
        let object = "{" + (0..<count).map { "\"\($0)\":{\"a\":[]}" }.joined(separator: ",") + "}"
        let other = try JSONTree(parsing: Array(object.utf8))
        TreeInvariants.check(other)
        #expect(other.nodes.count == 1 + count * 4)
    }
}
