import FlagAnalysis
import TestSupport
import Testing

@testable import flagctl

@Suite(.blocking)
struct RulesTests {
    @Test func `a line for each rule, in the order of the documentation`() throws {
        let run = try Run(["rules"])
        let lines = run.output.split(separator: "\n")
        expectEqual(lines.count, Rules.documented.count + 1 + MessageCode.all.count)
        for (line, rule) in zip(lines, Rules.documented) {
            let words = line.split(separator: " ", maxSplits: 2).map(String.init)
            let meaning = words.last.map { String($0.drop { $0 == " " }) }
            expect(words.prefix(2) == [rule.code.rawValue, rule.severity.rawValue] && meaning == rule.meaning)
        }
        expect(run.error.isEmpty && run.status == 0)
    }

    @Test func `a terminal gets lines that fit`() throws {
        let run = try Run(
            shell: "script -qec \"stty cols 90; $program rules --color never\" /dev/null", in: PackageFolder.path)
        let lines = run.output.split(separator: "\r\n").map(String.init)
        expect(lines.count > Rules.documented.count)
        expect(lines.allSatisfy { $0.count <= 90 })
    }

    @Test(
        arguments: [
            ("rules-shadowed-entry", ["shadowed-entry"]), ("rules-unknown-release", ["unknown-release"]),
            ("rules-json-syntax", ["json-syntax"]),
            ("rules-markdown", ["value-island", "--format", "markdown"]),
            ("rules-json", ["numeric-version", "--format", "json"]),
            ("rules-unknown", ["shadow-entry"]), ("rules-unknown-far", ["xyzzy"]),
        ] as [(String, [String])])
    func `one rule explained`(_ name: String, _ arguments: [String]) throws {
        try Snapshot.expect(["rules"] + arguments, matches: name)
    }

    @Test(arguments: Rules.documented.map(\.code.rawValue))
    func `every explanation shows what the command says about the bad examples`(_ name: String) throws {
        let run = try Run(["rules", name])
        let starts = ["bad.json:", "bad.swift:", "app.json:"]
        expect(starts.contains { run.output.contains("\n    \($0)") }, "\(run.output)")
        expect(run.output.contains(" [\(name)]\n"))
        expect(run.error.isEmpty && run.status == 0)
    }

    /// With `FLAGCTL_RECORD_SNAPSHOTS=1` the page is written anew, and the run fails.
    @Test func `the page of the documentation is what the command prints`() throws {
        let path = PackageFolder.path + "/Docs/Rules.md"
        let printed = try Run(["rules", "--format", "markdown"]).output
        if RunningProcess.variable("FLAGCTL_RECORD_SNAPSHOTS") == "1" {
            try FileSystem.write(Array(printed.utf8), to: path)
            Issue.record("recorded Docs/Rules.md; look at the difference, then run without FLAGCTL_RECORD_SNAPSHOTS")
            return
        }
        expectEqual(String(decoding: try FileSystem.read(path, atMost: .max), as: UTF8.self), printed)
    }
}
