import FlagAnalysis
import FlagResolver
import TestSupport
import Testing

struct StaleDocumentTests {
    private func document(_ json: String) throws -> SettingsDocument {
        try SettingsDocument(parsing: Array(json.utf8))
    }

    private func setting(_ entries: [(String, String)], default defaultValue: String = "0") throws -> SettingsDocument {
        let list = entries.map { "{ \"appVersion\": \"\($0.0)\", \"value\": \($0.1) }" }.joined(separator: ", ")
        return try document("{ \"s\": { \"defaultValue\": \(defaultValue), \"valuesByVersion\": [ \(list) ] } }")
    }

    /// The kind of each finding with the position of its entry.
    private func kinds(_ stale: StaleDocument) -> [String] {
        stale.findings.map { finding in
            let entry = finding.entry?.description ?? "default"
            return switch finding.kind {
            case .belowFloor: "\(entry) below"
            case .unreachable(let isForEveryVersion): "\(entry) \(isForEveryVersion ? "shadowed" : "unreachable")"
            case .sameValue(from: .default): "\(entry) as default"
            case .sameValue(from: .entry(let other)): "\(entry) as \(other)"
            case .sameValue(from: .several): "\(entry) as several"
            case .expired: "\(entry) expired"
            case .unmatched: "\(entry) unmatched"
            case .satisfied: "\(entry) satisfied"
            case .collapsible: "\(entry) collapsible"
            case .constant: "\(entry) constant"
            }
        }
    }

    @Test(
        arguments: [
            ([(">=2", "1")], ["0 constant"]), ([("<2", "1"), (">=2", "2")], ["0 below", "1 constant"]),
            ([("<2", "1")], ["default constant", "0 below"]),
            ([("2.0.0-rc.1", "1")], ["default constant", "0 below"]), ([("*", "1")], ["0 constant"]),
            ([(">=1 <3", "1"), (">=2", "2")], ["1 collapsible"]), ([(">=3", "0"), ("<5", "1")], ["1 collapsible"]),
            ([(">=1", "1"), (">=2", "2")], ["0 constant", "1 shadowed"]),
            ([(">=1 <4", "1"), (">=0 <3", "2")], ["1 unreachable"]),
            ([(">=3 <4", "0"), ("<3", "1")], ["0 as default"]),
            ([(">=3 <4", "1"), (">=3 <5", "1")], ["0 as 1"]),
            ([(">=3 <5", "1"), (">=3 <4 || >=7", "1"), (">=4 <6", "1")], ["0 as several"]),
            ([(">=3 <6", "1"), (">=3 <4", "1"), (">=4 <6", "1")], ["1 shadowed", "2 shadowed"]),
            ([(">=3 <5", "1"), (">=3 <4", "1"), (">=4 <6", "1")], ["1 shadowed"]),
            // A mistake is for the check.
            ([(">=3 <2", "1")], []), ([(">=3 <2", "1"), ("<1", "0")], ["default constant", "1 below"]),
        ] as [([(String, String)], [String])])
    func `what can go from 2.0.0 on`(_ entries: [(String, String)], _ expected: [String]) throws {
        try expectEqual(kinds(StaleDocument(setting(entries), floor: "2.0.0")), expected)
    }

