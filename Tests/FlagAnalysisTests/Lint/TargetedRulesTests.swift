import FlagResolver
import TestSupport
import Testing

@testable import FlagAnalysis

/// Rules about entries that test more than the version.
struct TargetedRulesTests {
    private static func setting(_ entries: [String]) -> String {
        #"{"defaultValue": 0, "valuesByVersion": [\#(entries.joined(separator: ", "))]}"#
    }

    @Test func `a declared value and a prefix of one are found, on random strings`() {
        var random = SeededRandom(seed: 1)
        func string() -> String {
            String(
                (0..<Int.random(in: 0...3, using: &random)).compactMap { _ in "abé\u{0}".randomElement(using: &random) }
            )
        }
        for _ in 0..<2_000 {
            let strings = (0..<Int.random(in: 0...5, using: &random)).map { _ in string() }
            let values = ListedValues(strings)
            let text = string()
            expectEqual(values.contains(text), strings.contains { Array($0.utf8) == Array(text.utf8) })
            expectEqual(values.containsString(startingWith: text), strings.contains { $0.utf8.starts(with: text.utf8) })
        }
    }

    /// Each of these compares a thousand names for each of 400 findings.
    private static let misspelt: [(code: RuleCode, text: String)] = {
        let numbers = 1_000..<2_000
        let misspelt = (0..<400).map { #""name\#($0 + 1_000)x""# }
        let conditions = misspelt.map { #"{"when": {"a": \#($0)}, "value": 1}"# }
        let attributes = misspelt.map { #"{"when": {\#($0): 1}, "value": 1}"# }
        let required = misspelt.map { #"{"requires": \#($0), "value": 1}"# }
        let values = misspelt.map { #"{"appVersion": "*", "value": \#($0)}"# }
        let names = numbers.map { #""name\#($0)""# }.joined(separator: ", ")
        let attributeNames = numbers.map { #""name\#($0)": {"type": "number"}"# }.joined(separator: ", ")
        let settings = numbers.dropFirst().map { #""name\#($0)": true"# }.joined(separator: ", ")
        return [
            (
                .unlistedValue,
                #"{"$attributes": {"a": {"type": "string", "values": [\#(names)]}}, "s": \#(setting(conditions))}"#
            ), (.undeclaredAttribute, #"{"$attributes": {\#(attributeNames)}, "s": \#(setting(attributes))}"#),
            (.unknownRequires, #"{\#(settings), "s": \#(setting(required))}"#),
            (
                .valueNotInEnum,
                #"{"s": {"enum": [\#(names)], "defaultValue": "name1000", "valuesByVersion": "#
                    + "[\(values.joined(separator: ", "))]}}"
            ),
        ]
    }()

    @Test(.long, arguments: misspelt.indices)
    func `only the first of many misspelt names have a suggestion`(index: Int) throws {
        let (code, text) = Self.misspelt[index]
        let checked = try CheckedText(text)
        let findings = checked.findings(code)
        let isSuggested = findings.map { $0.help?.hasPrefix("did you mean \"name") == true }
        expectEqual(findings.count, 400)
        // An attribute is also compared with those that every context or the store has.
        let suggestionCount = code == .undeclaredAttribute ? 259 : 262
        expectEqual(isSuggested, (0..<400).map { $0 < suggestionCount })
    }

    @Test(arguments: [("true", "false", 0), ("true", "true", 1), ("false", "false", 1)])
    func `schedules overlap only if both entries need an app version, or neither does`(
        first: String, second: String, count: Int
    ) throws {
        let entries = [
            #"{"when": {"appVersion": {"absent": \#(first)}}, "from": "2026-12-01T00:00:00Z", "#
                + #""until": "2026-12-20T00:00:00Z", "value": 1}"#,
            #"{"when": {"appVersion": {"absent": \#(second)}}, "from": "2026-12-18T00:00:00Z", "#
                + #""until": "2027-01-02T00:00:00Z", "value": 2}"#,
        ]
        let checked = try CheckedText(#"{"s": \#(Self.setting(entries))}"#)
        expectEqual(checked.findings(.overlappingSchedules).count, count)
    }

    @Test func `a rollout that overlaps several earlier ones is reported once`() throws {
        let entries = (0..<5).map { index in
            #"{"rollout": {"percent": [\#(10 * index), \#(10 * index + 50)], "salt": "a"}, "value": \#(index + 1)}"#
        }
        let checked = try CheckedText(#"{"s": \#(Self.setting(entries))}"#)
        let findings = checked.findings(.overlappingSlices)
        expectEqual(findings.map { checked.text($0.span) }, ["[10, 60]", "[20, 70]", "[30, 80]", "[40, 90]"])
        let notes = findings.map(\.notes)
        expectEqual(notes, [[]] + Array(repeating: ["more earlier entries may overlap it in the same way"], count: 3))
    }

    @Test(arguments: ["<2.0.0", "<2.0.0+5", ">=2.0.0+532"])
    func `a boundary excludes or includes pre-releases, whatever its build metadata`(requirement: String) throws {
        let checked = try CheckedText(entries: [(requirement, "1")])
        let finding = try #require(checked.findings(.prereleaseBoundary).first)
        let (sign, verb) = requirement.hasPrefix("<") ? ("<", "includes") : (">=", "excludes")
        expectEqual(
            finding.message,
            "in \"s\": \"\(requirement)\" \(verb) pre-releases such as 2.0.0-rc.1, as every \"\(sign)\" does")
        expect(finding.help?.hasPrefix("write \"\(sign)2.0.0-0\" to ") == true)
    }
}
