import FlagAnalysis
import FlagResolver
import TestSupport
import Testing

struct RetargetedDocumentTests {
    private func document(_ requirements: [String]) throws -> SettingsDocument {
        let list = requirements.enumerated().map { "{\"appVersion\": \($0.element), \"value\": \($0.offset + 1)}" }
        let json = "{\"s\": {\"defaultValue\": 0, \"valuesByVersion\": [\(list.joined(separator: ", "))]}}"
        return try SettingsDocument(parsing: Array(json.utf8))
    }

    /// The texts of all requirements after a move; `nil` where nothing moves or something cannot.
    private func moved(_ requirement: String, _ old: AppVersion, _ new: AppVersion) throws -> String? {
        let result = try RetargetedDocument(document(["\"\(requirement)\""]), move: BoundaryMove(from: old, to: new))
        guard let settings = result.edited?.settings else { return nil }
        return settings.entries(of: 0).first.flatMap { settings.requirement(of: $0)?.description }
    }

    @Test(
        arguments: [
            (">=2.0.0", ">=2.0.1"), (">=2.0", ">=2.0.1"), (">=2", ">=2.0.1"), ("<2.0.0", "<2.0.1"), ("<=2", "<=2.0.1"),
            (">2.0.0", ">2.0.1"), ("2.0", "2.0.1"), ("=2.0.0", "=2.0.1"), ("== v2.0.0", "== v2.0.1"),
            ("!=2.0.0", "!=2.0.1"), ("^2.0.0", "^2.0.1"), ("^2", "^2.0.1"), ("~2.0", "~2.0.1"), ("~2.0.0", "~2.0.1"),
            (">=2.0.0.0", ">=2.0.1.0"), (">=2.0.0+77", ">=2.0.1"), (">=02.0", ">=2.0.1"),
            ("<2.0.0-0", "<2.0.1-0"), (">=2.0-0", ">=2.0.1-0"),
            // No version says what a series with another beginning or end is.
            ("2.x", ">=2.0.1-0 <3.0.0-0"), ("2.0.*", ">=2.0.1-0 <2.1.0-0"), ("~2", ">=2.0.1 <3.0.0-0"),
            ("1.x", ">=1.0.0-0 <2.0.1-0"), ("^1.4", ">=1.4.0 <2.0.1-0"), ("~1", ">=1.0.0 <2.0.1-0"),
            // Only what is at the version is touched, the rest keeps its bytes.
            (">= 1.0 ,  < 2.0.0 || 3.x", ">= 1.0 ,  < 2.0.1 || 3.x"), ("1.0.0 - 2.0.0", "1.0.0 - 2.0.1"),
            ("2.0.0 -  3", "2.0.1 -  3"), ("1.x || >=2.0.0 <3", ">=1.0.0-0 <2.0.1-0 || >=2.0.1 <3"),
            ("^1.4 !=1.5", ">=1.4.0 <2.0.1-0 !=1.5"), ("<1 || 2.0.0 || >2.0.0", "<1 || 2.0.1 || >2.0.1"),
            // Nothing is at 2.0.0.
            (">=2.0.0-rc.1", nil), ("<2.0.0.1", nil), ("1.0.0 - 3.0.0", nil), ("*", nil), ("3.x", nil), ("^0.9", nil),
        ] as [(String, String?)])
    func `every spelling of a boundary at 2.0.0 moves to 2.0.1`(_ requirement: String, _ expected: String?) throws {
        try expectEqual(moved(requirement, "2.0.0", "2.0.1"), expected)
    }