    @Test func `a duplicate goes, a list and a group are read, a constant is nothing`() throws {
        let stale = try StaleDocument(
            try document(
                #"""
                {"$minimumVersion": "2.0.0", "c": 1, "g": {
                  "s": {"defaultValue": 0, "valuesByVersion": [
                    {"appVersion": ["1.x", "<=1.9"], "value": 1},
                    {"appVersion": ["1.x", ">=3"], "value": 1}, {"appVersion": ["1.x", ">=3"], "value": 1}]}}}
                """#), floor: "2.0.0")
        expectEqual(kinds(stale), ["0 below", "2 shadowed"])
        let settings = try #require(stale.edited).settings
        expectEqual(settings.loaded.entryIndices.count, 1)
    }

    @Test func `a new default removes entries, if that is requested`() throws {
        let original = try setting([(">=3", "1"), (">=1", "2")])
        try expectNil(StaleDocument(original, floor: "2").edited)
        let stale = try StaleDocument(original, floor: "2", changesDefaults: true)
        expectEqual(
            String(decoding: try #require(stale.edited).settings.tree.bytes, as: UTF8.self),
            #"{ "s": { "defaultValue": 2, "valuesByVersion": [ { "appVersion": ">=3", "value": 1 } ] } }"#)
        let constant = try StaleDocument(try setting([(">=1", "2")]), floor: "2", changesDefaults: true)
        let bytes = try #require(constant.edited).settings.tree.bytes
        expectEqual(String(decoding: bytes, as: UTF8.self), #"{ "s": { "defaultValue": 2 } }"#)
        // A default of another type than the other entries have would be one that does not fit.
        try expectEqual(kinds(StaleDocument(setting([(">=3", "1"), (">=1", "\"x\"")]), floor: "2")), [])
    }

    @Test func `what goes changes no version from the floor up, and nothing more can go`() async throws {
        var removedCount = 0
        for seed in 1...UInt64(TestScale.rounds(250)) {
            await Task.yield()
            var random = SeededRandom(seed: seed)
            let style = StyledText(using: &random)
            let model = try JSONTree(parsing: Array(RandomDocument.json(using: &random).utf8))
            let original = try document(style.text(of: model))
            let floor = try #require(RandomSetting.probes.randomElement(using: &random))
            let supported = RandomSetting.probes.filter { $0 >= floor }
            let stale = try StaleDocument(original, floor: floor)
            let edited = stale.edited?.settings ?? original
            expect(sameValues(original, edited, for: supported), "seed \(seed)")
            removedCount += original.loaded.entryIndices.count - edited.loaded.entryIndices.count

            for finding in stale.findings {
                guard let entry = finding.entry, finding.kind != .constant, finding.kind != .collapsible else {
                    continue
                }
                let alone = try StaleSample.removing(entry, of: finding.settingIndex, from: original)
                expectEqual(sameValues(original, alone, for: supported), finding.isIndependent, "seed \(seed)")
            }
            for settingIndex in edited.indices {
                for entry in edited.entryIndices(of: settingIndex) where takesPart(entry, of: settingIndex, in: edited)
                {
                    let less = try StaleSample.removing(entry, of: settingIndex, from: edited)
                    expect(
                        !sameValues(edited, less, for: supported),
                        "seed \(seed): \(edited.name(of: settingIndex)) \(entry)")
                }
            }
        }
        expect(removedCount > TestScale.expected(200), "\(removedCount)")
    }

    @Test func `a setting is constant exactly where all versions from the floor up have one value`() async throws {
        for seed in 1...UInt64(TestScale.rounds(300)) {
            await Task.yield()
            var random = SeededRandom(seed: seed)
            let original = try document(RandomDocument.json(using: &random))
            let floor = try #require(RandomSetting.probes.randomElement(using: &random))
            let supported = RandomSetting.probes.filter { $0 >= floor }
            let stale = try StaleDocument(original, floor: floor, changesDefaults: true)
            let edited = stale.edited?.settings ?? original
            expect(sameValues(original, edited, for: supported), "seed \(seed)")
            for settingIndex in original.indices {
                let hasPart = original.entryIndices(of: settingIndex).contains {
                    takesPart($0, of: settingIndex, in: original)
                }
                let values = supported.map { original.resolve(settingIndex, for: $0).value }
                guard let first = values.first.flatMap({ $0 }), hasPart else { continue }
                let isConstant = values.allSatisfy { value in
                    value.map { original.tree.isEqual($0, to: original.tree, first) } ?? false
                }
                let findings = stale.findings.filter { $0.settingIndex == settingIndex && $0.kind == .constant }
                expectEqual(findings.count, isConstant ? 1 : 0, "seed \(seed), \(original.name(of: settingIndex))")
                guard let finding = findings.first else { continue }
                expect(original.tree.isEqual(finding.value, to: original.tree, first), "seed \(seed)")
                let entries = edited.entryIndices(of: settingIndex)
                expect(!entries.contains { takesPart($0, of: settingIndex, in: edited) }, "seed \(seed)")
            }
        }
    }

    @Test(.long) func `a setting of five thousand entries is looked at to the end`() throws {
        let chain = try StaleDocument(setting((0..<5_000).map { (">=\(5_000 - $0)", "\($0 % 2)") }), floor: "2500")
        expectEqual(chain.findings.filter { $0.kind == .unreachable(isForEveryVersion: false) }.count, 2_499)
        let tiles = try StaleDocument(setting((0..<5_000).map { (">=\($0) <\($0 + 1)", "\($0 % 2)") }), floor: "2500")
        expectEqual(tiles.findings.filter { $0.kind == .belowFloor }.count, 2_500)
        expectEqual(tiles.findings.filter { $0.kind == .sameValue(from: .default) }.count, 1_250)
    }

    private func takesPart(_ entry: EntryIndex, of settingIndex: SettingIndex, in document: SettingsDocument) -> Bool {
        let setting = document.loaded[settingIndex]
        let value = Int(document.loaded[entry].value)
        return !setting.isUnresolvable && !document.versions(of: entry).isEmpty
            && setting.declaredType.contains(value, of: document.tree)
    }

    private func sameValues(_ old: SettingsDocument, _ new: SettingsDocument, for versions: [AppVersion]) -> Bool {
        guard old.names == new.names else { return false }
        return old.indices.allSatisfy { settingIndex in
            versions.allSatisfy { version in
                switch (old.resolve(settingIndex, for: version).value, new.resolve(settingIndex, for: version).value) {
                case (nil, nil): true
                case (let one?, let other?): old.tree.isEqual(one, to: new.tree, other)
                default: false
                }
            }
        }
    }
}
