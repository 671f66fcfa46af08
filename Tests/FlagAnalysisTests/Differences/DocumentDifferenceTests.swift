import FlagAnalysis
import FlagResolver
import TestSupport
import Testing

struct DocumentDifferenceTests {
    private func document(_ json: String) throws -> SettingsDocument {
        try SettingsDocument(parsing: Array(json.utf8))
    }

    /// The changes between two settings, each with its versions and the kind of what is responsible.
    private func changes(_ old: String, _ new: String) throws -> [String] {
        let difference = DocumentDifference(from: try document(old), to: try document(new))
        return difference.settings.flatMap { setting in
            setting.changes.map { "\(setting.name) \($0.versions) \(Self.kind($0.cause))" }
        }
    }

    private static func kind(_ cause: ValueChange.Cause) -> String {
        switch cause {
        case .settingAdded(let entry): "setting added\(entry.map { ", entry \($0)" } ?? "")"
        case .settingRemoved(let entry): "setting removed\(entry.map { ", entry \($0)" } ?? "")"
        case .entryAdded(let new): "entry \(new) added"
        case .requirementChanged(let new, let old): "\(old)→\(new) matches"
        case .valueChanged(let new, let old): "\(old)→\(new) value"
        case .entryRemoved(let old, let winner): "entry \(old) removed, \(winner?.description ?? "default") wins"
        case .noLongerMatches(let new, let old, let winner):
            "\(old)→\(new) no longer matches, \(winner?.description ?? "default") wins"
        case .movedBefore(let winner, let other): "\(winner) moved before \(other)"
        case .defaultChanged: "default"
        case .typeChanged: "type"
        }
    }

    private static func setting(_ entries: [(String, String)], default standing: String = "0", more: String = "")
        -> String
    {
        let list = entries.map { "{\"appVersion\": \"\($0.0)\", \"value\": \($0.1)}" }.joined(separator: ",")
        return "{\"s\": {\"defaultValue\": \(standing)\(more), \"valuesByVersion\": [\(list)]}}"
    }

    private static let base = [(">=1.4.1 <1.4.3", "1"), (">=1.4.0", "2")]

    @Test(
        arguments: [
            (base, ["s >=1.4.3 0→0 matches"], [(">=1.4.1", "1"), (">=1.4.0", "2")]),
            (base, ["s >=1.4.1 <1.4.3 0→0 value"], [(">=1.4.1 <1.4.3", "7"), (">=1.4.0", "2")]),
            (base, ["s >=1.4.1 <1.4.3 entry 0 removed, 0 wins"], [(">=1.4.0", "2")]),
            (base, ["s >=1.4.0 <1.4.1 || >=1.4.3 entry 1 removed, default wins"], [(">=1.4.1 <1.4.3", "1")]),
            (base, ["s >=1.4.1 <1.4.3 0 moved before 1"], [(">=1.4.0", "2"), (">=1.4.1 <1.4.3", "1")]),
            (
                base, ["s >=1.4.0 <1.4.1 || >=1.4.3 <1.5.0 1→1 no longer matches, default wins"],
                [(">=1.4.1 <1.4.3", "1"), (">=1.5.0", "2")]
            ),
            (base, ["s >=3.0.0 entry 0 added"], [(">=3", "9"), (">=1.4.1 <1.4.3", "1"), (">=1.4.0", "2")]),
            (base, [], [(">=1.4.1 <1.4.3", "1"), (">=1.4", "2"), (">=9", "5")]),
        ] as [([(String, String)], [String], [(String, String)])])
    func `a change names what is responsible`(
        _ old: [(String, String)], _ expected: [String], _ new: [(String, String)]
    ) throws {
        try expectEqual(changes(Self.setting(old), Self.setting(new)), expected)
    }

    @Test func `a default and a declared type can be responsible`() throws {
        let old = Self.setting([(">=2", "\"a\"")])
        try expectEqual(changes(old, Self.setting([(">=2", "\"a\"")], default: "1")), ["s <2.0.0 default"])
        let typed = Self.setting([(">=2", "\"a\"")], more: ", \"type\": \"integer\"")
        try expectEqual(changes(old, typed), ["s >=2.0.0 type"])
        try expectEqual(changes(typed, old), ["s >=2.0.0 type"])
    }