    @Test(
        arguments: [
            (">=2.0", "2.0.0", "3.0.0", ">=3.0"), (">=2", "2.0.0", "3.0.0", ">=3"),
            (">=2.0.1", "2.0.1", "2.1", ">=2.1.0"),
            ("^2.0.0", "2.0.0", "1.9.0", ">=1.9.0 <3.0.0-0"), ("~2.0.0", "2.0.0", "1.9.0", ">=1.9.0 <2.1.0-0"),
            (">=2.0.0-rc.1", "2.0.0-rc.1", "2.0.0-rc.2", ">=2.0.0-rc.2"),
            (">=2.0", "2.0.0", "2.0.0-rc.1", ">=2.0-rc.1"),
            // Before the pre-releases of one release means before those of the other one.
            ("<2.0.0-0", "2.0.0-0", "2.1.0", "<2.1.0-0"), ("<2.0.0-rc-0", "2.0.0-rc-0", "2.1.0", "<2.1.0"),
            (">=2.0.0-0", "2.0.0-0", "2.1", ">=2.1.0-0"),
            ("1.x", "2.0.0-0", "2.1.0", ">=1.0.0-0 <2.1.0-0"), ("<2.0.0-0", "2.0.0", "2.1.0-0", "<2.1.0-0"),
            (">=2.0.0", "2.0.0", "2.1.0-0", ">=2.1.0-0"), ("2.x", "2.0.0", "2.1.0-0", ">=2.1.0-0 <3.0.0-0"),
            // The cut after 2.0.0-rc is before 2.0.0-rc.0, and belongs to the version that is written.
            (">=2.0.0-rc.0", "2.0.0-rc", "2.0.0", nil), (">=2.0.0-rc.0", "2.0.0-rc.0", "2.0.0", ">=2.0.0"),
            (">2.0.0-rc", "2.0.0-rc", "2.0.0", ">2.0.0"), ("<=2.0.0-rc", "2.0.0-rc", "2.0.0", "<=2.0.0"),
            ("2.0.0-rc.1", "2.0.0-rc.1", "2.0.0", "2.0.0"),
            ("<2.0.0-0", "2.0.0-0", "2.0.0", "<2.0.0"), ("2.x", "2.0.0-0", "2.0.0", ">=2.0.0 <3.0.0-0"),
            (">=0", "0.0.0", "1.0.0", ">=1"), ("<1", "0.0.0", "1.0.0", nil),
            (">=1.99999999999999999999", "1.99999999999999999999", "2.0.0", ">=2.0"),
        ] as [(String, AppVersion, AppVersion, String?)])
    func `a version is written in the style of the one that it replaces`(
        _ requirement: String, _ old: AppVersion, _ new: AppVersion, _ expected: String?
    ) throws {
        try expectEqual(moved(requirement, old, new), expected)
    }

