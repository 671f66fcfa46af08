import FlagAnalysis
import FlagStore
import TestSupport
import Testing

@testable import flagctl

@Suite(.blocking)
struct CheckTargetingTests {
    private static let sample = "Tests/FlagctlTests/Snapshots/targeting-findings.json"

    @Test(arguments: ["text", "json"])
    func `a document with every finding about targeting`(_ format: String) throws {
        try Snapshot.expect(
            ["check", "--notes", "--at", "2026-06-01T00:00:00Z", "--format", format, Self.sample],
            matches: "check-targeting-\(format)")
    }

    @Test func `schedules are not compared with a date that is not given`() throws {
        let run = try Run(["check", "--notes", "--select", "expired-schedule", Self.sample])
        let others = Rules.all.count { !$0.rejectsDocument } - 1
        expectEqual(
            run,
            Run(
                output: "",
                error:
                    "0 errors, 0 warnings, 0 notes in 1 file (4 version ranges, exhaustive; \(others) rules left out)\n",
                status: 0))
    }

    @Test func `the project's example has no finding but a note`() throws {
        let run = try Run(["check", "--notes", "--at", "2026-11-01T00:00:00Z", "Configs/targeting.json"])
        expectEqual(
            run,
            Run(
                output: """
                    Configs/targeting.json:24:47: note: in "checkout": ">=2.0.0" excludes pre-releases such as 2.0.0-rc.1, as \
                    every ">=" does [prerelease-boundary]
                       |
                    24 |       { "name": "rings first", "appVersion": ">=2.0.0", "when": { "ring": ["internal", "beta"] }, "value": "modern…
                       |                                               ^^^^^^^
                       = help: write ">=2.0.0-0" to include them

                    """, error: "0 errors, 0 warnings, 1 note in 1 file (5 version ranges, exhaustive)\n",
                status: 0))
    }

    @Test func `a date that cannot be read is a usage error`() throws {
        let run = try Run(["check", "--at", "2026-02-30T00:00:00Z", "Configs/targeting.json"])
        expectEqual(run.status, 2)
        expect(run.error.contains("--at"))
    }

