import FlagAnalysis
import FlagResolver
import TestSupport
import Testing

struct FixedDocumentTests {
    private static func fixed(_ text: String, includesUnsafe: Bool = false) throws -> FixedDocument {
        let document = try SettingsDocument(parsing: Array(text.utf8))
        return try FixedDocument(
            CheckedDocument(document), DocumentCheck(rules: Rules.all), includesUnsafe: includesUnsafe)
    }

    private static func entries(_ entries: String) -> String {
        #"{"s": {"defaultValue": 1, "valuesByVersion": [\#(entries)]}}"#
    }

    @Test(
        arguments: [
            // An entry that gives what an earlier one gives.
            (
                #"{"appVersion": ">=1.0.0", "value": 2}, {"appVersion": ">=2.0.0", "value": 2}"#, ["redundant-entry"],
                #"{"appVersion": ">=1.0.0", "value": 2}"#
            ),
            // Other spellings of the same versions; the fix of one can be that of both.
            (
                #"{"appVersion": ">=v1.04.0", "value": 2}"#, ["leading-zero"],
                #"{"appVersion": ">=1.4.0", "value": 2}"#
            ),
            // A number that no version matches, before and after: another entry wins anyway.
            (
                #"{"appVersion": "*", "value": 2}, {"appVersion": 1.10, "value": 3}"#, ["numeric-version"],
                #"{"appVersion": "*", "value": 2}, {"appVersion": "1.10", "value": 3}"#
            ),
            // A misspelt member that changes nothing.
            (
                #"{"appVersion": "*", "value": 2}, {"appVersion": "1.10", "valeu": 3}"#, ["unknown-member"],
                #"{"appVersion": "*", "value": 2}, {"appVersion": "1.10", "value": 3}"#
            ),
            // Allowed findings stay.
            (#"{"appVersion": ">=v1.4.0", "value": 2, "$allow": {"v-prefix": "r"}}"#, [], nil),
        ] as [(String, [String], String?)])
    func `a fix is safe if no value changes`(_ before: String, _ codes: [String], _ after: String?) throws {
        let fixed = try Self.fixed(Self.entries(before))
        expectEqual(fixed.safe.map(\.rawValue).sorted(), codes.sorted())
        expect(fixed.unsafe.isEmpty && fixed.furtherCount == 0)
        let text = fixed.edited.map { String(decoding: $0.settings.tree.bytes, as: UTF8.self) }
        expectEqual(text, after.map(Self.entries))
    }

    @Test(
        arguments: [
            (
                #"{"appVersion": ">=2.0.0 <1.0.0", "value": 2}"#, "empty-requirement",
                #"{"appVersion": ">=1.0.0 <2.0.0", "value": 2}"#
            ),
            (#"{"appVersion": "~>1.4", "value": 2}"#, "bad-requirement", nil),
            (#"{"appVersion": "≥1.4.0", "value": 2}"#, "bad-requirement", #"{"appVersion": ">=1.4.0", "value": 2}"#),
            (#"{"appVersion": 1.4, "value": 2}"#, "numeric-version", #"{"appVersion": "1.4", "value": 2}"#),
            (#"{"appVersion": "1.4.0", "vlaue": 2}"#, "unknown-member", #"{"appVersion": "1.4.0", "value": 2}"#),
            (
                #"{"appVersion": "1.4.0-1.5.0", "value": 2}"#, "hyphen-range",
                #"{"appVersion": "1.4.0 - 1.5.0", "value": 2}"#
            ),
            (
                #"{"appVersion": ">=1,4", "value": 2}"#, "decimal-comma", #"{"appVersion": ">=1.4", "value": 2}"#
            ),
        ] as [(String, String, String?)])
    func `a fix that changes values is unsafe, and made only on request`(
        _ before: String, _ code: String, _ after: String?
    )
        throws
    {
        let kept = try Self.fixed(Self.entries(before))
        expect(kept.edited == nil && kept.furtherCount == 1)
        let fixed = try Self.fixed(Self.entries(before), includesUnsafe: true)
        expect(fixed.unsafe.map(\.rawValue) == [code] && fixed.safe.isEmpty)
        expectEqual(fixed.difference?.settings.map(\.name), ["s"])
        let text = fixed.edited.map { String(decoding: $0.settings.tree.bytes, as: UTF8.self) }
        if let after { expectEqual(text, Self.entries(after)) }
    }

    @Test func `settings come from no fix, and none becomes resolvable`() throws {
        for text in [
            #"{"g": {"defualtValue": true}}"#, #"{"s": {"defualtValue": 1, "valuesByVersion": []}}"#, "{}",
            #"{"s": 1}"#,
        ] {
            let fixed = try Self.fixed(text, includesUnsafe: true)
            expectNil(fixed.edited, "\(text)")
        }
    }

    @Test func `a fix that makes a prerequisite circular is not safe`() throws {
        let text = """
            {"a": {"defaultValue": 0, "valuesByVersion": [{"requires": "b", "value": 1}]},
             "b": {"defaultValue": true, "valuesByVersion": [{"requirse": "a", "value": false}]},
             "c": {"defaultValue": true, "valuesByVersion": [{"appVersion": 1.2, "value": true}]}}
            """
        let fixed = try Self.fixed(text)
        expectEqual(fixed.safe, [.numericVersion])
        let edited = try #require(fixed.edited?.settings)
        let value = try #require(edited.resolve(SettingIndex(0), for: "1.0.0").value)
        expectEqual(edited.tree[value].description, "1")
    }

    @Test func `a document of several texts is not fixed`() throws {
        let patch = try JSONTree(parsing: Array(#"{"b": 1}"#.utf8))
        let tree = try JSONTree(parsing: Array(#"{"a": 1}"#.utf8)).merging(patch)
        let document = CheckedDocument(try SettingsDocument(tree: tree))
        #expect(throws: EditedDocument.Failure.severalSources) {
            try FixedDocument(document, DocumentCheck(rules: Rules.all), includesUnsafe: false)
        }
    }

    @Test func `no value of a random document changes at any probed version, and nothing safe is left`() async throws {
        var counts: [String: Int] = [:]
        for seed in 1...UInt64(TestScale.rounds(400)) {
            await Task.yield()
            var random = SeededRandom(seed: seed)
            let odd = [
                "v1.2", ">=01.2", "v02.00", ">=2 <1", "<1 >2", "1.2.0-1.3.0", "≥1.2", "=>1.3.0", "1.x", ">=1.2 <2.0.0",
            ]
            let entries = (0..<Int.random(in: 1...6, using: &random)).map { _ in
                let requirement = odd.randomElement(using: &random) ?? "*"
                let name = Int.random(in: 0..<8, using: &random) == 0 ? "valeu" : "value"
                let version =
                    Int.random(in: 0..<8, using: &random) == 0 ? "1.2" : "\"\(requirement)\""
                return "{\"appVersion\": \(version), \"\(name)\": \(Int.random(in: 1...2, using: &random))}"
            }
            let text = Self.entries(entries.joined(separator: ",\n"))
            let fixed = try Self.fixed(text)
            for code in fixed.safe { counts[code.rawValue, default: 0] += 1 }
            guard let edited = fixed.edited?.settings else { continue }
            let before = fixed.original.snapshots(at: Self.probes)
            let after = edited.snapshots(at: Self.probes)
            expectEqual(before, after, "seed \(seed): \(text)")
            let again = try Self.fixed(String(decoding: edited.tree.bytes, as: UTF8.self))
            expect(again.safe.isEmpty && again.furtherCount == fixed.furtherCount, "seed \(seed)")
        }
        for code in ["v-prefix", "leading-zero", "redundant-entry", "numeric-version", "unknown-member"] {
            expect(counts[code, default: 0] > 5, "\(code)")
        }
    }

    private static let probes = [
        "0.9", "1.0", "1.2.0-0", "1.2.0-1.3.0", "1.2", "1.2.0.1", "1.3.0-rc.1", "1.3", "1.99", "2.0.0-rc.1", "2.0",
        "2.1", "3",
    ].compactMap { AppVersion($0) }
}

extension SettingsDocument {
    /// The text of the only setting's value at some versions.
    fileprivate func snapshots(at versions: [AppVersion]) -> [String] {
        versions.map { version in
            indices.map { setting in
                resolve(setting, for: version).value.map { String(decoding: tree.text(of: $0), as: UTF8.self) }
                    ?? "none"
            }.joined(separator: ",")
        }
    }
}