    @Test func `added and removed settings are named with their versions`() throws {
        let one = Self.setting([(">=2", "1")])
        try expectEqual(changes("{}", one), ["s <2.0.0 setting added", "s >=2.0.0 setting added, entry 0"])
        try expectEqual(changes(one, "{}"), ["s <2.0.0 setting removed", "s >=2.0.0 setting removed, entry 0"])
    }

    @Test(
        arguments: [
            (#"{"a": 1.0}"#, #"{"a": 1.00}"#), (#"{"a": {"defaultValue": 1}}"#, #"{"a": 1}"#),
            (#"{"a": {"b": 1}}"#, #"{"a.b": 1}"#), (#"{"a": 1, "b": 2}"#, #"{"$x": 0, "b": 2, "a": 1}"#),
            (#"{"a": "é"}"#, #"{"a": "\u00e9"}"#),
        ])
    func `texts with the same meaning have no difference`(_ old: String, _ new: String) throws {
        try expectEqual(changes(old, new), [])
    }

    @Test func `an integer and a number with a fraction are different values`() throws {
        try expectEqual(changes(#"{"a": 1}"#, #"{"a": 1.0}"#), ["a * default"])
    }

    @Test func `a setting without a value is not compared`() throws {
        let broken = #"{"a": {"valuesByVersion": []}}"#
        for (old, new) in [(broken, #"{"a": 1}"#), (#"{"a": 1}"#, broken), (broken, broken)] {
            let difference = DocumentDifference(from: try document(old), to: try document(new))
            expect(difference.settings.isEmpty && difference.unchanged.isEmpty)
        }
    }

    @Test func `only the named settings are compared`() throws {
        let difference = DocumentDifference(
            from: try document(#"{"a": 1, "b": 1}"#), to: try document(#"{"a": 2, "b": 2}"#),
            names: [ExactText("b")])
        expectEqual(difference.settings.map(\.name), ["b"])
    }

    /// Few entries, more boundaries than are sorted one by one, and more entries than a word has bits.
    @Test(arguments: [(600, 0...6), (60, 10...40), (20, 60...80)])
    func `the difference agrees with resolving both, on random documents`(
        _ rounds: Int, _ entries: ClosedRange<Int>
    ) throws {
        for seed in UInt64(1)...UInt64(rounds) {
            var random = SeededRandom(seed: seed)
            func json() -> String {
                let names = ["a", "b", "c", "d"].filter { _ in Bool.random(using: &random) }
                return
                    "{\(names.map { "\"\($0)\": \(RandomSetting.json(entries: entries, using: &random))" }.joined(separator: ","))}"
            }
            let (old, new) = (try document(json()), try document(json()))
            let difference = DocumentDifference(from: old, to: new)
            let names = Set(old.names + new.names).sorted()
            expectEqual(difference.settings.map(\.name), names.filter { difference.settings.map(\.name).contains($0) })
            expectEqual(difference.unchanged, names.filter { difference.unchanged.contains($0) })
            for name in names {
                let setting = difference.settings.first { $0.name == name }
                for version in RandomSetting.probes {
                    let before = old.index(named: name).map { old.resolve($0, for: version) }
                    let after = new.index(named: name).map { new.resolve($0, for: version) }
                    let isUncomparable = [before, after].contains { $0.map { $0.value == nil } ?? false }
                    guard !isUncomparable else {
                        expect(setting == nil && !difference.unchanged.contains(name), "seed \(seed), \(name)")
                        continue
                    }
                    let holding =
                        setting.map { setting in
                            setting.changes.filter { $0.versions.contains(version) }
                        } ?? []
                    let isSame: Bool =
                        switch (before?.value, after?.value) {
                        case (let before?, let after?): old.tree.isEqual(before, to: new.tree, after)
                        default: false
                        }
                    expectEqual(holding.count, isSame ? 0 : 1, "seed \(seed), \(name) for \(version)")
                    guard let change = holding.first else { continue }
                    let matchesOld = change.oldValue.flatMap { node in before?.value.map { (node, $0) } }
                    let matchesNew = change.newValue.flatMap { node in after?.value.map { (node, $0) } }
                    expect(matchesOld.map { old.tree.isEqual($0, to: old.tree, $1) } ?? (before == nil), "seed \(seed)")
                    expect(matchesNew.map { new.tree.isEqual($0, to: new.tree, $1) } ?? (after == nil), "seed \(seed)")
                }
                expect((setting != nil) != difference.unchanged.contains(name) || setting == nil, "seed \(seed)")
            }
        }
    }

    @Test func `exchanging the documents exchanges the values`() throws {
        for seed in 1...UInt64(TestScale.rounds(200)) {
            var random = SeededRandom(seed: seed)
            let old = try document("{\"s\": \(RandomSetting.json(using: &random))}")
            let new = try document("{\"s\": \(RandomSetting.json(using: &random))}")
            let there = DocumentDifference(from: old, to: new).settings.map(\.versions)
            let back = DocumentDifference(from: new, to: old).settings.map(\.versions)
            expectEqual(there, back, "seed \(seed)")
        }
    }

    @Test func `settings come in the order of their names, whichever document has them`() throws {
        let old = try document(#"{"é": 1, "b": 1, "a.b": 1, "gone": 1, "same": 1, "Z": 1}"#)
        let new = try document(#"{"same": 1, "new": 2, "a": {"b": 2}, "ab": 2, "b": 2, "é": 2}"#)
        let difference = DocumentDifference(from: old, to: new)
        expectEqual(difference.settings.map(\.name), ["Z", "a.b", "ab", "b", "gone", "new", "é"])
        expectEqual(difference.settings.map(\.isRemoved), [true, false, false, false, true, false, false])
        expectEqual(difference.settings.map(\.isAdded), [false, false, true, false, false, true, false])
        expectEqual(difference.unchanged, ["same"])
        expectEqual(difference.inDocumentOrder.settings.map(\.name), ["new", "a.b", "ab", "b", "é", "gone", "Z"])
    }

    @Test func `the versions of changes are disjoint and in their one form`() throws {
        for seed in 1...UInt64(TestScale.rounds(300)) {
            var random = SeededRandom(seed: seed)
            let old = try document("{\"s\": \(RandomSetting.json(using: &random))}")
            let new = try document("{\"s\": \(RandomSetting.json(using: &random))}")
            for setting in DocumentDifference(from: old, to: new).settings {
                var covered = VersionSet.none
                for change in setting.changes {
                    expect(change.versions.isCanonical, "seed \(seed)")
                    expect(change.versions.isDisjoint(with: covered), "seed \(seed)")
                    covered = covered.union(change.versions)
                }
                expectEqual(covered, setting.versions, "seed \(seed)")
                let starts = setting.changes.compactMap { $0.versions.intervals.first?.lower }
                expectEqual(starts, starts.sorted(), "seed \(seed)")
            }
        }
    }

    /// Entries are paired one by one where there are few, and by a table where there are many.
    @Test(.long, arguments: [UInt64(1), 2, 3], [40, 80])
    func `causes do not depend on how many entries there are`(_ seed: UInt64, _ more: Int) throws {
        var random = SeededRandom(seed: seed)
        // Many entries that win for no version, and are the same in both documents.
        let padding = (0..<more).map { "{\"appVersion\": \"900.0.\($0)\", \"value\": \"p\($0)\"}" }
        for _ in 0..<200 {
            let entries = (0..<2).map { _ in
                (0..<Int.random(in: 1...5, using: &random)).map { _ in
                    "{\"appVersion\": \(RandomSetting.appVersion(using: &random)), "
                        + "\"value\": \(Int.random(in: 0...3, using: &random))}"
                }
            }
            func text(_ side: Int, _ more: [String]) -> String {
                let list = ["{\"appVersion\": \"900.x\", \"value\": 9}"] + entries[side] + more
                return "{\"s\": {\"defaultValue\": 0, \"valuesByVersion\": [\(list.joined(separator: ","))]}}"
            }
            let few = try changes(text(0, []), text(1, []))
            let many = try changes(text(0, padding), text(1, padding))
            expectEqual(few, many, "seed \(seed)")
        }
    }
}