    /// A repository whose document changes a salt, a percentage and a slice, and its text now.
    private func changedDocument() throws -> Scratch {
        let scratch = try Scratch()
        func text(_ checkout: String, _ search: String, _ prompt: String) -> String {
            """
            {
              "checkout": {
                "defaultValue": "legacy",
                "valuesByVersion": [
                  { "name": "first", "when": { "ring": "beta" }, "rollout": \(checkout), "value": "modern" }
                ]
              },
              "search": {
                "defaultValue": false,
                "valuesByVersion": [
                  { "appVersion": ">=2.0.0", "rollout": \(search), "value": true }
                ]
              },
              "prompt": {
                "defaultValue": "none",
                "valuesByVersion": [
                  { "rollout": { "percent": [0, 10], "salt": "p" }, "value": "short" },
                  { "rollout": \(prompt), "value": "long" }
                ]
              }
            }

            """
        }
        try scratch.write(
            text(
                #"{ "percent": 25, "salt": "c" }"#, #"{ "percent": 50, "salt": "s" }"#,
                #"{ "percent": [10, 20], "salt": "p" }"#),
            to: "app.json")
        try scratch.makeRepository()
        try scratch.write(
            text(
                #"{ "percent": 25, "salt": "c-2" }"#, #"{ "percent": 30, "salt": "s" }"#,
                #"{ "percent": [15, 30], "salt": "p" }"#),
            to: "app.json")
        return scratch
    }

    @Test func `rollouts that move users since a revision are found`() throws {
        let scratch = try changedDocument()
        let run = try scratch.flagctl("check", "--against", "HEAD", "app.json")
        expectEqual(
            run,
            Run(
                output: """
                    app.json:5:90: warning: in "checkout": the salt was "c" before, so the 25 % of all keys that had this value are drawn again: some of them lose it [changed-salt]
                       |
                     5 | …, "rollout": { "percent": 25, "salt": "c-2" }, "value": "modern" }
                       |                                        ^^^^^
                       = help: write "c", unless the rollout is meant to start over
                    app.json:11:58: warning: in "search": 20 % of all keys lose this value: the rollout included 30 % to 50 % of "s" before [shrunk-rollout]
                       |
                    11 |       { "appVersion": ">=2.0.0", "rollout": { "percent": 30, "salt": "s" }, "value": true }
                       |                                                          ^^
                       = help: keep these buckets, unless these users should lose the value
                    app.json:18:33: warning: in "prompt": 5 % of all keys lose this value: the rollout included 10 % to 15 % of "p" before [shrunk-rollout]
                       |
                    18 |       { "rollout": { "percent": [15, 30], "salt": "p" }, "value": "long" }
                       |                                 ^^^^^^^^
                       = help: keep these buckets, unless these users should lose the value

                    """, error: "0 errors, 3 warnings in 1 file (2 version ranges, exhaustive)\n", status: 0))
        let same = try scratch.flagctl("check", "app.json")
        expectEqual(
            same, Run(output: "", error: "0 errors, 0 warnings in 1 file (2 version ranges, exhaustive)\n", status: 0))
        let failed = try scratch.flagctl("check", "--against", "HEAD", "--fail-on", "warning", ".")
        expectEqual(failed.status, 1)
    }

    @Test func `a new file has nothing to be compared with, and a missing revision is said once`() throws {
        let scratch = try changedDocument()
        try scratch.write("{}", to: "new.json")
        let run = try scratch.flagctl("check", "--against", "HEAD", "new.json")
        expect(run.error.hasPrefix("new.json: note: is not there at HEAD: there is nothing to compare it with\n"))
        expectEqual(run.status, 0)
        let missing = try scratch.flagctl("check", "--against", "nope", "app.json", "new.json")
        expectEqual(missing.error.split(separator: "git has no revision \"nope\"").count, 2, "\(missing)")
        expectEqual(missing.status, 2)
        let input = try scratch.shell("flagctl check --against HEAD - < app.json")
        expect(input.error.contains("--against needs files"))
        expectEqual(input.status, 2)
    }

    @Test(.long) func `a setting that is too complex does not keep others from being checked`() throws {
        let scratch = try Scratch()
        let entries = (1...20).map { "{\"when\": {\"a\($0)\": 1, \"b\($0)\": 1}, \"value\": \($0)}" }
        try scratch.write(
            """
            {"big": {"defaultValue": 0, "valuesByVersion": [\(entries.joined(separator: ",\n"))]},
            "small": {"defaultValue": 0, "valuesByVersion": [
            {"when": {"a1": {">": 5, "<": 4}}, "value": 1}
            ]}}
            """, to: "a.json")
        let run = try scratch.flagctl("check", "a.json")
        expect(
            run.output.contains("in \"big\": the setting is too complex to be analysed: its entries can be combined"))
        expect(run.output.contains("in \"small\": \"a1\": {\">\":5,\"<\":4} holds for no value"))
        expectEqual(run.status, 1)
    }

    @Test func `a document behind a symbolic link is compared with the same file at the revision`() throws {
        let scratch = try Scratch()
        func document(_ salt: String) -> String {
            #"{"s": {"defaultValue": 1, "valuesByVersion": [{"rollout": {"percent": 25, "salt": "\#(salt)"}, "value": 2}]}}"#
        }
        try scratch.write(document("a"), to: "folder/app.json")
        _ = try scratch.shell("ln -s folder/app.json link.json; ln -s folder linked")
        try scratch.makeRepository()
        try scratch.write(document("b"), to: "folder/app.json")
        for path in ["folder/app.json", "link.json", "linked/app.json", "linked/../folder/app.json"] {
            let run = try scratch.flagctl("check", "--against", "HEAD", path)
            expect(run.output.contains("[changed-salt]") && run.status == 0, "\(path): \(run)")
            let difference = try scratch.flagctl("diff", "--against", "HEAD", path)
            expectEqual(difference.status, 1, "\(path): \(difference)")
        }
        // The revision has no target that is outside of the repository.
        let new = try scratch.shell(
            """
            echo '{"a": 1}' > "$PWD.json"; ln -s "$PWD.json" new.json
            flagctl check --against HEAD new.json; echo $?; rm "$PWD.json"
            """)
        expect(new.error.contains("which does not have the symbolic link \"new.json\""), "\(new)")
        expectEqual(new.output, "2\n")
    }

    @Test(arguments: ["de_AT", "zh-Hans_CN@rg=hkzzzz", "en", "pt_BR.UTF-8"])
    func `the values that a store gives are in the form that check expects`(_ locale: String) throws {
        expectEqual(
            StoreAttribute.allCases.map(\.rawValue), CommonAttribute.allCases.map(\.rawValue) + ["installationKey"])
        let values = CommonAttribute.attributes(platform: "visionos", osVersion: "2.1.0", localeIdentifier: locale)
        let conditions = values.map { name, value in
            value.asString.map { #""\#(name)": "\#($0)""# } ?? #""\#(name)": { "version": "2.1.0" }"#
        }
        let scratch = try Scratch()
        try scratch.write(
            #"{ "a": { "defaultValue": 0, "valuesByVersion": [{ "when": { \#(conditions.joined(separator: ", ")) }, "value": 1 }] } }"#,
            to: "app.json")
        let run = try scratch.flagctl("check", "--fail-on", "note", "app.json")
        expect(run.status == 0 && conditions.count >= 4, "\(run)")
    }
}
