import FlagResolver
import TestSupport
import Testing

@testable import FlagAnalysis

/// Rules about versions that are read otherwise than they look.
struct VersionTextRulesTests {
    private func findings(
        _ requirement: String, _ rule: any Rule, releases: String? = nil
    ) throws -> [Finding] {
        let text = #"{"a": {"defaultValue": 0, "valuesByVersion": [{"appVersion": "\#(requirement)", "value": 1}]}}"#
        let document = try SettingsDocument(parsing: Array(text.utf8))
        let list = try releases.map { try ReleaseList(parsing: Array($0.utf8)) }
        return DocumentCheck(rules: [rule]).result(for: CheckedDocument(document, releases: list)).findings
    }

    @Test(
        arguments: [
            ("1.4.0-1.5.0", true), ("=1.4.0-1.5.0", true), ("1.4-1.5", true), ("v1.4.0-v1.5.0", true),
            ("1.4.0-1.5.0 || 2.0.0", true), ("1.4.0 - 1.5.0", false), ("1.4.0-rc.1", false), ("1.4.0-1", false),
            (">=1.4.0-1.5.0", false), ("1.4.0-0", false), ("1.4.0-1.5.0-rc.1", true), ("1.4.x", false),
        ])
    func `a pre-release that is a version is most likely a range`(_ requirement: String, _ isReported: Bool) throws {
        try expectEqual(findings(requirement, HyphenRangeRule()).isEmpty, !isReported)
    }

    @Test(
        arguments: [
            ("1.4", true), ("=1.4", true), ("2", true), ("v1.4", true), (">=1.0 <2.0 || 1.4", true), ("= 1.4", true),
            ("1.4||2.0.0", true), ("1.4.0", false), ("1.4.x", false), (">=1.4", false), ("~1.4", false),
            ("1.4 - 1.5", false), ("*", false), ("1.4-rc.1", false), ("52920000", false), ("1.0.0 || 52920000", false),
            ("!=1.4", false), (">=1.0,2.0", true), (">=1,4", false), (">=1,<2", false),
        ])
    func `a version with one or two numbers is one version`(_ requirement: String, _ isReported: Bool) throws {
        try expectEqual(findings(requirement, ShortVersionRule()).isEmpty, !isReported)
    }

    @Test(arguments: [("1.4", "1.4"), ("v1.4", "1.4"), ("=V2", "2"), ("01.4", "1.4")])
    func `the wildcard for a short version has neither a v nor leading zeros`(
        _ requirement: String, _ series: String
    ) throws {
        let checked = try CheckedText(entries: [(requirement, "1")])
        let finding = try #require(checked.findings(.shortVersion).first)
        let help = try #require(finding.help)
        expect(help.hasPrefix("write \"\(series).x\" for every \(series) version, or "))
    }

    @Test(
        arguments: [
            (">=1,4", ["\">=1,4\" is only the version 4.0.0; did you mean \">=1.4\"?"]),
            ("<5,4", ["\"<5,4\" is only the version 4.0.0; did you mean \"<5.4\"?"]),
            ("!=1,4", ["\"!=1,4\" is only the version 4.0.0; did you mean \"!=1.4\"?"]),
            (">=1,4,4", ["\">=1,4,4\" is only the version 4.0.0; did you mean \">=1.4.4\"?"]),
            (">=1.4,2", ["\">=1.4,2\" is only the version 2.0.0; did you mean \">=1.4.2\"?"]),
            ("2.0.0 || >=1,4 <9", ["\">=1,4 <9\" is only the version 4.0.0; did you mean \">=1.4 <9\"?"]),
            (
                ">=1,4 || >=5,7",
                [
                    "\">=1,4\" is only the version 4.0.0; did you mean \">=1.4\"?",
                    "\">=5,7\" is only the version 7.0.0; did you mean \">=5.7\"?",
                ]
            ),
            (">=1.0, <2.0", []), (">=1,<2", []), (">=1.4, 2", []), (">=1 4", []), (">=1,=4", []), (">=1,4.x", []),
            // Four numbers are two versions.
            (">=1.0,2.0", []),
            // These contain no version, which has a finding of its own.
            ("1,4", []), (">=7,230,0", []), (">=1,4 <2", []),
        ] as [(String, [String])])
    func `a comma between numbers is most likely a decimal comma`(_ requirement: String, _ expected: [String]) throws {
        let checked = try CheckedText(entries: [(requirement, "1")])
        let findings = checked.findings(.decimalComma)
        expectEqual(findings.count, expected.count)
        for (finding, text) in zip(findings, expected) {
            expectEqual(
                "\(finding.message); \(finding.help ?? "")",
                "in \"s\": "
                    + text.replacing("; did", with: ", because a comma means that both must hold; did"))
            expect(text.hasPrefix("\"\(checked.text(finding.span))\""))
        }
        // The number after such a comma is no version that somebody has shortened.
        if !expected.isEmpty { expect(checked.findings(.shortVersion).isEmpty) }
    }