    @Test func `an escaped text and the elements of a list are moved, and nothing else`() throws {
        let result = try RetargetedDocument(
            try document([#"["1.5", "\u003e=2.0.0"]"#, #""<2.0.0""#]), move: BoundaryMove(from: "2.0.0", to: "2.0.1"))
        let bytes = try #require(result.edited).settings.tree.bytes
        expectEqual(
            String(decoding: bytes, as: UTF8.self),
            #"{"s": {"defaultValue": 0, "valuesByVersion": [{"appVersion": ["1.5", ">=2.0.1"], "value": 1}, "#
                + #"{"appVersion": "<2.0.1", "value": 2}]}}"#)
        expectEqual(result.rewritten.map(\.before), [">=2.0.0", "<2.0.0"])
    }

    @Test(
        arguments: [
            ([">=2.0.0 <2.0.1"], .empties(after: ">=2.0.1 <2.0.1")), (["~2.0.0"], nil),
            ([">=2.0.0", ">=2.0.1"], .meets(other: ">=2.0.1")),
            ([">=2.0.0", "<2.0.1-rc.1"], .passes(other: "<2.0.1-rc.1")),
            (["<2.0.0-0", ">=2.0.0-rc.1"], .passes(other: ">=2.0.0-rc.1")), ([">=2.0.0", "<1.9.9", ">2.1"], nil),
            ([">=2.0.0 <2.0.1 || 3.x"], .meets(other: "<2.0.1")),
        ] as [([String], RetargetedDocument.Refusal.Kind?)])
    func `what would empty a requirement or change the order of boundaries is refused`(
        _ requirements: [String], _ expected: RetargetedDocument.Refusal.Kind?
    ) throws {
        let result = try RetargetedDocument(
            try document(requirements.map { "\"\($0)\"" }), move: BoundaryMove(from: "2.0.0", to: "2.0.1"))
        expectEqual(result.refusals.first?.kind, expected)
        expectEqual((result.edited == nil), expected != nil)
    }

    @Test func `boundaries at one cut do not part`() throws {
        let result = try RetargetedDocument(
            try document([#"">2.0.0-rc""#, #"">=2.0.0-rc.0""#]), move: BoundaryMove(from: "2.0.0-rc", to: "2.0.0"))
        expectEqual(result.refusals.map(\.kind), [.passes(other: ">=2.0.0-rc.0")])
    }

    @Test func `only the chosen settings move`() throws {
        let setting = #"{"defaultValue": 0, "valuesByVersion": [{"appVersion": ">=2.0.0", "value": 1}]}"#
        let document = try SettingsDocument(parsing: Array("{\"a\": \(setting), \"b\": \(setting)}".utf8))
        let chosen = Set([document.index(named: "a")].compactMap { $0 })
        let result = try RetargetedDocument(document, move: BoundaryMove(from: "2.0.0", to: "3.0.0"), of: chosen)
        expectEqual(result.edited?.difference.settings.map(\.name), ["a"])
    }

    @Test func `a pre-release has no pre-releases of its own`() throws {
        let result = try RetargetedDocument(
            try document([#""2.x""#]), move: BoundaryMove(from: "2.0.0", to: "2.1.0-rc.1"))
        expectEqual(result.refusals.map(\.kind), [.inexpressible])
    }

    @Test func `near boundaries and minimum versions are named`() throws {
        let text = #"""
            {"$minimumVersion": "2.0", "$minimumVersionSetting": "s", "t": {"defaultValue": 0, "valuesByVersion": [
              {"appVersion": ">=1.8 <2.0.0-rc.1", "value": 1}, {"appVersion": "2.1.x", "value": 2}]},
             "s": {"defaultValue": "1.0", "valuesByVersion": [{"appVersion": "<1", "value": "2.0.0"}]}}
            """#
        let result = try RetargetedDocument(
            SettingsDocument(parsing: Array(text.utf8)), move: BoundaryMove(from: "2.0.0", to: "2.0.1"))
        expect(result.rewritten.isEmpty && result.edited == nil)
        expectEqual(result.nearestBoundaries.map(\.version), ["2.0.0-rc.1", "2.1"])
        expectEqual(result.floorsAtOldVersion.count, 2)
    }

    @Test func `after a move every version has the value that resolving predicts`() async throws {
        var (movedCount, refusedCount) = (0, 0)
        let releases: [AppVersion] = ["1", "1.2", "1.2.0.1", "1.2.1", "1.2.5", "1.9", "2.0.0", "2.5", "3", "4"]
        for seed in 1...UInt64(TestScale.rounds(3_000)) {
            await Task.yield()
            var random = SeededRandom(seed: seed)
            let style = StyledText(using: &random)
            let model = try JSONTree(parsing: Array("{\"s\": \(RandomSetting.json(using: &random))}".utf8))
            let original = try SettingsDocument(parsing: Array(style.text(of: model).utf8))
            let old = try #require(releases.randomElement(using: &random))
            let new = try #require(releases.filter { $0 != old }.randomElement(using: &random))
            let result = try RetargetedDocument(original, move: BoundaryMove(from: old, to: new))
            if !result.refusals.isEmpty { refusedCount += 1 }
            guard let edited = result.edited?.settings, let setting = original.indices.first else { continue }
            movedCount += 1
            // Nodes correspond, and differ in the texts that were written anew only.
            let rewritten = Set(result.rewritten.map(\.node))
            expectEqual(edited.tree.nodes.count, original.tree.nodes.count, "seed \(seed)")
            for node in original.tree.nodes.indices where original.tree.nodes[node].next == UInt32(node + 1) {
                let isSame =
                    original.tree.bytes[original.tree.nodes[node].span]
                    == edited.tree.bytes[edited.tree.nodes[node].span]
                expect(isSame != rewritten.contains(node), "seed \(seed)")
            }
            func value(_ document: SettingsDocument, _ version: AppVersion) -> Int? {
                document.resolve(setting, for: version).value
            }
            func expectSame(_ version: AppVersion, as other: AppVersion) {
                switch (value(edited, version), value(original, other)) {
                case (nil, nil): break
                case (let one?, let two?):
                    expect(edited.tree.isEqual(one, to: original.tree, two), "seed \(seed): \(version) as \(other)")
                default: Issue.record("seed \(seed): \(version)")
                }
            }
            // Next to the old version lies another boundary, if one is at a pre-release of it.
            let hasNeighbour = style.text(of: model).contains("\(old)-r")
            let belowOld = RandomSetting.probes.filter { $0 < old && !isPrerelease($0, of: old) }.max()
            let aboveOld = RandomSetting.probes.filter { $0 > old }.min()
            for version in RandomSetting.probes where !isPrerelease(version, of: old) && !isPrerelease(version, of: new)
            {
                if version == new {
                    expectSame(version, as: old)
                } else if version > old, version < new {
                    if !hasNeighbour, let belowOld { expectSame(version, as: belowOld) }
                } else if version < old, version > new {
                    if !hasNeighbour, let aboveOld { expectSame(version, as: aboveOld) }
                } else if version != old {
                    expectSame(version, as: version)
                } else if !hasNeighbour, let neighbour = old < new ? belowOld : aboveOld {
                    expectSame(version, as: neighbour)
                }
            }
            // And back again everything is as it was, unless other boundaries were at the new version before.
            let there = try RetargetedDocument(original, move: BoundaryMove(from: new, to: "9"))
            guard there.rewritten.isEmpty, there.refusals.isEmpty else { continue }
            let back = try RetargetedDocument(edited, move: BoundaryMove(from: new, to: old))
            let difference = DocumentDifference(from: original, to: try #require(back.edited, "seed \(seed)").settings)
            expect(difference.settings.isEmpty, "seed \(seed)")
        }
        expect(
            movedCount > TestScale.expected(150) && refusedCount > TestScale.expected(400),
            "\(movedCount) moved, \(refusedCount) refused")
    }

    private func isPrerelease(_ version: AppVersion, of release: AppVersion) -> Bool {
        version.isPrerelease && AppVersion(String(version.description.prefix { $0 != "-" })) == release
    }
}
