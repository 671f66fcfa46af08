import FlagAnalysis
import FlagResolver
import TestSupport
import Testing

/// Differences between documents that test more than the version are compared with single contexts.
struct UserDifferenceTests {
    private func value(of setting: SettingIndex, in document: SettingsDocument, _ context: EvaluationContext)
        -> [UInt8]?
    {
        document.resolve(setting, for: context).value.map { document.tree.canonicalText(of: $0) }
    }

    @Test func `a change has exactly the contexts whose values differ, and these values`() throws {
        var sample = TargetingSample(seed: 12_000, mixesTypes: false)
        for _ in 0..<TestScale.rounds(80) {
            let (oldText, newText) = (sample.document(), sample.document())
            let old = try SettingsDocument(parsing: Array(oldText.utf8))
            let new = try SettingsDocument(parsing: Array(newText.utf8))
            let difference = DocumentDifference(from: old, to: new)
            expect(difference.failures.isEmpty)
            for _ in 0..<20 {
                let context = try EvaluationContext(json: sample.context())
                guard let version = context.appVersion else { continue }
                for name in ["s0", "s1", "s2", "s3"] {
                    let (oldIndex, newIndex) = (
                        try #require(old.index(named: name)), try #require(new.index(named: name))
                    )
                    guard let before = value(of: oldIndex, in: old, context),
                        let after = value(of: newIndex, in: new, context)
                    else { continue }
                    let changes = difference.settings.first { $0.name == name }?.changes ?? []
                    let containing = changes.filter { change in
                        let item = Case(versions: change.versions, terms: change.users, decision: .yes)
                        return difference.space.contains(item, version, context)
                    }
                    let comment: Comment = "\(oldText)\n\(newText)\n\(name) \(context)"
                    expectEqual(containing.count, before == after ? 0 : 1, comment)
                    guard let change = containing.first else { continue }
                    expectEqual(change.oldValue.map { old.tree.canonicalText(of: $0) }, before, comment)
                    expectEqual(change.newValue.map { new.tree.canonicalText(of: $0) }, after, comment)
                }
            }
        }
    }

    private static func document(_ entries: String) -> String {
        #"{"on": {"defaultValue": false, "valuesByVersion": [{"when": {"country": "DE"}, "value": true}]}, "#
            + #""s": {"defaultValue": 0, "valuesByVersion": [\#(entries)]}}"#
    }

