import FlagResolver
import TestSupport
import Testing

struct JSONKeyTableTests {
    @Test func `a repeated key is found in objects of any size, in any order, and no other key is`() throws {
        for seed in 1...UInt64(TestScale.rounds(200)) {
            var random = SeededRandom(seed: seed)
            var objects = (0..<Int.random(in: 1...12, using: &random)).map { _ in
                (0..<Int.random(in: 0...70, using: &random)).map { "\"key\($0)\":{}" }.shuffled(using: &random)
            }
            func parse() throws -> JSONTree {
                let text = objects.map { "{\($0.joined(separator: ","))}" }.joined(separator: ",")
                return try JSONTree(parsing: Array("[\(text)]".utf8))
            }
            _ = try parse()
            let index = Int.random(in: objects.indices, using: &random)
            guard let key = objects[index].randomElement(using: &random) else { continue }
            // The same key, written differently.
            let repeated = key.replacing("key", with: Bool.random(using: &random) ? "key" : "k\\u0065y")
            objects[index].insert(repeated, at: Int.random(in: 0...objects[index].count, using: &random))
            let name = String(key.dropFirst().prefix { $0 != "\"" })
            let error = #expect(throws: JSONSyntaxError.self, "seed \(seed)") { try parse() }
            expectEqual(error?.kind, .duplicateKey(name), "seed \(seed)")
        }
    }

    @Test func `objects with many keys are equal in any order of their keys`() throws {
        for count in [0, 1, 8, 9, 16, 17, 500] {
            var random = SeededRandom(seed: UInt64(count))
            let members = (0..<count).map { "\"\($0)\":\($0)" }
            let trees = try [members, members.shuffled(using: &random)].map {
                try JSONTree(parsing: Array("{\($0.joined(separator: ","))}".utf8))
            }
            expect(trees[0].isEqual(0, to: trees[1], 0), "\(count) members")
            guard count > 0 else { continue }
            let other = try JSONTree(parsing: Array("{\(members.dropLast().joined(separator: ","))}".utf8))
            expect(!trees[1].isEqual(0, to: other, 0), "\(count) members")
        }
    }
}
