import FlagAnalysis
import FlagResolver
import TestSupport
import Testing

struct JSONTreeEditsTests {
    /// Deletes the elements at some positions of the first array in a text.
    private func deleting(_ positions: Set<Int>, from text: String) throws -> String {
        let tree = try JSONTree(parsing: Array(text.utf8))
        let array = try #require(tree.nodes.indices.first { tree.kind(of: $0) == .array })
        let elements = tree.elements(of: array).enumerated().filter { positions.contains($0.offset) }.map(\.element)
        let bytes = try #require(tree.edits(deleting: Set(elements), from: array).applied(to: tree.bytes))
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(
        arguments: [
            ("[1,2,3]", [0], "[2,3]"), ("[1,2,3]", [1], "[1,3]"), ("[1,2,3]", [2], "[1,2]"),
            ("[1,2,3]", [0, 1], "[3]"), ("[1,2,3]", [0, 1, 2], "[]"), ("[ 1, 2 ]", [0], "[ 2 ]"),
            ("[ 1, 2 ]", [1], "[ 1 ]"), ("[ 1 , 2 , 3 ]", [1], "[ 1 , 3 ]"), ("[ 1 , 2 ]", [1], "[ 1 ]"),
            ("[\n  1,\n  2,\n  3\n]", [0], "[\n  2,\n  3\n]"), ("[\n  1,\n  2,\n  3\n]", [1], "[\n  1,\n  3\n]"),
            ("[\n  1,\n  2,\n  3\n]", [2], "[\n  1,\n  2\n]"), ("[\n  1,\n  2,\n  3\n]", [1, 2], "[\n  1\n]"),
            ("[\r\n\t1,\r\n\t2,\r\n\t3\r\n]\r\n", [1], "[\r\n\t1,\r\n\t3\r\n]\r\n"), ("[\r1,\r2\r]", [0], "[\r2\r]"),
            ("[\n  1\n  , 2\n  , 3\n]", [0], "[\n  2\n  , 3\n]"), ("[\n  1\n  , 2\n  , 3\n]", [1], "[\n  1\n  , 3\n]"),
            ("[\n  1\n  , 2\n]", [1], "[\n  1\n]"),
            // What stands on a line together stays together.
            ("[1,\n 2,\n 3]", [0], "[2,\n 3]"), ("[1,\n 2,\n 3]", [1], "[1,\n 3]"), ("[1,\n 2,\n 3]", [2], "[1,\n 2]"),
            ("[\n  1, 2,\n  3, 4\n]", [1], "[\n  1,\n  3, 4\n]"), ("[\n  1, 2,\n  3, 4\n]", [2], "[\n  1, 2,\n  4\n]"),
            ("[{\n  }, {\n  }, {\n  }]", [1], "[{\n  }, {\n  }]"),
            // Blank lines part what they parted before.
            ("[\n  1,\n\n  2,\n\n  3\n]", [1], "[\n  1,\n\n  3\n]"),
            ("[\n  1,\n  2,\n\n  3\n]", [1], "[\n  1,\n\n  3\n]"),
            ("[\n  1,\n\n  2,\n  3\n]", [1], "[\n  1,\n\n  3\n]"), ("[\n  1,\n\n  2\n]", [0], "[\n  2\n]"),
            ("[\n  1,\n\n  2\n]", [1], "[\n  1\n]"), ("[\n  [\n  ],  \n  2\n]", [0], "[\n  2\n]"),
        ] as [(String, Set<Int>, String)])
    func `an element is deleted with its comma and its lines`(
        _ text: String, _ positions: Set<Int>, _ expected: String
    ) throws {
        try expectEqual(deleting(positions, from: text), expected)
    }

    @Test func `edits that overlap, or reach beyond the text, are not made`() {
        let bytes = Array("abcdef".utf8)
        expectNil([TextEdit(0..<3), TextEdit(2..<4)].applied(to: bytes))
        expectNil([TextEdit(5..<7)].applied(to: bytes))
        let edits = [TextEdit(3..<3, replacement: "-"), TextEdit(0..<1), TextEdit(3..<4, replacement: "D")]
        expectEqual(edits.applied(to: bytes), Array("bc-Def".utf8))
    }

    @Test func `deleting anything from any text gives the text that its writer would have written`() async throws {
        for seed in 1...UInt64(TestScale.rounds(1_500)) {
            await Task.yield()
            var random = SeededRandom(seed: seed)
            let style = StyledText(using: &random)
            let model = try JSONTree(parsing: Array(RandomDocument.json(using: &random).utf8))
            let deleted = randomChildren(of: model, using: &random)
            let text = style.text(of: model)
            let tree = try JSONTree(parsing: Array(text.utf8))
            let bytes = try #require(edits(deleting: deleted, from: tree).applied(to: tree.bytes), "seed \(seed)")
            // Both trees have the same nodes in the same order.
            expectEqual(
                String(decoding: bytes, as: UTF8.self), style.text(of: model, without: deleted),
                "seed \(seed), \(style)")
        }
    }

    @Test func `with blank lines anywhere every line that stays keeps its bytes`() throws {
        for seed in 1...UInt64(TestScale.rounds(500)) {
            var random = SeededRandom(seed: seed)
            var style = StyledText(using: &random)
            style.layout = .lines
            style.newline = seed.isMultiple(of: 2) ? "\n" : "\r\n"
            style.blankLineEvery = Int.random(in: 1...4, using: &random)
            let model = try JSONTree(parsing: Array(RandomDocument.json(using: &random).utf8))
            let deleted = randomChildren(of: model, using: &random)
            let tree = try JSONTree(parsing: Array(style.text(of: model).utf8))
            let bytes = try #require(edits(deleting: deleted, from: tree).applied(to: tree.bytes))
            style.blankLineEvery = 0
            let expected = try JSONTree(parsing: Array(style.text(of: model, without: deleted).utf8))
            try expect(JSONTree(parsing: bytes).isEqual(0, to: expected, 0), "seed \(seed)")

            var rest = tree.bytes.split(separator: UInt8(ascii: "\n"))[...]
            for line in bytes.split(separator: UInt8(ascii: "\n")) {
                let position = rest.firstIndex { original in
                    // Only a comma may have gone, and what stood in a container of which nothing is left.
                    original == line || withoutComma(original) == withoutComma(line)
                        || line.contains(UInt8(ascii: "[")) || line.contains(UInt8(ascii: "{"))
                }
                let found = try #require(position, "seed \(seed): \(String(decoding: line, as: UTF8.self))")
                rest = rest[(found + 1)...]
            }
        }
    }

    @Test func `an element moves before another with its lines`() throws {
        func moving(_ text: String) throws -> String {
            let tree = try JSONTree(parsing: Array(text.utf8))
            let elements = Array(tree.elements(of: 0))
            let bytes = tree.edits(moving: elements[2], before: elements[0], in: 0).applied(to: tree.bytes)
            return String(decoding: try #require(bytes), as: UTF8.self)
        }
        try expectEqual(moving("[1,2,3]"), "[3,1,2]")
        try expectEqual(moving("[ 1, 2, 3, 4 ]"), "[ 3, 1, 2, 4 ]")
        try expectEqual(moving("[\n  1,\n  2,\n  3\n]"), "[\n  3,\n  1,\n  2\n]")
        try expectEqual(moving("[\r\n\t1,\r\n\t2,\r\n\t3,\r\n\t4\r\n]"), "[\r\n\t3,\r\n\t1,\r\n\t2,\r\n\t4\r\n]")
    }

    private func withoutComma(_ line: ArraySlice<UInt8>) -> [UInt8] {
        var line = Array(line)
        while let last = line.last, last == 0x0D || last == UInt8(ascii: ",") { line.removeLast() }
        return line
    }

    /// Children of several containers, none of them within another.
    private func randomChildren(of tree: JSONTree, using random: inout SeededRandom) -> Set<Int> {
        let keys = Set(containers(tree).flatMap { tree.members(of: $0).map(\.key) })
        let elements = Set(containers(tree).flatMap { Array(tree.elements(of: $0)) })
        var children: Set<Int> = []
        var node = 1
        while node < tree.nodes.count {
            if keys.contains(node) || elements.contains(node), Int.random(in: 0..<8, using: &random) == 0 {
                children.insert(node)
                // A key and its value go together.
                node = Int(tree.nodes[keys.contains(node) ? node + 1 : node].next)
            } else {
                node += 1
            }
        }
        return children
    }

    private func containers(_ tree: JSONTree) -> [Int] {
        tree.nodes.indices.filter { tree.kind(of: $0) == .object || tree.kind(of: $0) == .array }
    }

    private func edits(deleting children: Set<Int>, from tree: JSONTree) -> [TextEdit] {
        containers(tree).flatMap { tree.edits(deleting: children, from: $0) }
    }
}
