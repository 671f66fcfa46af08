import FlagResolver
import TestSupport
import Testing

@testable import FlagAnalysis

/// Sets of attribute values, written as conditions.
struct AttributeFormTests {
    private static let names = [
        "a", "ab", "abc", "abca", "abd", "ac", "b", "ba", "bab", "de", "de-", "de-AT", "de-CH", "é", "z", "\u{10FFFF}",
    ]

    private static func condition(_ random: inout SeededRandom) -> String {
        let some = names.shuffled(using: &random).prefix(Int.random(in: 1...6, using: &random))
        let list = "[\(some.map { "\"\($0)\"" }.joined(separator: ", "))]"
        switch Int.random(in: 0..<5, using: &random) {
        case 0: return list
        case 1: return "{\"startsWith\": \(list)}"
        case 2: return "{\"not\": {\"startsWith\": \(list)}}"
        case 3: return "{\"startsWith\": \"\(some[0])\", \"not\": \(list)}"
        default: return "[{\"absent\": true}, {\"not\": \(list)}]"
        }
    }

    private static func document(_ conditions: [String]) throws -> SettingsDocument {
        let entries = conditions.map { "{\"when\": {\"x\": \($0)}, \"value\": 1}" }
        let text = #"{"s": {"defaultValue": 0, "valuesByVersion": [\#(entries.joined(separator: ", "))]}}"#
        return try SettingsDocument(parsing: Array(text.utf8))
    }

    @Test(arguments: 0..<40)
    func `the condition that is written for a set holds for that set`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let space = CaseSpace(try Self.document((0..<8).map { _ in Self.condition(&random) }))
        let line = try #require(space.lines.first)
        let sets = try space.side(.first)[SettingIndex(0)].entries.map { entry in
            try #require(space.terms(of: entry).first).segments
        }
        for (left, right) in sets.flatMap({ left in sets.map { (left, $0) } }) {
            for set in [left, left.subtracting(right), line.all.subtracting(left.subtracting(right))] where !set.isEmpty
            {
                let text = AttributeForms(set, on: line).condition
                let written = CaseSpace(try Self.document([text])).side(.first)
                let node = try #require(written.conditions.attributes.first).node
                expectEqual(line.segments(satisfying: node, of: written.tree), set, "\(text)")
            }
        }
    }

    @Test func `names among which nothing changes are passed over`() throws {
        let users = (0..<2_000).map { "u\($0 + 10_000)" }
        let list = users.map { "\"\($0)\"" }.joined(separator: ", ")
        let space = CaseSpace(try Self.document(["[\(list)]", #"{"startsWith": "u115"}"#, #"{"startsWith": "u"}"#]))
        let line = try #require(space.lines.first)
        func name(_ text: String) throws -> Int {
            try #require(line.names.list.firstIndex { $0.text == Array(text.utf8) })
        }
        let set = SegmentSet(line.segments(withPrefix: Array("u115".utf8)))
        // The next name of interest is the prefix at which the set begins.
        expectEqual(line.names.firstIndex(after: try name("u10000"), leavingRunOf: set), (try name("u115")))
        expectEqual(line.names.firstIndex(after: try name("u115"), leavingRunOf: set), (try name("u11600")))
        expectEqual(line.names.firstIndex(after: try name("u11600"), leavingRunOf: set), line.names.list.count)
        // A prefix that extends beyond the run of its own segment is of interest itself.
        expectEqual(line.names.firstIndex(after: try name("u"), leavingRunOf: set), (try name("u")))
    }
}
