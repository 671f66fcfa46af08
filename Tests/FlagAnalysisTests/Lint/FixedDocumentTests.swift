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

    @Test(
        arguments: [
            // A misspelt name of a case, of a setting, of a member and of a rule.
            (
                #"{"s": {"enum": ["on", "off"], "defaultValue": "of"}}"#, "value-not-in-enum",
                #"{"s": {"enum": ["on", "off"], "defaultValue": "off"}}"#
            ),
            (
                #"{"wallet": true, "s": {"defaultValue": 1, "valuesByVersion": [{"requires": "walet", "value": 2}]}}"#,
                "unknown-requires",
                #"{"wallet": true, "s": {"defaultValue": 1, "valuesByVersion": [{"requires": "wallet", "value": 2}]}}"#
            ),
            (
                #"{"s": {"defaultVaue": true, "valuesByVersion": [{"appVersion": "1", "value": false}]}}"#,
                "unknown-member",
                #"{"s": {"defaultValue": true, "valuesByVersion": [{"appVersion": "1", "value": false}]}}"#
            ),
            // Values in quotes.
            (
                #"{"s": {"defaultValue": true, "valuesByVersion": [{"appVersion": "1", "value": "False"}]}}"#,
                "type-mismatch",
                #"{"s": {"defaultValue": true, "valuesByVersion": [{"appVersion": "1", "value": false}]}}"#
            ),
            (
                #"{"s": {"defaultValue": "5", "valuesByVersion": [{"appVersion": "1", "value": 6}]}}"#, "type-mismatch",
                #"{"s": {"defaultValue": 5, "valuesByVersion": [{"appVersion": "1", "value": 6}]}}"#
            ),
            (
                #"{"s": {"type": "boolean", "defaultValue": "true"}}"#, "type-mismatch",
                #"{"s": {"type": "boolean", "defaultValue": true}}"#
            ),
            // Percentages without their object.
            (
                #"{"s": {"defaultValue": 1, "valuesByVersion": [{"rollout": "25 %", "value": 2}]}}"#, "bad-condition",
                #"{"s": {"defaultValue": 1, "valuesByVersion": [{"rollout": { "percent": 25, "salt": "s" }, "value": 2}]}}"#
            ),
            (
                #"{"s": {"defaultValue": 1, "valuesByVersion": [{"percent": 25, "value": 2}]}}"#, "unknown-member",
                #"{"s": {"defaultValue": 1, "valuesByVersion": [{"rollout": { "percent": 25, "salt": "s" }, "value": 2}]}}"#
            ),
        ])
    func `what has one meaning is fixed on request`(_ before: String, _ code: String, _ after: String) throws {
        try expectNil(Self.fixed(before).edited)
        let fixed = try Self.fixed(before, includesUnsafe: true)
        expectEqual(fixed.unsafe.map(\.rawValue), [code])
        expectEqual(fixed.edited.map { String(decoding: $0.settings.tree.bytes, as: UTF8.self) }, after)
        let original = fixed.original
        let unresolvable = original.indices.filter { original.loaded[$0].isUnresolvable }
        expectEqual(fixed.repaired, unresolvable.map { original.name(of: $0) })
    }

    @Test(
        arguments: [
            (#"{"g": {"defualtValue": true}}"#, "unknown-member"), (#"{"g": {"default": true}}"#, "setting-like-group"),
        ])
    func `a group that was meant as a setting becomes one on request`(_ text: String, _ code: String) throws {
        try expectNil(Self.fixed(text).edited)
        let fixed = try Self.fixed(text, includesUnsafe: true)
        expectEqual(fixed.unsafe.map(\.rawValue), [code])
        expectEqual(fixed.edited.map { $0.settings.names.map(\.self) }, ["g"])
    }

    @Test(
        arguments: [
            "{}", #"{"s": 1}"#, #"{"g": {"defualtValue": true, "other": 1}}"#,
            // The default that is "true" in quotes may be one of several strings.
            #"{"s": {"defaultValue": "true", "valuesByVersion": [{"appVersion": "1", "value": false}, {"appVersion": "2", "value": "x"}]}}"#,
            #"{"s": {"defaultValue": 1, "valuesByVersion": [{"percent": 25, "salt": "a", "value": 2}]}}"#,
            #"{"s": {"defaultValue": 1, "valuesByVersion": [{"rollout": 250, "value": 2}]}}"#,
        ])
    func `what could mean something else is not fixed`(text: String) throws {
        try expectNil(Self.fixed(text, includesUnsafe: true).edited)
    }

    @Test func `a last entry with the value of the default is deleted`() throws {
        let fixed = try Self.fixed(
            Self.entries(
                #"{"appVersion": "1.x", "value": 1}, {"when": {"a": 1}, "value": 1}"#
            ))
        expectEqual(
            fixed.edited.map { String(decoding: $0.settings.tree.bytes, as: UTF8.self) },
            #"{"s": {"defaultValue": 1}}"#)
    }

    @Test func `a fix that makes a prerequisite circular is not safe`() throws {
        let text = """
            {"a": {"defaultValue": 0, "valuesByVersion": [{"requires": "b", "value": 1}]},
             "b": {"defaultValue": true, "valuesByVersion": [{"requirse": "a", "value": false}]},
             "c": {"defaultValue": true, "valuesByVersion": [{"appVersion": 1.2, "value": true}]}}
            """
        let fixed = try Self.fixed(text)
        expectEqual(fixed.safe, [.numericVersion, .repeatedDefault])
        let edited = try #require(fixed.edited?.settings)
        let value = try #require(edited.resolve(SettingIndex(0), for: "1.0.0").value)
        expectEqual(edited.tree[value].description, "1")
    }

    @Test func `documents with fixes are compared up to a number of bytes`() throws {
        let text = Self.entries(
            #"{"appVersion": ">=1.0.0", "value": 2}, {"appVersion": ">=2.0.0", "value": 2}"#)
        let document = CheckedDocument(try SettingsDocument(parsing: Array(text.utf8)))
        func fixed(_ byteCount: Int) throws -> FixedDocument {
            try FixedDocument(
                document, DocumentCheck(rules: Rules.all), includesUnsafe: false, byteCount: byteCount)
        }
        for count in 0...1 {
            let cut = try fixed(count * text.utf8.count)
            expect(cut.isCut && cut.safe.isEmpty && cut.edited == nil)
        }
        let whole = try fixed(100 * text.utf8.count)
        expect(!whole.isCut)
        expectEqual(whole.safe, [.redundantEntry])
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
