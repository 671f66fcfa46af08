import FlagAnalysis
import FlagResolver
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct FormattedDocumentTests {
    private func formatted(_ text: String) throws -> String {
        let document = try SettingsDocument(parsing: Array(text.utf8))
        return String(decoding: try FormattedDocument(document).bytes, as: UTF8.self)
    }

    @Test(arguments: ["Configs/app.json", "Configs/showcase.json"])
    func `the project's own documents are laid out so already`(_ path: String) throws {
        let url = URL(filePath: "\(PackageFolder.path)/\(path)")
        let document = try SettingsDocument(parsing: [UInt8](try Data(contentsOf: url)))
        try expect(FormattedDocument(document).isUnchanged)
    }

    @Test func `members have an order, settings and entries keep theirs`() throws {
        let text = #"""
            {"b": {"valuesByVersion": [{"value": 1.50, "$why": "\u00e9\/", "appVersion": ">=2"}, {"x": 1,
            "appVersion": ["1.x"], "defaultValue": [ ]}], "later": 1, "defaultValue": {"z": 1, "a": {}},
            "enum": [1.50,2], "type": "number", "$t": 0, "owner": "o", "description": "d"},


            "a": {"defaultValue": "1.0.0"}, "g": { }, "h": {"i": null}}
            """#
        try expectEqual(
            formatted(text),
            #"""
            {
              "b": {
                "$t": 0,
                "description": "d",
                "owner": "o",
                "type": "number",
                "enum": [1.50, 2],
                "later": 1,
                "defaultValue": { "z": 1, "a": {} },
                "valuesByVersion": [
                  { "appVersion": ">=2", "value": 1.50, "$why": "é/" },
                  { "appVersion": ["1.x"], "defaultValue": [], "x": 1 }
                ]
              },

              "a": { "defaultValue": "1.0.0" },
              "g": {},
              "h": {
                "i": null
              }
            }

            """#)
    }

    @Test func `a value that is wider than a line takes several lines`() throws {
        let word = String(repeating: "ä", count: 30)
        let list = (0..<4).map { "\"\(word)\($0)\"" }
        let text = try formatted(
            "{\"s\": [\(list.joined(separator: ","))], \"t\": [\(list.dropLast().joined(separator: ","))]}")
        expectEqual(
            text,
            """
            {
              "s": [
                \(list.joined(separator: ",\n    "))
              ],
              "t": [\(list.dropLast().joined(separator: ", "))]
            }

            """)
        // Exactly as wide as a line may be, and one more.
        for (width, lineCount) in [(120, 3), (121, 5)] {
            let word = String(repeating: "x", count: width - "  \"s\": { \"defaultValue\": [1, \"\"] }".count)
            let lines = try formatted("{\"s\": {\"defaultValue\": [1, \"\(word)\"]}}").split(separator: "\n")
            expectEqual(lines.count, lineCount, "\(lines)")
            expect(lines.allSatisfy { $0.count <= DocumentFormatter.width })
        }
    }

    @Test func `invisible characters stay escaped, or are escaped`() throws {
        try expectEqual(
            formatted(#"{"a": "\u202e\u0085\ufeff\t\u0041"}"#), "{\n  \"a\": \"\\u202e\\u0085\\ufeff\\tA\"\n}\n")
        try expectEqual(formatted("{\"a\": \"\u{202E}\u{2013}\"}"), "{\n  \"a\": \"\\u202e\u{2013}\"\n}\n")
    }

    @Test func `a document has one layout, however it was written, and keeps it`() async throws {
        for seed in 1...UInt64(TestScale.rounds(400)) {
            await Task.yield()
            var random = SeededRandom(seed: seed)
            let model = try JSONTree(parsing: Array(RandomDocument.json(using: &random).utf8))
            let one = try formatted(StyledText(using: &random).text(of: model))
            let other = try formatted(StyledText(using: &random).text(of: model))
            expectEqual(one, other, "seed \(seed)")
            try expectEqual(formatted(one), one, "seed \(seed)")
            try expect(JSONTree(parsing: Array(one.utf8)).isEqual(0, to: model, 0), "seed \(seed)")
            var style = StyledText(using: &random)
            style.blankLineEvery = Int.random(in: 1...3, using: &random)
            let airy = try formatted(style.text(of: model))
            try expectEqual(formatted(airy), airy, "seed \(seed)")
            expectEqual(airy.split(separator: "\n"), one.split(separator: "\n"), "seed \(seed)")
            expect(!airy.contains("\n\n\n"))
        }
    }

    @Test(.long) func `a setting that is too complex to be compared is laid out, with and without a prerequisite`()
        throws
    {
        let entries = (0..<20).map { number in
            let condition =
                "\"when\":{\"a\(number)\":[\"x\",\"y\"]},\"rollout\":{\"percent\":\(number + 1),\"salt\":\"\(number)\"}"
            return "{\(condition),\"value\":\(number)}"
        }
        let alone = "{\"defaultValue\":-1,\"valuesByVersion\":[\(entries.joined(separator: ","))]}"
        let dependent = alone.replacing("{\"when\"", with: "{\"requires\":\"base\",\"when\"")
        for text in ["{\"alone\":\(alone)}", "{\"base\":true,\"dependent\":\(dependent)}"] {
            let document = try SettingsDocument(parsing: Array(text.utf8))
            let other = try SettingsDocument(parsing: Array(text.replacing("-1", with: "-2").utf8))
            expectEqual(DocumentDifference(from: document, to: other).failures.count, 1)
            let laidOut = try SettingsDocument(parsing: FormattedDocument(document).bytes)
            expect(laidOut.tree.isEqual(0, to: document.tree, 0))
            let difference = DocumentDifference(from: document, to: laidOut)
            expect(difference.failures.isEmpty && difference.settings.isEmpty)
            expectEqual(difference.unchanged.count, document.indices.count)
        }
    }

    @Test func `a random deletion from a canonical text leaves a canonical text`() throws {
        for seed in 1...UInt64(TestScale.rounds(300)) {
            var random = SeededRandom(seed: seed)
            let text = try formatted("{\"s\": \(RandomSetting.json(using: &random))}")
            let document = try SettingsDocument(parsing: Array(text.utf8))
            let entries = document.entryIndices(of: 0).filter { _ in Bool.random(using: &random) }
            guard !entries.isEmpty, entries.count < document.entries(of: 0).count else { continue }
            let bytes = document.edits(deletingEntries: Set(entries), of: 0).applied(to: document.tree.bytes)
            let edited = String(decoding: try #require(bytes), as: UTF8.self)
            try expectEqual(formatted(edited), edited, "seed \(seed)")
        }
    }
}
