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
        #expect(
            run
                == Run(
                    output: "", error: "0 errors, 0 warnings, 0 notes in 1 file (4 version ranges, exhaustive)\n",
                    status: 0))
    }

    @Test func `the project's example has no finding`() throws {
        let run = try Run(["check", "--notes", "--at", "2026-11-01T00:00:00Z", "Configs/targeting.json"])
        #expect(
            run
                == Run(
                    output: "", error: "0 errors, 0 warnings, 0 notes in 1 file (5 version ranges, exhaustive)\n",
                    status: 0))
    }

    @Test func `a date that cannot be read is a usage error`() throws {
        let run = try Run(["check", "--at", "2026-02-30T00:00:00Z", "Configs/targeting.json"])
        #expect(run.status == 2)
        #expect(run.error.contains("--at"))
    }

    @Test func `a setting that is too complex does not keep others from being checked`() throws {
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
        #expect(
            run.output.contains("in \"big\": the setting is too complex to be analysed: its entries can be combined"))
        #expect(run.output.contains("in \"small\": \"a1\": {\">\":5,\"<\":4} holds for no value"))
        #expect(run.status == 1)
    }
}
