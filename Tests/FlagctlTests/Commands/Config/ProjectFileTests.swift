import TestSupport
import Testing

@testable import flagctl

/// `flagctl.json` gives the arguments that a command line does not; tested as a process, in a folder of its own.
@Suite(.blocking)
struct ProjectFileTests {
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
        try scratch.write(
            #"{"payments": {"defaultValue": false, "valuesByVersion": [{"appVersion": ">=2.0.0", "value": true}]}}"#,
            to: "settings/shop.json")
        try scratch.write("{", to: "settings/drafts/next.json")
        try scratch.write("later: for >=2.0.0: payments == true\n", to: "shop.policies")
    }

    private func writeProject(_ members: String) throws {
        try scratch.write("{ \(members) }", to: "flagctl.json")
    }

    @Test func `a command without documents takes the inputs of the project, without the excluded files`() throws {
        try writeProject(#""inputs": ["settings"], "excludes": ["settings/drafts"], "policies": ["shop.policies"]"#)
        let all = [
            "resolve --version 2.0.0", "check", "explain payments", "matrix", "when payments==true", "prove",
            "release 2.0.0 --previous 1.0.0", "stale --floor 1.0.0", "retarget 2.0.0 2.1.0", "fmt --check",
        ]
        for line in all {
            let run = try scratch.shell("flagctl \(line)")
            expect(run.status != 2, "\(line): \(run.error)")
            expect(!run.error.contains("next.json"), "\(line)")
        }
        try expectEqual(scratch.flagctl("resolve", "--version", "2.0.0").output, "payments  true\n")
        let excluded = try scratch.flagctl("check", "--exclude", "", "settings")
        expect(excluded.output.contains("settings/drafts/next.json:1:2: error"))
        // A file that the command line names is never excluded.
        try expectEqual(scratch.flagctl("check", "settings/drafts/next.json").status, 1)
    }

    @Test func `paths are relative to the project file, which a folder below finds up to the top of the repository`()
        throws
    {
        try writeProject(#""inputs": ["settings"], "excludes": ["settings/dra*"], "policies": ["shop.policies"]"#)
        try scratch.write("", to: "code/app/empty")
        let outside = try scratch.shell("cd code/app && flagctl prove")
        expect(outside.status == 2 && outside.error.contains("no FILE given"))
        let inside = try scratch.shell("git init --quiet . && cd code/app && flagctl prove")
        expectEqual(inside.output, "PROVED  later  payments == true  every version >=2.0.0\n")
        let absolute = try scratch.shell(
            "cd code/app && flagctl check --exclude \"$PWD/../../settings/drafts/*.json\" ../../settings")
        expectEqual(absolute.status, 0, "\(absolute.error)")
        let nearer = try scratch.shell("echo '{}' > code/flagctl.json && cd code/app && flagctl prove")
        expectEqual(nearer.status, 2)
    }

    @Test func `the command line wins over a variable, and that over the project file`() throws {
        try writeProject(#""inputs": ["settings/shop.json"], "formats": {"check": "github"}, "failOn": "note""#)
        func start(_ script: String) throws -> String { String(try scratch.shell(script).output.prefix(9)) }
        try expectEqual(start("flagctl check --notes"), "::notice ")
        try expectEqual(start("FLAGCTL_FORMAT=json flagctl check"), #"{"schema""#)
        try expect(start("FLAGCTL_FORMAT=json flagctl check --format ndjson").hasPrefix(#"{"file":"#))
        try expectEqual(scratch.shell("flagctl check --format text").status, 1)
        try expectEqual(scratch.shell("FLAGCTL_FAIL_ON=warning flagctl check").status, 0)
        try expectEqual(scratch.shell("FLAGCTL_FAIL_ON=warning flagctl check --fail-on note").status, 1)
        try expect(scratch.shell("FLAGCTL_FORMAT= flagctl check").output.hasPrefix("::notice "))
    }

    @Test func `another project file, or none`() throws {
        try writeProject(#""inputs": ["settings/shop.json"]"#)
        try scratch.write(#"{ "inputs": ["../settings/drafts/next.json"] }"#, to: "other/drafts.json")
        try expectEqual(scratch.flagctl("check", "--config", "other/drafts.json").status, 1)
        try expectEqual(scratch.flagctl("check", "--config=other/drafts.json").status, 1)
        try expectEqual(scratch.shell("FLAGCTL_CONFIG=other/drafts.json flagctl check").status, 1)
        try expectEqual(scratch.shell("FLAGCTL_CONFIG=other/drafts.json flagctl check --config flagctl.json").status, 0)
        try expectEqual(scratch.flagctl("check", "--config", "").status, 2)
        try expectEqual(scratch.shell("FLAGCTL_CONFIG= flagctl check").status, 2)
        let missing = try scratch.flagctl("check", "--config", "nothing.json", "settings/shop.json")
        expect(missing.status == 2 && missing.error.hasPrefix("nothing.json: error: no such file or directory"))
    }

    @Test func `severities change findings, their counts and the exit status in every format, and fingerprints stay`()
        throws
    {
        try scratch.write(
            """
            {"a": {"defaultValue": 1, "valuesByVersion": [
              {"appVersion": ">=1.0.0", "value": 2}, {"appVersion": ">=2.0.0", "value": 3}]}}
            """, to: "shadowed.json")
        let usual = try scratch.flagctl("check", "--format", "json", "--select", "shadowed-entry", "shadowed.json")
        expectEqual(usual.status, 1)
        try writeProject(#""inputs": ["shadowed.json"], "severities": {"shadowed-entry": "warning"}"#)
        let changed = try scratch.flagctl("check", "--format", "json", "--select", "shadowed-entry")
        expectEqual(changed.status, 0)
        let expected = usual.output.replacing(#""severity":"error""#, with: #""severity":"warning""#)
            .replacing(#""errors":1,"warnings":0"#, with: #""errors":0,"warnings":1"#)
        expectEqual(changed.output, expected)
        try expect(
            scratch.flagctl("check", "--format", "github").output.contains("::warning file=shadowed.json,line=2"))
        try expect(scratch.flagctl("check", "--format", "sarif").output.contains(#""level":"warning""#))
        try expect(scratch.flagctl("check").output.contains("warning: this entry of \"a\" never wins"))
        try expectEqual(scratch.flagctl("release", "2.0.0", "--previous", "1.0.0", "--fail-on", "error").status, 0)
        // The severities of the command line are added to those of the file, and take precedence.
        try expectEqual(scratch.flagctl("check", "--severity", "value-island=off").status, 0)
        try expectEqual(scratch.flagctl("check", "--severity", "shadowed-entry=error").status, 1)
        let off = try scratch.flagctl("check", "--notes", "--severity", "shadowed-entry=off,prerelease-boundary=off")
        expect(off.status == 0 && !off.output.contains("shadowed-entry") && !off.output.contains("prerelease-boundary"))
        let raised = try scratch.flagctl(
            "check", "--severity", "prerelease-boundary=error", "--ignore", "shadowed-entry")
        expect(raised.status == 1 && raised.output.contains("error: "))
    }

    @Test func `a statement on the command line replaces the policies of the project`() throws {
        try writeProject(#""inputs": ["settings/shop.json"], "policies": ["shop.policies"]"#)
        let one = try scratch.flagctl("prove", "-e", "constant for <2.0.0: payments")
        expectEqual(one.output, "PROVED  -e  payments is constant  every version <2.0.0\n")
        let both = try scratch.flagctl("prove", "-e", "constant for <2.0.0: payments", "--policy", "shop.policies")
        expectEqual(both.output.split(separator: "\n").count, 2)
    }

    @Test func `a report never overwrites the project file, and a folder does not contain it as a document`() throws {
        try writeProject(#""inputs": ["settings/shop.json"]"#)
        let overwriting = try scratch.flagctl("check", "--report", "json=flagctl.json")
        expect(overwriting.status == 2 && overwriting.error.contains("it would overwrite \"flagctl.json\""))
        let everything = try scratch.flagctl("check", "--exclude", "settings/drafts", ".")
        expect(everything.status == 0 && !everything.output.contains("flagctl.json"), "\(everything.output)")
    }

    @Test(
        arguments: [
            ("project-unknown-members", #""exclude": [], "inputz": []"#),
            ("project-types", #""inputs": "a", "excludes": [1, ""], "releases": {}, "formats": [], "severities": 1"#),
            ("project-values", #""formats": {"chek": "text", "diff": "jsn", "when": "text"}, "failOn": "never""#),
            (
                "project-severities",
                #""severities": {"shadowed-entri": "off", "value-island": "of", "json-syntax": "off", "limit": 1}"#
            ),
        ])
    func `a mistake has its location, and what was meant`(_ name: String, _ members: String) throws {
        try writeProject(members)
        try Snapshot.expect(["check"], matches: name, in: scratch.path)
    }

    @Test func `a bad variable is named, and help is shown in spite of everything`() throws {
        let run = try scratch.shell("FLAGCTL_FORMAT=xml flagctl check settings/shop.json")
        expectEqual(run.status, 2)
        expect(run.error.hasPrefix("flagctl check: error: the environment variable FLAGCTL_FORMAT: --format cannot be"))
        try scratch.write("[", to: "flagctl.json")
        try expectEqual(scratch.flagctl("check").status, 2)
        try expectEqual(scratch.flagctl("check", "--help").status, 0)
        try expectEqual(scratch.flagctl("--version").status, 0)
        try expectEqual(scratch.flagctl("check", "--config", "", "settings/shop.json").status, 0)
    }

    @Test func `config shows every value and its origin`() throws {
        try writeProject(
            #""inputs": ["settings"], "policies": ["shop.policies"], "formats": {"diff": "markdown"}, "$comment": 1"#)
        let text = try scratch.shell("FLAGCTL_FAIL_ON=note flagctl config")
        expectEqual(
            text.output,
            """
            project file            flagctl.json
            inputs                  settings       flagctl.json:1
            excludes                –              default
            policies                shop.policies  flagctl.json:1
            releases                –              default
            readers                 –              default
            modulesWithoutSettings  –              default
            trust                   –              default
            state                   –              default
            against                 –              default
            at                      –              default
            findings                –              default
            failOn                  note           FLAGCTL_FAIL_ON
            severities              –              default
            formats.diff            markdown       flagctl.json:1

            """)
        let json = try scratch.flagctl("config", "--format", "json")
        expect(json.output.hasPrefix(#"{"schema":"flagctl/config/1","project":"flagctl.json","values":["#))
        expect(
            json.output.contains(
                #"{"member":"releases","option":"--releases","variable":"FLAGCTL_RELEASES","value":[],"origin":"default"}"#
            ))
        let none = try scratch.shell("rm flagctl.json && flagctl config")
        expect(none.output.hasPrefix("project file            –"))
        try expectEqual(scratch.shell("FLAGCTL_SEVERITY=x=off flagctl config").status, 2)
    }

    @Test(arguments: ["hid", "h*", "hid/.h", "hid/.*", "./hid/../hid", "**/.h"])
    func `what is below a folder that is left out is left out, even if it is hidden`(_ pattern: String) throws {
        try scratch.write("{", to: "hid/.h/.x.json")
        try scratch.write("{}", to: "hidden/a.json")
        for operand in ["hid/.h/.*.json", "hid/.h/.x*", "hid/.h"] {
            let run = try scratch.flagctl("check", "--exclude", pattern, operand, "settings/shop.json")
            expect(!run.output.contains(".x.json:1"), "\(operand): \(run)")
        }
        try expect(scratch.flagctl("check", "--exclude", "hi", "hid/.h/.*.json").output.contains(".x.json:1:2"))
    }
}
