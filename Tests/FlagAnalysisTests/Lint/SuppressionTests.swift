import FlagAnalysis
import FlagResolver
import TestSupport
import Testing

struct SuppressionTests {
    private static let island = #""defaultValue": 1, "valuesByVersion": [{ "appVersion": ">=2 <3", "value": 2 }]"#

    @Test(
        arguments: [
            // At each level at which metadata may be.
            (#"{"$allow": {"value-island": "r"}, "g": {"s": {\#(island)}}}"#, []),
            (#"{"g": {"$allow": {"value-island": "r"}, "s": {\#(island)}}}"#, []),
            (#"{"g": {"s": {"$allow": {"value-island": "r"}, \#(island)}}}"#, []),
            (#"{"s": {\#(island), "$\u0061llow": {"value-island": "r"}}}"#, []),
            (
                #"{"s": {"defaultValue": 1, "valuesByVersion": [{"appVersion": ">=2 <1", "value": 2, "$allow": {"empty-requirement": "r"}}]}}"#,
                []
            ),
            // The name of a setting or group is part of it.
            (#"{"a b": {"$allow": {"unusual-name": "r"}, "defaultValue": 1}}"#, []),
            (#"{"a b": {"$allow": {"unusual-name": "r"}, "c": {"defaultValue": 1}}}"#, []),
            // A sibling, another rule, and a value are not concerned.
            (
                #"{"t": {"$allow": {"value-island": "r"}, "defaultValue": 1}, "s": {\#(island)}}"#,
                ["unused-allow", "value-island"]
            ),
            (#"{"s": {"$allow": {"short-version": "r"}, \#(island)}}"#, ["unused-allow", "value-island"]),
            (#"{"s": {"defaultValue": {"$allow": {"value-islands": ""}}}}"#, []),
            // The innermost one counts; the outer one is not needed.
            (
                #"{"$allow": {"value-island": "r"}, "s": {"$allow": {"value-island": "r"}, \#(island)}}"#,
                ["unused-allow"]
            ),
            (
                #"{"$allow": {"value-island": "r", "unused-allow": "r"}, "s": {"$allow": {"value-island": "r"}, \#(island)}}"#,
                []
            ),
            // Malformed ones allow nothing.
            (#"{"$allow": {"value-island": " \t"}, "s": {\#(island)}}"#, ["bad-allow", "value-island"]),
            (#"{"$allow": {"value-island": true}, "s": {\#(island)}}"#, ["bad-allow", "value-island"]),
            (#"{"$allow": {"value-iland": 1}, "s": {\#(island)}}"#, ["bad-allow", "value-island"]),
            (#"{"$allow": "value-island", "s": {\#(island)}}"#, ["bad-allow", "value-island"]),
            (#"{"$allow": {}, "s": {\#(island)}}"#, ["value-island"]),
            // Codes of stale and references, and rules without what they need, are not judged.
            (
                #"{"$allow": {"constant-setting": "r", "unread-setting": "r", "below-floor": "r", "unknown-release": "r"}, "s": 1}"#,
                []
            ),
        ] as [(String, [String])])
    func `findings are allowed where the document says so`(_ text: String, _ expected: [String]) throws {
        let checked = try CheckedText(text)
        let ignored: Set<RuleCode> = [.prereleaseBoundary, .shortVersion]
        expectEqual(checked.codes.filter { !ignored.contains($0) }.map(\.rawValue).sorted(), expected)
    }

    @Test(
        arguments: [
            (
                #"{"$allow": {"value-iland": "r"}}"#,
                #"bad-allow at "value-iland": "$allow" names "value-iland", but there is no such rule; did you mean "value-island"?"#
            ),
            (
                #"{"$allow": {"xyz": "r"}}"#,
                #"bad-allow at "xyz": "$allow" names "xyz", but there is no such rule; "flagctl rules" lists the rules"#
            ),
            (
                #"{"$allow": []}"#,
                #"bad-allow at []: "$allow" is an array, expected an object of rules and reasons; "#
                    + #"write an object, as in { "value-island": "until 2.1 is out" }"#
            ),
            (
                #"{"$allow": {"value-island": 1}}"#,
                #"bad-allow at 1: the reason for "value-island" in "$allow" is an integer, expected a string; "#
                    + #"write why the finding is allowed, as in "until 2.1 is out""#
            ),
            (
                #"{"$allow": {"value-island": ""}}"#,
                #"bad-allow at "": "$allow" gives no reason for "value-island"; "#
                    + #"write why the finding is allowed, as in "until 2.1 is out""#
            ),
            (
                #"{"$alow": {"value-island": ""}}"#,
                #"bad-metadata at "$alow": "$alow" has no meaning; it looks like "$allow"; did you mean "$allow"?"#
            ),
        ])
    func `a suppression that is wrong has a message that says why`(_ text: String, _ expected: String) throws {
        try expectEqual(CheckedText(text).written(), [expected])
    }

    @Test func `only the first names of unknown rules have a suggestion`() throws {
        let names = (0..<6000).map { #""value-islan\#(Character(Unicode.Scalar(0x4E00 + $0) ?? "?"))": "r""# }
        let findings = try CheckedText(#"{"$allow": {\#(names.joined(separator: ", "))}}"#).findings
        expectEqual(findings.count, names.count)
        let suggested = findings.prefix { $0.help == "did you mean \"value-island\"?" }.count
        expect((1000..<6000).contains(suggested))
        expect(findings.dropFirst(suggested).allSatisfy { $0.help == #""flagctl rules" lists the rules"# })
    }

    @Test func `a suppression is judged with the releases or the date that its rule needs`() throws {
        let text = #"{"$allow": {"unknown-release": "r", "expired-schedule": "r"}, "s": 1}"#
        let withReleases = try CheckedText(text, releases: "1.0.0")
        expectEqual(withReleases.findings.map { withReleases.text($0.span) }, [#""unknown-release""#])
        let withDate = try CheckedText(text, instant: "2026-12-01T00:00:00Z")
        expect(withDate.findings.isEmpty)
    }

    @Test func `a document does not allow a change, which is over when the next one comes`() throws {
        let old =
            #"{ "s": { "defaultValue": 1, "valuesByVersion": [{ "rollout": { "percent": 50, "salt": "s" }, "value": 2 }] } }"#
        func text(_ allow: String) -> String {
            #"{ \#(allow)"s": { "defaultValue": 1, "valuesByVersion": [{ "rollout": { "percent": 25, "salt": "s" }, "value": 2 }] } }"#
        }
        try expectEqual(CheckedText(text(""), previous: old).codes, [.shrunkRollout])
        try expectEqual(
            CheckedText(text(#""$allow": { "shrunk-rollout": "an outage" }, "#), previous: old).codes,
            [RuleCode(rawValue: "bad-allow"), .shrunkRollout])
        let document = try SettingsDocument(parsing: Array(text("").utf8))
        let allowed = DocumentCheck(rules: Rules.all).result(
            for: CheckedDocument(
                document, previous: try SettingsDocument(parsing: Array(old.utf8)),
                allowing: [ExactText("s"): "an outage"]))
        expectEqual(allowed.findings.map(\.code), [])
        expectEqual(allowed.suppressed.map(\.reason), ["an outage"])
    }

    @Test func `in a merged document, members of a patch are covered by the parts that they are in`() throws {
        let old = #"{"a": 1, "s": {"$allow": {"empty-requirement": "r"}, "defaultValue": 1}, "t": {"defaultValue": 1}}"#
        let entries = #""valuesByVersion": [{"appVersion": ">=2 <1", "value": 2}]"#
        let patch = try JSONTree(parsing: Array(#"{"s": {\#(entries)}, "t": {\#(entries)}, "a": 2}"#.utf8))
        let tree = try JSONTree(parsing: Array(old.utf8)).merging(patch)
        let result = DocumentCheck(rules: Rules.all).result(for: CheckedDocument(try SettingsDocument(tree: tree)))
        expectEqual(
            result.suppressed.map { "\($0.finding.code.rawValue) \($0.reason)" }, ["empty-requirement r"])
        expectEqual(result.findings.map(\.code.rawValue), ["empty-requirement"])
    }

    @Test func `every bad example is clean with all of its rules allowed, and no value changes`() throws {
        // That of one rule takes ten seconds. Changes are allowed elsewhere.
        for rule in Rules.all
        where !rule.rejectsDocument && !rule.needsRevision && (TestScale.isFull || rule.code != .tooManyCases) {
            for example in rule.bad {
                let checked = try CheckedText(
                    example.document, releases: example.releases, instant: example.instant, previous: example.previous,
                    readers: example.readers)
                let codes = Set(checked.codes.map(\.rawValue)).sorted()
                let allow = codes.map { "\"\($0)\": \"because\"" }.joined(separator: ", ")
                // `$allow` itself is what two rules are about; a document has it once.
                guard !example.document.contains("\"$allow\"") else { continue }
                let allowing = "{ \"$allow\": { \(allow) }," + example.document.dropFirst()
                let allowed = try CheckedText(
                    allowing, releases: example.releases, instant: example.instant, previous: example.previous,
                    readers: example.readers)
                expectEqual(allowed.codes.map(\.rawValue), [], "\(rule.code.rawValue)")

                let before = try SettingsDocument(parsing: Array(example.document.utf8))
                let after = try SettingsDocument(parsing: Array(allowing.utf8))
                let difference = DocumentDifference(from: before, to: after)
                expect(difference.settings.allSatisfy { $0.changes.isEmpty }, "\(rule.code.rawValue)")
            }
        }
    }
}
