import FlagAnalysis
import FlagResolver
import TestSupport
import Testing

struct ValueDifferenceTests {
    private func changes(_ old: String, _ new: String) throws -> [String]? {
        let (oldTree, newTree) = try (JSONTree(parsing: Array(old.utf8)), JSONTree(parsing: Array(new.utf8)))
        func text(_ tree: JSONTree, _ node: Int?) -> String {
            node.map { String(decoding: tree.text(of: $0), as: UTF8.self) } ?? "-"
        }
        return ValueDifference(from: oldTree.root, to: newTree.root)?.changes.map {
            "\($0.path): \(text(oldTree, $0.old)) > \(text(newTree, $0.new))"
        }
    }

    @Test(
        arguments: [
            (#"{"a": 1, "b": {"c": 2}}"#, #"{"b": {"c": 3}, "a": 1}"#, ["$.b.c: 2 > 3"]),
            (#"{"a": 1, "b": 2}"#, #"{"c": 3, "b": 2}"#, ["$.a: 1 > -", "$.c: - > 3"]),
            ("[1, 2, 3]", "[1, 9, 3]", ["$[1]: 2 > 9"]), ("[1, 2, 3]", "[1, 3]", ["$[1]: 2 > -"]),
            ("[1, 3]", "[1, 2, 3]", ["$[1]: - > 2"]), ("[]", "[1, 2]", ["$[0]: - > 1", "$[1]: - > 2"]),
            ("[1, 2, 3, 4]", "[9, 2, 4]", ["$[0]: 1 > 9", "$[2]: 3 > -"]),
            (#"[{"x": [1]}]"#, #"[{"x": [2]}]"#, ["$[0].x[0]: 1 > 2"]),
            (
                #"{"a b": 1, "": 2, "0": 3}"#, #"{"a b": 2, "": 3, "0": 4}"#,
                [#"$["a b"]: 1 > 2"#, #"$[""]: 2 > 3"#, #"$["0"]: 3 > 4"#]
            ),
            ("[1, 2, 3, 4]", "[2, 3, 4, 5]", ["$[0]: 1 > -", "$[3]: - > 5"]),
            ("[1, 2, 3]", "[9, 2, 8]", ["$[0]: 1 > 9", "$[2]: 3 > 8"]),
            (#"{"a": {}}"#, #"{"a": []}"#, ["$.a: {} > []"]), ("[1.0]", "[1.00]", []),
            ("[1]", "[1.0]", ["$[0]: 1 > 1.0"]),
        ] as [(String, String, [String])])
    func `members and elements that differ have paths`(_ old: String, _ new: String, _ expected: [String]) throws {
        try expectEqual(changes(old, new), expected)
    }

    @Test(arguments: [("1", "2"), ("[]", "{}"), ("{}", "null"), (#""a""#, #""b""#)])
    func `other values have no members`(_ old: String, _ new: String) throws {
        try expectNil(changes(old, new))
    }

    @Test func `one element of a large array is one change, and much that differs takes little time`() throws {
        let numbers = (0..<200_000).map { "\($0)" }
        var other = numbers
        other[100_000] = "-1"
        try expectEqual(
            changes("[\(numbers.joined(separator: ","))]", "[\(other.joined(separator: ","))]"),
            [
                "$[100000]: 100000 > -1"
            ])
        let words = (0..<100_001).map { "\"\($0)\"" }
        try expectEqual(
            changes("[\(numbers.joined(separator: ","))]", "[\(words.joined(separator: ","))]")?.count, 300_001)
    }

    @Test func `a large array with changes at both ends has these changes only`() throws {
        let old = (0..<3_000).map { "{\"id\": \($0)}" }
        var new = old
        new[1_500] = "{\"id\": -1}"
        new.removeFirst()
        new += ["7", "8"]
        try expectEqual(
            changes("[\(old.joined(separator: ","))]", "[\(new.joined(separator: ","))]"),
            [
                "$[0]: {\"id\": 0} > -", "$[1499].id: 1500 > -1", "$[2999]: - > 7", "$[3000]: - > 8",
            ])
    }

    @Test func `random values have changes exactly if they differ, and applying them to arrays gives the new length`()
        throws
    {
        var random = SeededRandom(seed: 5)
        for _ in 0..<3_000 {
            let old = (0..<Int.random(in: 0...6, using: &random)).map { _ in Int.random(in: 0...3, using: &random) }
            let new = (0..<Int.random(in: 0...6, using: &random)).map { _ in Int.random(in: 0...3, using: &random) }
            let found = try #require(try changes("\(old)", "\(new)"))
            expectEqual(found.isEmpty, old == new, "\(old) \(new)")
            let added = found.count { $0.contains(": - >") } - found.count { $0.hasSuffix("> -") }
            expectEqual(added, new.count - old.count, "\(old) \(new): \(found)")
        }
    }
}
