import FlagResolver
import TestSupport
import Testing

@testable import FlagAnalysis

/// The work of a search for stale entries.
struct StayingEntriesTests {
    /// Entries with rollouts of their own for some of 40 countries each. Salts are in the order of their entries: otherwise, the
    /// winner is a larger function.
    private static func countryLists(_ count: Int) throws -> SettingsDocument {
        let entries = (0..<count).map { index in
            let countries = (0..<4).map { "\"c\((index * 7 + $0 * 11) % 40)\"" }.joined(separator: ", ")
            return "{\"when\": {\"country\": [\(countries)]}, "
                + "\"rollout\": {\"percent\": 50, \"salt\": \"salt\(100 + index)\"}, \"value\": true}"
        }
        let text = #"{"s": {"defaultValue": false, "valuesByVersion": [\#(entries.joined(separator: ", "))]}}"#
        return try SettingsDocument(parsing: Array(text.utf8))
    }

    private static func spaces(_ document: SettingsDocument) -> StaleSpaces {
        StaleSpaces(CaseAxes(document), StaleAssumptions(floor: "1.0.0"))
    }

    @Test func `the states for twice as many entries with rollouts are three times as many at most`() throws {
        let states = try [40, 80, 160].map { count in
            let document = try Self.countryLists(count)
            let spaces = Self.spaces(document)
            let found = try #require(try StaleSetting(SettingIndex(0), of: document, spaces, nil)).findings()
            expect(found.isEmpty)
            return spaces.known.space.diagram.stateCount
        }
        expect(states[2] < 3 * states[1] && states[1] < 3 * states[0], "\(states)")
    }

    private static func staying(_ entries: String, pinned: Set<Int> = []) throws -> Set<Int> {
        let text = #"{"s": {"defaultValue": false, "valuesByVersion": [\#(entries)]}}"#
        let document = try SettingsDocument(parsing: Array(text.utf8))
        let functions = try EntryFunctions(SettingIndex(0), spaces(document).known)
        var classes = ValueClasses(of: document.tree)
        let defaultClass = classes.number(of: Int(document.loaded[SettingIndex(0)].defaultValue))
        let valueClasses = document.loaded[SettingIndex(0)].entries.map {
            classes.number(of: Int(document.loaded[$0].value))
        }
        return try StayingEntries(
            [functions], valueClasses: valueClasses, defaultClass: defaultClass, pinned: pinned
        ).found
    }

    @Test(
        arguments: [
            // Some users get the default instead.
            (#"{"when": {"a": 1}, "value": true}, {"when": {"b": 1}, "value": true}"#, [0, 1]),
            // The first entry adds nothing to the second one.
            (#"{"when": {"a": 1, "b": 1}, "value": true}, {"when": {"b": 1}, "value": true}"#, [1]),
            // The first entry differs from the second one, which stays.
            (#"{"when": {"a": 1, "b": 1}, "value": false}, {"when": {"b": 1}, "value": true}"#, [0, 1]),
            // The second entry never wins.
            (#"{"when": {"b": 1}, "value": true}, {"when": {"a": 1, "b": 1}, "value": true}"#, [0]),
            // The first entry is the only one whose value differs from that of the default.
            (#"{"when": {"a": 1}, "value": true}, {"when": {"b": 1}, "value": false}"#, [0]),
        ] as [(String, Set<Int>)])
    func `an entry stays if somebody would get another value from a later entry that stays, or from the default`(
        entries: String, staying: Set<Int>
    ) throws {
        try expectEqual(Self.staying(entries), staying)
    }

    @Test func `a pinned entry stays, and shows that another one does`() throws {
        let entries = #"{"when": {"a": 1, "b": 1}, "value": true}, {"when": {"b": 1}, "value": false}"#
        try expectEqual(Self.staying(entries), [0])
        try expectEqual(Self.staying(entries, pinned: [1]), [0, 1])
    }

    @Test func `each of thousands of required settings is examined`() throws {
        let names = (0..<3_000).map { "\"r\($0)\"" }
        let required = names.map { "\($0): {\"defaultValue\": true}" }.joined(separator: ", ")
        let text = """
            {\(required), "s": {"defaultValue": false, "valuesByVersion": [
                {"appVersion": ">=2.0.0", "requires": [\(names.joined(separator: ", "))], "value": true}]}}
            """
        let stale = try StaleDocument(SettingsDocument(parsing: Array(text.utf8)), floor: "1.0.0")
        expectEqual(stale.findings.count { if case .satisfied = $0.kind { true } else { false } }, names.count)
        let edited = try #require(stale.edited?.settings)
        expect(!String(decoding: edited.tree.bytes, as: UTF8.self).contains("requires"))
    }
}
