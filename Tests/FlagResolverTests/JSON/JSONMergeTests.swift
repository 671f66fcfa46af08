import FlagResolver
import TestSupport
import Testing

/// RFC 7396 merge patches.
struct JSONMergeTests {
    static let path = "conformance/merge.jsonl"

    static func tree(_ text: String, _ name: String = "") throws -> JSONTree {
        try JSONTree(parsing: Array(text.utf8), sourceName: name)
    }

    static func merged(_ target: String, _ patch: String) throws -> String {
        let tree = try tree(target).merging(try tree(patch))
        return String(decoding: tree.text(of: 0), as: UTF8.self)
    }

    @Test(.needs(path), arguments: try SharedMaterial.lines(path))
    func `the merges of other projects' suites have their results`(_ row: String) throws {
        let tree = try JSONMergeTests.tree(row)
        func part(_ name: String) throws -> JSONTree {
            try JSONTree(parsing: tree.text(of: try #require(tree.member(named: name, of: 0))))
        }
        let result = try part("target").merging(try part("patch"))
        expect(result.isEqual(0, to: try part("expect"), 0))
    }

    @Test(
        arguments: [
            (#"{"a":"b"}"#, #"{"a":"c"}"#, #"{"a":"c"}"#), (#"{"a":"b"}"#, #"{"b":"c"}"#, #"{"a":"b","b":"c"}"#),
            (#"{"a":"b"}"#, #"{"a":null}"#, "{}"), (#"{"a":"b","b":"c"}"#, #"{"a":null}"#, #"{"b":"c"}"#),
            (#"{"a":["b"]}"#, #"{"a":"c"}"#, #"{"a":"c"}"#), (#"{"a":"c"}"#, #"{"a":["b"]}"#, #"{"a":["b"]}"#),
            (#"{"a":{"b":"c"}}"#, #"{"a":{"b":"d","c":null}}"#, #"{"a":{"b":"d"}}"#),
            (#"{"a":[{"b":"c"}]}"#, #"{"a":[1]}"#, #"{"a":[1]}"#), (#"["a","b"]"#, #"["c","d"]"#, #"["c","d"]"#),
            (#"{"a":"b"}"#, #"["c"]"#, #"["c"]"#), (#"{"a":"foo"}"#, "null", "null"),
            (#"{"a":"foo"}"#, #""bar""#, #""bar""#),
            (#"{"e":null}"#, #"{"a":1}"#, #"{"e":null,"a":1}"#), (#"[1,2]"#, #"{"a":"b","c":null}"#, #"{"a":"b"}"#),
            ("{}", #"{"a":{"bb":{"ccc":null}}}"#, #"{"a":{"bb":{}}}"#),
            ("{}", #"{"a":[null,{"b":null}]}"#, #"{"a":[null,{"b":null}]}"#),
            (#"{"b":1,"a":2}"#, #"{"c":3,"a":4,"\u0062":null}"#, #"{"a":4,"c":3}"#), ("{}", "{}", "{}"),
            (#"{"a":1.00}"#, #"{"b":{"c":1.0}}"#, #"{"a":1.00,"b":{"c":1.0}}"#),
        ]
    )
    func `absent keeps, null deletes, an object merges, a value replaces`(
        _ target: String, _ patch: String, _ expected: String
    ) throws {
        try expectEqual(JSONMergeTests.merged(target, patch), expected)
    }

    @Test func `every node points to the text it came from`() throws {
        let target = try JSONMergeTests.tree("{\n \"a\": {\"x\": 1},\n \"b\": 2\n}", "app.json")
        let patch = try JSONMergeTests.tree("{\"a\":\n{\"y\": 3}}", "patch.json")
        let tree = try target.merging(patch)
        expectEqual(tree.sources, [JSONSource(name: "app.json", start: 0), JSONSource(name: "patch.json", start: 27)])
        let a = try #require(tree.member(named: "a", of: 0))
        expect(tree.nodes[0].isMerged && tree.nodes[a].isMerged)
        expectEqual(tree.nodes[a].span, 8..<16)
        let x = try #require(tree.member(named: "x", of: a))
        let y = try #require(tree.member(named: "y", of: a))
        expectEqual(tree.location(at: tree.nodes[x].span.lowerBound).sourceName, "app.json")
        let place = tree.location(at: tree.nodes[y].span.lowerBound)
        expect(place.sourceName == "patch.json" && place.location.description == "2:7")
        expect(tree.source(at: 26).name == "app.json" && tree.source(at: 27).name == "patch.json")
    }

    @Test func `patches are applied one after the other, each keeping its name`() throws {
        let first = try JSONMergeTests.tree(#"{"a":1}"#, "1").merging(try JSONMergeTests.tree(#"{"b":{"c":2}}"#, "2"))
        let tree = try first.merging(try JSONMergeTests.tree(#"{"b":{"d":3},"a":null}"#, "3"))
        expectEqual(String(decoding: tree.text(of: 0), as: UTF8.self), #"{"b":{"c":2,"d":3}}"#)
        expectEqual(tree.sources.map(\.name), ["1", "2", "3"])
        let patched = try JSONMergeTests.tree("{}", "0").merging(tree)
        expectEqual(String(decoding: patched.text(of: 0), as: UTF8.self), #"{"b":{"c":2,"d":3}}"#)
    }

    /// RFC 7396, section 2, word for word.
    static func merge(_ target: PlainJSON?, _ patch: PlainJSON) -> PlainJSON {
        guard case .object(let changes) = patch else { return patch }
        var members: [(key: String, value: PlainJSON)] = []
        if case .object(let old)? = target { members = old }
        for change in changes {
            let index = members.firstIndex { $0.key.utf8.elementsEqual(change.key.utf8) }
            if case .null = change.value {
                if let index { members.remove(at: index) }
            } else if let index {
                members[index].value = merge(members[index].value, change.value)
            } else {
                members.append((change.key, merge(nil, change.value)))
            }
        }
        return .object(members)
    }

    @Test(arguments: [21, 22, 23, 24] as [UInt64])
    func `merging agrees with the pseudocode of the RFC`(_ seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        for round in 0..<200 {
            let target = PlainJSON.random(depth: 3, using: &random)
            let patch = PlainJSON.random(depth: 3, using: &random)
            let texts = (target.text(using: &random), patch.text(using: &random))
            let result = try JSONMergeTests.tree(texts.0).merging(try JSONMergeTests.tree(texts.1))
            let expected = try JSONMergeTests.tree(JSONMergeTests.merge(target, patch).text(using: &random))
            expect(result.isEqual(0, to: expected, 0), "seed \(seed), round \(round): \(texts)")
            let written = try JSONTree(parsing: result.text(of: 0))
            expect(result.isEqual(0, to: written, 0), "seed \(seed), round \(round): \(texts)")
            let patchTree = try JSONMergeTests.tree(texts.1)
            let twice = try result.merging(patchTree)
            expect(twice.isEqual(0, to: result, 0), "a patch applied twice: seed \(seed), round \(round): \(texts)")
        }
    }

    @Test(arguments: [31, 32, 33, 34] as [UInt64])
    func `many patches at once are the same as one after the other`(_ seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        for round in 0..<200 {
            let texts = (0..<Int.random(in: 1...6, using: &random)).map { _ in
                PlainJSON.random(depth: 3, using: &random).text(using: &random)
            }
            let trees = try texts.enumerated().map { try JSONMergeTests.tree($0.element, "\($0.offset)") }
            let first = try #require(trees.first)
            let merged = try first.merging(Array(trees.dropFirst()))
            let folded = try trees.dropFirst().reduce(first) { try $0.merging($1) }
            expectEqual(merged.nodes, folded.nodes, "seed \(seed), round \(round): \(texts)")
            expect(merged.bytes == folded.bytes && merged.sources == folded.sources)
        }
    }

    @Test(
        arguments: [
            ([#"{"a":1,"b":2}"#, #"{"a":null}"#, #"{"a":3}"#], #"{"b":2,"a":3}"#),
            (
                ["{}", #"{"c":1}"#, #"{"a":1,"b":1}"#, #"{"c":null,"b":null}"#, #"{"c":2,"d":1,"b":2}"#],
                #"{"a":1,"c":2,"d":1,"b":2}"#
            ),
            ([#"{"a":{"x":1}}"#, #"{"a":null}"#, #"{"a":{"y":null,"z":2}}"#], #"{"a":{"z":2}}"#),
            (
                [#"{"a":{"x":1}}"#, #"{"a":5}"#, #"{"a":{"y":{"n":null}}}"#, #"{"a":{"y":{"m":1}}}"#],
                #"{"a":{"y":{"m":1}}}"#
            ),
            ([#"{"a":1}"#, "null", #"{"b":{"c":null}}"#, #"{"b":{"d":1}}"#], #"{"b":{"d":1}}"#),
            ([#"{"a":1}"#, #"{"b":1}"#, "[1]"], "[1]"),
        ])
    func `later patches see what earlier ones did`(_ texts: [String], _ expected: String) throws {
        let trees = try texts.map { try JSONMergeTests.tree($0) }
        let merged = try #require(trees.first).merging(Array(trees.dropFirst()))
        expectEqual(String(decoding: merged.text(of: 0), as: UTF8.self), expected)
    }

    @Test func `thousands of patches merge in linear time`() throws {
        let value = String(repeating: "x", count: 1_000)
        let patches = try (0..<8_000).map { try JSONMergeTests.tree(#"{"s\#($0)":"\#(value)"}"#, "\($0)") }
        let merged = try JSONMergeTests.tree("{}").merging(patches)
        expectEqual(merged.members(of: 0).reduce(0) { count, _ in count + 1 }, 8_000)
        expectEqual(merged.sources.count, 8_001)
    }

    @Test func `wide objects merge in linear time`() throws {
        let target = "{" + (0..<30_000).map { "\"k\($0)\":\($0)" }.joined(separator: ",") + "}"
        let patch = "{" + (15_000..<45_000).map { "\"k\($0)\":null" }.joined(separator: ",") + ",\"new\":1}"
        let tree = try JSONMergeTests.tree(target).merging(try JSONMergeTests.tree(patch))
        expectEqual(tree.members(of: 0).reduce(0) { count, _ in count + 1 }, 15_001)
    }
}
