import FlagAnalysis
import TestSupport
import Testing

struct MemberRulesTests {
    @Test(
        arguments: [
            (
                #"{"s": {"defaultValue": 1, "valuesByVersions": []}}"#,
                #"unknown-member at "valuesByVersions": "s" has the unknown member "valuesByVersions", which is ignored; "#
                    + #"did you mean "valuesByVersion"?"#
            ),
            (
                // The right spelling is there already, so it cannot be what was meant.
                #"{"s": {"defaultValue": 1, "valuesByVersion": [], "valuesByVersions": []}}"#,
                #"unknown-member at "valuesByVersions": "s" has the unknown member "valuesByVersions", which is ignored; "#
                    + #"a setting has "defaultValue", "valuesByVersion", "type", "enum", "minimum", "maximum", "elementType", "#
                    + #""expires", "description", "owner", and members that start with "$""#
            ),
            (
                #"{"s": {"defaultValue": 1, "valuesByVersion": [{"appVersion": "1", "valeu": 2}]}}"#,
                #"unknown-member at "valeu": in "s": the entry has the unknown member "valeu", so it never wins; "#
                    + #"did you mean "value"?"#
            ),
            (
                #"{"s": {"defaultValue": 1, "valuesByVersion": [{"appVersion": "1", "value": 2, "platform": "ios"}]}}"#,
                #"unknown-member at "platform": in "s": the entry has the unknown member "platform", so it never wins; "#
                    + #"an entry has "appVersion", "when", "rollout", "from", "until", "requires", "value", "name", "description", "#
                    + #"and members that start with "$""#
            ),
            (
                #"{"g": {"defualtValue": true}}"#,
                #"unknown-member at "defualtValue": "defualtValue" is not a member of settings, so it is read as a setting "#
                    + #"of its own, "g.defualtValue"; did you mean "defaultValue"?"#
            ),
            (
                // Renamed, it would make one setting of a group, and "g.color" would be lost.
                #"{"g": {"defualtValue": true, "color": "red"}}"#,
                #"unknown-member at "defualtValue": "defualtValue" is not a member of settings, so it is read as a setting "#
                    + #"of its own, "g.defualtValue"; put it into an object of its own, or rename it"#
            ),
            (
                #"{"defaultValue": true}"#,
                #"unknown-member at "defaultValue": "defaultValue" at the top level is read as a setting with that name: "#
                    + #"a document is not a setting; put it into a member that has the name of the setting"#
            ),
            (
                #"{"$minimumVersoin": "1.0"}"#,
                #"bad-metadata at "$minimumVersoin": "$minimumVersoin" has no meaning; it looks like "$minimumVersion"; "#
                    + #"did you mean "$minimumVersion"?"#
            ),
            (
                #"{"$minimumVersionSetting": "updat", "update": "1.0"}"#,
                #"bad-metadata at "updat": "$minimumVersionSetting" names "updat", but there is no such setting; "#
                    + #"did you mean "update"?"#
            ),
            (
                #"{"$minimumVersionSetting": "update", "update": 1.0}"#,
                #"bad-metadata at 1.0: "update" forces updates, but its value 1.0 is not a version in quotes"#
            ),
            (
                #"{"s": {"defaultValue": 1, "owner": 5}}"#,
                #"bad-text at 5: in "s": "owner" is an integer, expected a string; write the text in quotes, or delete "owner""#
            ),
            (
                #"{"s": {"defaultValue": 1, "description": null}}"#,
                #"bad-text at null: in "s": "description" is null, expected a string; write the text in quotes, or delete "#
                    + #""description""#
            ),
            (
                #"{"s": {"defaultValue": 1, "valuesByVersion": [{"appVersion": ">=1.0.0", "value": 2, "description": {}}]}}"#,
                #"bad-text at {}: in "s": "description" of an entry is an object, expected a string; write the text in "#
                    + #"quotes, or delete "description""#
            ),
            (
                #"{"s": {"defaultValue": 1, "valuesByVersion": [{"appVersion": "x", "value": 2, "$allow": {"bad-requirement": "r"}, "description": 1}]}}"#,
                #"bad-text at 1: in "s": "description" of an entry is an integer, expected a string; write the text in "#
                    + #"quotes, or delete "description""#
            ),
            (
                #"{"s": {"defaultValue": 1, "minimum": null}}"#,
                #"bad-constraint at null: in "s": "minimum" is null, expected a number; write a number, or delete "minimum""#
            ),
            (
                #"{"s": {"defaultValue": 1, "maximum": true}}"#,
                #"bad-constraint at true: in "s": "maximum" is a boolean, expected a number; write a number, or delete "#
                    + #""maximum""#
            ),
            (
                #"{"s": {"defaultValue": 1, "maximum": "1"}}"#,
                #"bad-constraint at "1": in "s": "maximum" is a string, expected a number; write the number without quotes"#
            ),
            (
                #"{"s": {"defaultValue": [], "elementType": null}}"#,
                #"bad-constraint at null: in "s": "elementType" is null, expected the name of a type; write the name of a "#
                    + #"type such as "string", or delete "elementType""#
            ),
            (
                #"{"s": {"defaultValue": 1, "expires": null}}"#,
                #"bad-constraint at null: in "s": "expires" is null, expected a date; write a date such as "2026-12-01", or "#
                    + #"delete "expires""#
            ),
            (
                #"{"$version": "42"}"#,
                #"bad-metadata at "42": "$version" is a string, expected an integer"#
            ),
            (
                #"{"größe": {"a": 1, "b": 2}}"#,
                #"unusual-name at "größe": the name "größe" has characters other than ASCII letters, digits, ".", "_" and "#
                    + #""-"; rename it, in the app too"#
            ),
            (#"{"a": {"": 1}}"#, #"unusual-name at "": in "a.": a name is empty; rename it, in the app too"#),
            (
                #"{"a..b": 1}"#,
                #"unusual-name at "a..b": the name "a..b" has an empty part between its dots; rename it, in the app too"#
            ),
        ] as [(String, String)])
    func `one mistake is one finding`(_ text: String, _ finding: String) throws {
        try expectEqual(CheckedText(text).written(), [finding])
    }

    @Test(
        arguments: [
            // Two members would have the same name.
            (#"{"s": {"defaultValue": 1, "valuesByVersion": [{"appVersion": "1", "valeu": 2, "vlaue": 3}]}}"#, 0),
            (#"{"s": {"defaultValue": 1, "valuesByVersoin": [], "valuesByVersions": []}}"#, 0),
            // One entry would have two values.
            (#"{"s": {"defaultValue": 1, "valuesByVersion": [{"appVersion": "1", "valeu": 2, "defaltValue": 3}]}}"#, 0),
            (#"{"s": {"defaultValue": 1, "valuesByVersion": [{"appVersoin": "1", "valeu": 2}]}}"#, 2),
            (#"{"s": {"defaultValue": 1, "valuesByVersion": [{"appVersoin": "x", "valeu": 2, "os": 1}]}}"#, 2),
            (#"{"s": {"defaltValue": 1, "valuesByVersion": []}}"#, 1),
            (#"{"g": {"defaltValue": 1, "valuesByVersoin": []}}"#, 2),
        ] as [(String, Int)])
    func `a name is proposed only if the object is right with all proposed names`(_ text: String, _ count: Int)
        throws
    {
        let checked = try CheckedText(text)
        let helps = checked.findings(.unknownMember).compactMap(\.help)
        expectEqual(helps.filter { $0.hasPrefix("did you mean") }.count, count, "\(helps)")
        expect(helps.count >= 1)
    }

    @Test func `all unknown members of an entry are reported`() throws {
        let text = #"{"s": {"defaultValue": 1, "valuesByVersion": [{"appVersion": "1", "a": 2, "b": 3, "$c": 4}]}}"#
        try expectEqual(CheckedText(text).findings(.unknownMember).count, 2)
    }

    @Test(
        arguments: [
            (100, 100, nil), (101, 101, "there is 1 more unknown member"),
            (20_000, 101, "there are 19900 more unknown members"),
        ] as [(Int, Int, String?)])
    func `the unknown members beyond a hundred of one object share a finding`(
        count: Int, expected: Int, message: String?
    ) throws {
        let members = (0..<count).map { "\"m\($0)\": 1" }.joined(separator: ", ")
        for text in [
            #"{"s": {"defaultValue": 1, "valuesByVersion": [{"appVersion": "1", "value": 2, \#(members)}]}}"#,
            #"{"s": {"defaultValue": 1, \#(members)}}"#,
        ] {
            let checked = try CheckedText(text)
            let findings = checked.findings(.unknownMember)
            expectEqual(findings.count, expected)
            expect(findings.last?.message.hasSuffix(message ?? "") == true)
            expectEqual(checked.text(findings.last?.span ?? 0..<0), "\"m\(min(count - 1, 100))\"")
        }
    }

    @Test(arguments: [
        #"{"owner": 1, "g": {"description": 2, "owner": null}}"#, #"{"s": {"defaultValue": {"owner": 1}}}"#,
    ])
    func `a setting or a value may have the name of such a member`(_ text: String) throws {
        try expect(CheckedText(text).findings(.badText).isEmpty)
    }

    @Test func `names like those of settings' members are fine elsewhere`() throws {
        try expectEqual(CheckedText(#"{"values": 1, "g": {"default": 2, "version": 3}, "$note": 4}"#).written(), [])
    }
}
