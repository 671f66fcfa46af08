import FlagResolver
import TestSupport
import Testing

@testable import flagctl

/// F3: a finding is identified by file, setting, code and value, so that a baseline hides no new one.
@Suite(.blocking)
struct FindingFingerprintsTests {
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    /// A setting with entries, given as the text of each.
    private static func setting(_ name: String, _ entries: String...) -> String {
        "\"\(name)\": {\"defaultValue\": false, \"valuesByVersion\": [\(entries.joined(separator: ", "))]}"
    }

    private func write(_ settings: String..., to name: String = "a.json") throws {
        try scratch.write("{\n\(settings.joined(separator: ",\n"))\n}\n", to: name)
    }

    /// The `member` of every finding.
    private func findings(_ member: String, _ arguments: String...) throws -> [String] {
        let run = try Run(["check", "--format", "ndjson"] + arguments, in: scratch.path)
        return try run.output.split(separator: "\n").map { line in
            let tree = try JSONTree(parsing: Array(line.utf8))
            return tree.member(named: member, of: 0).flatMap { tree.string(at: $0) } ?? ""
        }
    }

    private func known() throws {
        let run = try scratch.shell("flagctl check --format json a.json > known.json")
        expectEqual(run.status, 1)
    }

    private static let bad: [(code: String, entry: String)] = [
        ("type-mismatch", #"{"appVersion": ">=1.0.0-0", "value": "true"}"#),
        ("bad-requirement", #"{"appVersion": "=>1.4.0", "value": true}"#),
        ("bad-requirement", #"{"value": true}"#), ("bad-requirement", #"{"appVersion": [], "value": true}"#),
        ("numeric-version", #"{"appVersion": 1.10, "value": true}"#),
        ("missing-value", #"{"appVersion": ">=1.0.0-0"}"#),
        ("conflicting-values", #"{"appVersion": "*", "value": true, "defaultValue": true}"#),
        ("malformed-entry", "1"), ("unknown-member", #"{"appVersion": "*", "vlaue": true}"#),
        ("empty-requirement", #"{"appVersion": ">=2 <1", "value": true}"#),
    ]

    @Test(arguments: bad)
    func `a baseline with a finding of one setting does not hide that of another`(
        _ code: String, _ entry: String
    ) throws {
        try write(Self.setting("first", entry), Self.setting("second"))
        try known()
        try write(Self.setting("first"), Self.setting("second", entry))
        try expectEqual(findings("setting", "--baseline", "known.json", "a.json"), ["second"])
        try expectEqual(findings("code", "--baseline", "known.json", "a.json"), [code])
    }

    @Test func `a setting without a default does not hide another one, either`() throws {
        try write(#""first": {"valuesByVersion": []}, "second": 1"#)
        try known()
        try write(#""first": 1, "second": {"valuesByVersion": []}"#)
        try expectEqual(findings("setting", "--baseline", "known.json", "a.json"), ["second"])
    }

    @Test(arguments: bad)
    func `a finding stays known while lines, white space and other settings change`(
        _ code: String, _ entry: String
    ) throws {
        try write(Self.setting("first", entry))
        try known()
        let spread = entry.map { "{,}[]".contains($0) ? "\n  \($0)\n" : String($0) }.joined()
        try write("\"added\": 1", Self.setting("first", "\n\n" + spread))
        try expectEqual(findings("code", "--baseline", "known.json", "a.json"), [])
        try write(Self.setting("first", spread, #"{"appVersion": "0.1.0", "value": true}"#), "\"added\": 1")
        try expectEqual(
            findings("code", "--baseline", "known.json", "--fail-on", "error", "--ignore", "value-island", "a.json"), []
        )
    }

    @Test(
        arguments: [
            (#"{"appVersion": "=>1.4.0", "value": true}"#, #"{"appVersion": "=>1.5.0", "value": true}"#),
            (#"{"appVersion": "=>1.4.0", "value": true}"#, #"{"appVersion": "=>1.4.0", "value": 7}"#),
            (#"{"appVersion": ">=2 <1", "value": true}"#, #"{"appVersion": ">=2 <1", "value": false}"#),
            (#"{"appVersion": "1", "value": "a"}"#, #"{"appVersion": "1", "value": "b"}"#),
            (#"{"appVersion": "1", "value": "a"}"#, #"{"appVersion": "2", "value": "a"}"#),
        ])
    func `a finding with another value is a new one`(_ old: String, _ new: String) throws {
        try write(Self.setting("s", old))
        try known()
        try write(Self.setting("s", new))
        try expectEqual(
            findings("code", "--baseline", "known.json", "--ignore", "value-island,short-version", "a.json").count, 1)
    }

    @Test func `an entry that never wins is a new finding when its value changes`() throws {
        func entries(_ value: Int) -> String {
            "\"s\": {\"defaultValue\": 0, \"valuesByVersion\": [{\"appVersion\": \"*\", \"value\": 1}, "
                + "{\"appVersion\": \"2.0.0\", \"value\": \(value)}]}"
        }
        try write(entries(2))
        try known()
        try expectEqual(findings("code", "--baseline", "known.json", "a.json"), [])
        try write(entries(3))
        try expectEqual(findings("code", "--baseline", "known.json", "a.json"), ["shadowed-entry"])
    }

    @Test func `a baseline with one of several that are alike leaves out one`() throws {
        let entry = #"{"appVersion": "=>1", "value": true}"#
        try write(Self.setting("s", entry))
        try known()
        try write(Self.setting("s", entry, entry, entry))
        let run = try scratch.flagctl("check", "--baseline", "known.json", "a.json")
        expect(run.error.hasPrefix("2 errors, 0 warnings in 1 file "))
        expect(run.error.hasSuffix("; 1 known finding left out\n"))
        try known()
        try expectEqual(findings("code", "--baseline", "known.json", "a.json"), [])
        let all = try findings("fingerprint", "a.json")
        expect(all.count == 3 && Set(all).count == 3)
    }

    @Test func `what is wrong with metadata, groups and names does not hide another one`() throws {
        try write(#""$version": "1..2", "ä": {"x": 1}, "g": {"ö": 1}"#)
        _ = try scratch.shell("flagctl check --format json a.json > known.json")
        try write(#""$minimumVersion": "1..2", "h": {"ä": {"x": 1}}, "i": {"ö": 1}"#)
        let messages = try findings("message", "--baseline", "known.json", "a.json")
        expectEqual(messages.count, 3, "\(messages)")
        expect(messages.first?.hasPrefix("\"$minimumVersion\" ") == true)
        expect(messages.dropFirst().first?.hasPrefix("in \"h.ä\": the name \"ä\"") == true)
        expect(messages.last?.hasPrefix("in \"i.ö\": the name \"ö\"") == true)
    }

    @Test func `a finding that a patch brings is one of the patch and of the document`() throws {
        let entry = Self.bad[0].entry
        try write(Self.setting("first"), Self.setting("second", entry))
        try scratch.write("{\"first\": {\"valuesByVersion\": [\(entry)]}}", to: "patch.json")
        let fingerprints = try findings("fingerprint", "--patch", "patch.json", "a.json")
        try expectEqual(findings("setting", "--patch", "patch.json", "a.json"), ["second", "first"])
        expectEqual(Set(fingerprints).count, 2)
        try expectEqual(findings("fingerprint", "--patch", "./patch.json", "a.json"), fingerprints)
    }

    @Test(arguments: [
        "./a.json", ".//a.json", "./sub/../a.json", "sub/../a.json", "sub/../sub/../a.json", "$PWD/a.json",
        "$PWD/./sub/../a.json", "../${PWD##*/}/a.json", "sub/../../${PWD##*/}/a.json",
    ])
    func `one file has one fingerprint, however it is named`(_ path: String) throws {
        try scratch.write("", to: "sub/x")
        try write(Self.setting("s", Self.bad[0].entry))
        for format in ["json", "gitlab", "sarif"] {
            let script = "flagctl check --format \(format)"
            let plain = try scratch.shell("\(script) a.json | grep -o '[0-9a-f]\\{32\\}'")
            let other = try scratch.shell("\(script) \"\(path)\" | grep -o '[0-9a-f]\\{32\\}'")
            expect(plain == other && plain.output.count == 33, "\(format): \(other)")
        }
        try known()
        let run = try scratch.shell("flagctl check --baseline known.json \"\(path)\"")
        expectEqual(run.status, 0, "\(run.output)")
        let annotations = try scratch.shell("flagctl check --format github \"\(path)\"")
        expect(annotations.output.contains("::error file=a.json,line="), "\(annotations.output)")
        let issues = try scratch.shell("flagctl check --format gitlab \"\(path)\"")
        expect(issues.output.contains("\"path\":\"a.json\""), "\(issues.output)")
    }

    @Test func `a path through a link leads where the link leads`() throws {
        try scratch.write("", to: "other/sub/x")
        try write(Self.setting("s", Self.bad[0].entry))
        try write(Self.setting("s", Self.bad[0].entry), to: "other/a.json")
        _ = try scratch.shell("ln -s other/sub link")
        let here = try findings("fingerprint", "a.json")
        let there = try findings("fingerprint", "link/../a.json")
        expect(here.count == 1 && there.count == 1 && here != there)
    }

    @Test func `a file outside the working folder has its own name`() throws {
        try write(Self.setting("s", Self.bad[0].entry))
        try scratch.write("", to: "sub/x")
        let run = try scratch.shell("cd sub && flagctl check --format github ../a.json")
        expect(run.output.contains("::error file=../a.json,"))
    }

    @Test func `diff and prove identify a file alike, however it is named`() throws {
        try scratch.copyExample(to: "new.json")
        try scratch.copyExample(to: "old.json")
        _ = try scratch.shell("sed -i 's/\"compact\"/\"small\"/' new.json")
        func fingerprints(_ line: String) throws -> String {
            try scratch.shell("flagctl \(line) --format sarif | grep -o '\"flagctl/v1\":\"[0-9a-f]*'").output
        }
        let diff = try fingerprints("diff old.json new.json")
        try expect(fingerprints("diff old.json ./new.json") == diff && !diff.isEmpty)
        let proof = try fingerprints("prove -e 'for *: payments == true' new.json")
        try expect(fingerprints("prove -e 'for *: payments == true' \"$PWD/new.json\"") == proof && !proof.isEmpty)
    }

    @Test(
        arguments: [
            (#"{"schema":"flagctl/check/1","files":[],"errors":0,"warnings":0,"findings":[]}"#, "no version,"),
            (#"{"schema":"flagctl/check/1","fingerprintVersion":3,"findings":[]}"#, "version 3,"),
            (#"{"schema":"flagctl/check/1","fingerprintVersion":"1","findings":[]}"#, "no version,"),
        ])
    func `a baseline with other fingerprints is refused, and says how to write it`(
        _ baseline: String, _ version: String
    ) throws {
        try write(Self.setting("s", Self.bad[0].entry))
        try scratch.write(baseline, to: "known.json")
        let run = try scratch.flagctl("check", "--baseline", "known.json", "a.json")
        expectEqual(
            run.error,
            """
            known.json: error: the fingerprints of this baseline have \(version) and this flagctl compares version 1 [bad-baseline]
               = help: write it with: flagctl check --format json FILE > known.json
            0 errors, 0 warnings in 0 files (incomplete: known.json)

            """)
        expect(run.output.isEmpty && run.status == 2)
    }
}

/// F3: every finding names its setting, as a member where there are members, and in the message everywhere.
@Suite(.blocking)
struct FindingSettingTests {
    private static let entries = """
        {"appVersion": ">=1.0.0-0", "value": "x"}, {"appVersion": "=>1", "value": true}, {"value": true},
        {"appVersion": 1.10, "value": true}, {"appVersion": "1"}, {"appVersion": "*", "value": 1, "defaultValue": 2}, 5,
        {"appVersion": "*", "vlaue": 1}, {"appVersion": ">=2 <1", "value": true}, {"appVersion": "v1.02", "value": true},
        {"appVersion": "<=1.4.2", "value": true}, {"appVersion": "2.0.0.1", "value": true},
        {"appVersion": ">=0.0.0-0", "value": false}, {"appVersion": ">4", "value": true}
        """

    private func scratch() throws -> Scratch {
        let scratch = try Scratch()
        try scratch.write(
            """
            {
              "$minimumVersion": "1.1",
              "$minimumVersionSetting": "subject.floor",
              "subject": {
                "entries": {"defaultValue": false, "typo": 1, "type": "bool", "valuesByVersion": [
            \(Self.entries)
                ]},
                "default": {"valuesByVersion": []},
                "list": {"defaultValue": 1, "valuesByVersion": {}},
                "mistyped": {"type": "integer", "defaultValue": "1"},
                "größe": 1,
                "valuesByVersions": 1,
                "floor": {"defaultValue": "9.0"}
              }
            }
            """, to: "a.json")
        try scratch.write("1.0.0\n2.0.0\n", to: "releases.txt")
        return scratch
    }

    @Test(arguments: ["text", "json", "ndjson", "github", "gitlab", "junit", "sarif"])
    func `every format names the setting of each finding`(_ format: String) throws {
        let scratch = try scratch()
        let run = try scratch.flagctl(
            "check", "--notes", "--releases", "releases.txt", "--format", format, "a.json")
        let findings: [Substring] =
            switch format {
            case "text": run.output.split(separator: "\n").filter { $0.hasPrefix("a.json:") }
            case "ndjson": run.output.split(separator: "\n")
            case "github": run.output.split(separator: "\n").filter { $0.contains(" file=") }
            case "junit":
                run.output.split(separator: "&#10;").flatMap { $0.split(separator: ">") }
                    .filter { $0.hasPrefix("a.json:") }
            case "sarif": run.output.split(separator: "{\"ruleId\":").dropFirst().map { $0 }
            case "gitlab": run.output.split(separator: "{\"description\":").dropFirst().map { $0 }
            default:
                run.output.split(separator: "{\"file\":\"a.json\",\"line\":")
                    .filter { $0.contains("\"severity\"") }
            }
        expect(findings.count >= 20, "\(run.output)")
        for finding in findings where !finding.contains("\"\\u00") {
            expect(finding.contains("subject.") || finding.contains("&quot;subject."), "\(finding)")
        }
    }

    @Test func `a finding has its setting as a member, and in its message`() throws {
        let run = try scratch().flagctl("check", "--releases", "releases.txt", "--format", "ndjson", "a.json")
        for line in run.output.split(separator: "\n") {
            let tree = try JSONTree(parsing: Array(line.utf8))
            func text(_ name: String) -> String {
                tree.member(named: name, of: 0).flatMap { tree.string(at: $0) } ?? ""
            }
            expect(text("setting").hasPrefix("subject."), "\(line)")
            expect(text("message").contains("\"\(text("setting"))\""), "\(line)")
        }
    }

    @Test func `other commands name the setting that they pass over, too`() throws {
        let scratch = try scratch()
        let run = try scratch.flagctl("resolve", "--version", "1.4.0", "a.json")
        let first = run.error.split(separator: "\n").filter { $0.hasPrefix("a.json:") }
        expect(first.count > 8)
        for line in first { expect(line.contains(": in \"subject."), "\(line)") }
        let stale = try scratch.flagctl("stale", "--floor", "1.0.0", "--format", "github", "a.json")
        for line in stale.output.split(separator: "\n") { expect(line.contains("\"subject."), "\(line)") }
    }

    @Test func `of two settings only the one that is asked for is reported`() throws {
        let scratch = try Scratch()
        try scratch.write(
            #"{"a": {"defaultValue": 1}, "a.type": {"valuesByVersion": []}, "b": {"valuesByVersion": []}}"#,
            to: "a.json")
        let run = try scratch.flagctl("resolve", "--version", "1", "--flag", "a", "a.json")
        expectEqual(run, Run(output: "a  1\n", error: "", status: 0))
    }

    @Test func `a release check names the setting of a boundary`() throws {
        let run = try scratch().flagctl(
            "release", "2.0.0", "--previous", "1.0.0", "--releases", "releases.txt", "--format", "json", "a.json")
        expect(
            run.output.contains(
                "\"code\":\"forced-update-lockout\",\"severity\":\"error\",\"setting\":\"subject.floor\""))
    }

    @Test(arguments: [("2.0.0", "empties-requirement"), ("1.4.0", "reorders-boundaries")])
    func `retarget names the setting of what it refuses`(_ new: String, _ code: String) throws {
        let scratch = try Scratch()
        try scratch.write(
            #"""
            {"s.t": {"defaultValue": 1, "valuesByVersion": [
                {"appVersion": ">=1.6.0 <2.0.0", "value": 2}, {"appVersion": "<1.5.0", "value": 3}]}}
            """#, to: "a.json")
        let run = try scratch.flagctl("retarget", "1.6.0", new, "a.json")
        let message = try #require(run.error.split(separator: "\n").first)
        expect(run.status == 2 && message.contains("\"s.t\"") && message.hasSuffix(" [\(code)]"), "\(run.error)")
    }

    @Test func `a message about too many entries names the setting`() throws {
        let scratch = try Scratch()
        let entries = Array(repeating: #"{"appVersion":"1","value":1}"#, count: 10_001).joined(separator: ",")
        try scratch.write("{\"g\": {\"s\": {\"defaultValue\": 1, \"valuesByVersion\": [\(entries)]}}}", to: "a.json")
        let run = try scratch.flagctl("check", "a.json")
        expect(run.output.contains("error: \"g.s\" has more than 10000 entries, the most that is allowed"))
    }
}