    @Test(
        arguments: [
            (#"{"rollout": {"percent": 25, "salt": "a"}, "value": 1}"#, "0.25"),
            (#"{"rollout": {"percent": [20, 22.5], "salt": "a"}, "value": 1}"#, "0.025"),
            (#"{"when": {"country": "DE"}, "rollout": {"percent": 25, "salt": "a"}, "value": 1}"#, "0.25"),
            (#"{"when": {"country": "DE"}, "value": 1}"#, "1"),
            (#"{"rollout": [{"percent": 50, "salt": "a"}, {"percent": 50, "salt": "b"}], "value": 1}"#, "0.25"),
            (#"{"requires": "on", "rollout": {"percent": 1, "salt": "a"}, "value": 1}"#, "0.01"),
            (#"{"when": {"targetingKey": "bob"}, "value": 1}"#, "1"),
        ])
    func `the largest share is that of the users whom rollouts alone tell apart`(entry: String, share: String) throws {
        let old = try SettingsDocument(parsing: Array(Self.document("").utf8))
        let new = try SettingsDocument(parsing: Array(Self.document(entry).utf8))
        let difference = DocumentDifference(from: old, to: new)
        expectEqual(difference.settings.map(\.largestShare.description), [share])
    }

    @Test func `a setting with the same text changes if a setting that it requires changes`() throws {
        let entry = #"{"requires": "on", "value": 1}"#
        let old = try SettingsDocument(parsing: Array(Self.document(entry).utf8))
        let text = Self.document(entry).replacing("\"DE\"", with: "\"AT\"")
        let difference = DocumentDifference(from: old, to: try SettingsDocument(parsing: Array(text.utf8)))
        let changes = difference.settings.first { $0.name == "s" }?.changes ?? []
        expectEqual(
            changes.map { change in
                difference.space.text(of: Case(versions: change.versions, terms: change.users, decision: .yes))
            }, ["country AT", "country DE"])
    }

    @Test func `a change reaches the settings that require the changed one through others, and no more`() throws {
        // Each setting requires two others. Setting 9 is required by 0 to 8, but not by 10 to 19.
        func document(_ changed: Int?) throws -> SettingsDocument {
            let settings = (0..<20).map { number in
                let required = [number + 1, number + 2].filter { number < 10 ? $0 < 10 : $0 < 20 }
                let list = required.map { "\"s\($0)\"" }.joined(separator: ", ")
                let entries = required.isEmpty ? "" : #"{"requires": [\#(list)], "value": true}"#
                let isDefault = required.isEmpty && number != changed
                return #""s\#(number)": {"defaultValue": \#(isDefault), "valuesByVersion": [\#(entries)]}"#
            }
            return try SettingsDocument(parsing: Array("{\(settings.joined(separator: ", "))}".utf8))
        }
        let old = try document(nil)
        expect(DocumentDifference(from: old, to: try document(nil)).settings.isEmpty)
        let changed = DocumentDifference(from: old, to: try document(9)).settings.map(\.name)
        expectEqual(changed, (0..<10).map { "s\($0)" })
    }

    @Test(
        arguments: [
            (#""b": true"#, nil, "1 → 0"), (nil, #""b": true"#, "0 → 1"),
            (
                #""b": true"#, #""b": {"defaultValue": true, "valuesByVersion": [{"requires": "a", "value": 1}]}"#,
                "1 → 0"
            ),
        ] as [(String?, String?, String)])
    func `a setting with the same text changes if what it requires is removed, added or made circular`(
        before: String?, after: String?, change: String
    ) throws {
        func document(_ other: String?) throws -> SettingsDocument {
            let setting = #""a": {"defaultValue": 0, "valuesByVersion": [{"requires": "b", "value": 1}]}"#
            return try SettingsDocument(
                parsing: Array("{\([setting, other].compactMap(\.self).joined(separator: ", "))}".utf8))
        }
        let (old, new) = (try document(before), try document(after))
        let changes = DocumentDifference(from: old, to: new).settings.first { $0.name == "a" }?.changes ?? []
        let texts = changes.map { change in
            [change.oldValue.map { old.tree[$0].description }, change.newValue.map { new.tree[$0].description }]
                .compactMap(\.self).joined(separator: " → ")
        }
        expectEqual(texts, [change])
    }

    /// A setting that requires some of a few settings, which may not exist, or require it.
    private static func setting(using random: inout SeededRandom) -> String {
        let entries = (0..<Int.random(in: 0...2, using: &random)).map { _ in
            let version = [#""appVersion": ">=2", "#, "", ""].randomElement(using: &random) ?? ""
            let required = names.shuffled(using: &random).prefix(Int.random(in: 0...2, using: &random))
            let requires = required.map { "\"\($0)\"" }.joined(separator: ", ")
            return #"{\#(version)"requires": [\#(requires)], "value": \#(Bool.random(using: &random))}"#
        }
        let standing = Bool.random(using: &random)
        return #"{"defaultValue": \#(standing), "valuesByVersion": [\#(entries.joined(separator: ", "))]}"#
    }

    private static let names = ["a", "b", "c", "d"]

    @Test func `settings whose own text is kept differ where resolution does, and edits that change them are refused`()
        throws
    {
        let contexts = [#"{"appVersion": "1.0.0"}"#, #"{"appVersion": "2.0.0"}"#, "{}"]
        var (keptCount, provedCount) = (0, 0)
        for seed in 0..<UInt64(TestScale.rounds(600)) {
            var random = SeededRandom(seed: seed)
            var settings = Self.names.map { ($0, Self.setting(using: &random)) }
            func document() throws -> SettingsDocument {
                let members = settings.map { "\"\($0)\": \($1)" }
                return try SettingsDocument(parsing: Array("{\(members.joined(separator: ", "))}".utf8))
            }
            let old = try document()
            settings.removeAll { _ in Int.random(in: 0..<6, using: &random) == 0 }
            for index in settings.indices where Int.random(in: 0..<5, using: &random) == 0 {
                settings[index].1 = Self.setting(using: &random)
            }
            let new = try document()
            let difference = DocumentDifference(from: old, to: new)
            var isChanged = false
            for text in contexts {
                let context = try EvaluationContext(json: text)
                for setting in old.indices {
                    let name = old.name(of: setting)
                    let before = value(of: setting, in: old, context)
                    let after = new.index(named: name).flatMap { value(of: $0, in: new, context) }
                    isChanged = isChanged || before != after
                    guard let version = context.appVersion else { continue }
                    let changes = difference.settings.first { $0.name == name }?.changes ?? []
                    expectEqual(
                        changes.contains { $0.versions.contains(version) }, (before != after),
                        "\(old) \(new) \(name) \(context)")
                    keptCount += before == after ? 0 : 1
                }
            }
            let assumptions = StaleAssumptions(floor: "0")
            let isProved = (try? StaleProof.check(old, new, assumptions, includesUnknown: true)) != nil
            expectEqual(isProved, !isChanged, "\(old) \(new)")
            provedCount += isProved ? 1 : 0
        }
        expect(
            keptCount > TestScale.expected(100) && provedCount > TestScale.expected(100), "\(keptCount) \(provedCount)")
    }

    @Test func `entries in another order that are disjoint make no difference`() throws {
        let entries = [
            #"{"when": {"country": "DE"}, "rollout": {"percent": 50, "salt": "a"}, "value": 1}"#,
            #"{"when": {"country": "AT"}, "until": "2026-01-01T00:00:00Z", "value": 2}"#,
            #"{"when": {"country": {"not": ["DE", "AT"]}}, "value": 3}"#,
        ]
        let old = try SettingsDocument(parsing: Array(Self.document(entries.joined(separator: ",")).utf8))
        let reversed = Self.document(entries.reversed().joined(separator: ","))
        let difference = DocumentDifference(from: old, to: try SettingsDocument(parsing: Array(reversed.utf8)))
        expect(difference.settings.isEmpty)
    }
}