    @Test func `versions that conditions test are read as closely as requirements`() throws {
        let checked = try CheckedText(
            #"""
            {"s": {"defaultValue": 0, "valuesByVersion": [
              {"when": {"os": {"version": ["1.4.0-1.5.0", ">=v2.0.0", "<17,2"]}}, "value": 1},
              {"appVersion": ">=1.0.0", "when": {"os": [{"version": "1.4 || 03.0.0"}]}, "value": 2},
              {"when": {"os": {"not": {"version": "5"}}, "country": "1.4.0-1.5.0"}, "value": 3}]}}
            """#)
        let codes: Set<RuleCode> = [.hyphenRange, .vPrefix, .decimalComma, .shortVersion, .leadingZero]
        expectEqual(
            checked.findings.filter { codes.contains($0.code) }.map {
                "\($0.code.rawValue) at \(checked.text($0.span))"
            },
            [
                "hyphen-range at 1.4.0-1.5.0", "v-prefix at v2.0.0", "decimal-comma at <17,2",
                "short-version at 1.4", "leading-zero at 03.0.0", "short-version at 5",
            ])
    }

    @Test func `a decimal comma in a condition is reported even if no version is left`() throws {
        let checked = try CheckedText(
            #"""
            {"s": {"defaultValue": 0, "valuesByVersion": [
              {"when": {"os": {"version": "<2.0.0 || >=17,2"}}, "value": 1}]}}
            """#)
        expectEqual(
            checked.written(),
            [
                #"decimal-comma at >=17,2: in "s": ">=17,2" contains no version, because a comma means that both must hold; "#
                    + #"did you mean ">=17.2"?"#
            ])
    }

    @Test func `the suggested range contains both versions`() throws {
        let suggested = try VersionSet(parsing: "1.4.0 - 1.5.0")
        expect(suggested.contains("1.4.0") && suggested.contains("1.5.0") && suggested.contains("1.4.7"))
    }

    @Test(
        arguments: [
            ("1", "0.5", Severity.note), ("0.5", "1", nil), ("1", "true", .error), ("1", "\"0.5\"", .error),
            ("-1", "-0.5", .note), ("true", "0.5", .error),
        ] as [(String, String, Severity?)])
    func `a fraction where the default has none is a note, and any other type an error`(
        _ value: String, _ other: String, _ severity: Severity?
    ) throws {
        let text =
            #"{"a": {"defaultValue": \#(value), "valuesByVersion": [{"appVersion": "1.0.0", "value": \#(other)}]}}"#
        let document = try SettingsDocument(parsing: Array(text.utf8))
        let found = DocumentCheck(rules: [TypeMismatchRule()]).result(for: CheckedDocument(document)).findings
        expectEqual(found.map(\.severity), severity.map { [$0] } ?? [])
        let declared = try SettingsDocument(
            parsing: Array(text.replacing(#"{"defaultValue""#, with: #"{"type": "number", "defaultValue""#).utf8))
        let isNumber = severity == .note || severity == nil
        expectEqual(
            DocumentCheck(rules: [TypeMismatchRule()]).result(for: CheckedDocument(declared)).findings.isEmpty, isNumber
        )
    }

    @Test func `bounds below the first release are reported once, as a note`() throws {
        let found = try findings("1.0.0 || 1.2.0 || 2.0.1", UnknownReleaseRule(), releases: "2.0.0\n2.1.0\n")
        expectEqual(found.map(\.severity), [.note, .warning])
    }

    @Test func `a bound of a requirement without versions gets no suggestion beside that to swap`() throws {
        try expect(findings(">=1.9.0 <1.8.0", UnknownReleaseRule(), releases: "1.0.0\n2.0.0\n").isEmpty)
        try expectEqual(findings(">=1.9.0 <1.8.0 || 1.5.0", UnknownReleaseRule(), releases: "1.0.0\n2.0.0\n").count, 1)
    }
}
