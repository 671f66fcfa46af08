import FlagResolver
import TestSupport
import Testing

/// The members, elements and scalars of values. Numbers, strings and equality have tests of their own.
struct JSONValueTests {
    static func root() throws -> JSONValue { try JSONTreeTests.tree().root }

    @Test func `members and elements are visited in document order`() throws {
        let root = try JSONValueTests.root()
        expectEqual(root.members.map(\.key.string), ["a", "cd", "e"])
        expectEqual(root.members.map(\.value.kind), [.array, .string, .object])
        let array = try #require(root.member(named: "a"))
        expectEqual(array.elements.map(\.kind), [.number, .object, .array])
        expectEqual(array.elements.map { $0.elements.map(\.kind).count }, [0, 0, 0])
    }

    @Test func `a member is found by the content of its key`() throws {
        let root = try JSONValueTests.root()
        expectEqual(root.member(named: "cd")?.string, "x\ty")
        expectEqual(root.member(named: "a")?.kind, .array)
        expectNil(root.member(named: "b"))
        expectEqual(root.member(named: "a")?.elements.map { $0.member(named: "b")?.kind }, [nil, .null, nil])
    }

    @Test func `other kinds have neither members nor elements`() throws {
        let root = try JSONValueTests.root()
        expectEqual(root.elements.map(\.kind), [])
        let array = try #require(root.member(named: "a"))
        expect(array.members.map(\.key.string) == [] && array.member(named: "a") == nil)
        let string = try #require(root.member(named: "cd"))
        expect(string.members.map(\.key.string) == [] && string.elements.map(\.kind) == [])
    }

    @Test func `booleans are read from booleans only`() throws {
        let array = try JSONTree(parsing: Array("[true, false, 1, \"true\", null]".utf8)).root
        expectEqual(array.elements.map(\.bool), [true, false, nil, nil, nil])
    }

    @Test func `names with a meaning elsewhere are ordinary keys`() throws {
        let text = #"{"__proto__": 1, "constructor": 2, "toString": 3, "": 4, "length": 5}"#
        let root = try JSONTree(parsing: Array(text.utf8)).root
        expectEqual(root.member(named: "__proto__")?.int, 1)
        expectEqual(root.member(named: "")?.int, 4)
        expectNil(root.member(named: "hasOwnProperty"))
    }

    @Test func `a value has the location and the text of its node`() throws {
        let root = try JSONValueTests.root()
        let value = try #require(root.member(named: "cd"))
        expectEqual(String(decoding: value.text, as: UTF8.self), #""x\ty""#)
        expect(value.location.sourceName == "sample.json" && value.location.location.description == "3:14")
        expectEqual(root.tree[value.node], value)
    }
}
