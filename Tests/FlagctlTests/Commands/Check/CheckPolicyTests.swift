import TestSupport
import Testing

@testable import flagctl

/// The policies that `check` proves beside its rules.
@Suite(.blocking)
struct CheckPolicyTests {
    private let scratch: Scratch

    /// `flagctl.json` names a policy that holds, and one that does not.
    init() throws {
        scratch = try Scratch()
        try scratch.write(
            #"""
            {
              "payments": {
                "owner": "shop", "defaultValue": false,
                "valuesByVersion": [{ "appVersion": ">=1.4.0", "value": true }]
              }
            }
            """#, to: "app.json")
        try scratch.write("on: for >=2.0.0: payments == true\nold: for <2.0.0: payments == false\n", to: "app.policies")
        try scratch.write(#"{ "inputs": ["app.json"], "policies": ["app.policies"] }"#, to: "flagctl.json")
    }

    private static let message = "old: payments is true for >=1.4.0 <2.0.0"

    @Test func `a policy of the project that does not hold is an error`() throws {
        try expectEqual(
            scratch.flagctl("check"),
            Run(
                output: """
                    app.json:4:61: error: \(Self.message) [violated-policy]
                       |
                     4 |     "valuesByVersion": [{ "appVersion": ">=1.4.0", "value": true }]
                       |                                                             ^^^^
                       = note: app.policies:2:6: the policy

                    """,
                error: """
                    1 error, 0 warnings in 1 file (2 version ranges, exhaustive)
                    policies: 1 proved, 1 violated

                    """, status: 1))
        try scratch.write("on: for >=2.0.0: payments == true\n", to: "app.policies")
        try expectEqual(
            scratch.flagctl("check"),
            Run(
                output: "",
                error: """
                    0 errors, 0 warnings in 1 file (2 version ranges, exhaustive)
                    policies: 1 proved, 0 violated

                    """, status: 0))
    }

    @Test(arguments: ["json", "ndjson", "github", "gitlab", "junit", "sarif"])
    func `each format has the violation`(format: String) throws {
        let run = try scratch.flagctl("check", "--format", format)
        expectEqual(run.status, 1)
        let message = format == "junit" ? "payments is true for &gt;=1.4.0 &lt;2.0.0" : Self.message
        expect(run.output.contains(message), "\(run)")
        expect(format == "junit" || run.output.contains("violated-policy"), "\(run)")
    }

    @Test func `JSON has each verdict, and the violation among the findings`() throws {
        let json = try scratch.flagctl("check", "--format", "json", "--statistics", "--owners").output
        expect(json.contains(#""errors":1,"warnings":0,"notes":1,"statistics":[{"code":"violated-policy","#), "\(json)")
        expect(json.contains(#""owners":[{"owner":"shop","errors":1,"#), "\(json)")
        expect(json.contains(#""policies":[{"file":"app.json","label":"on","#), "\(json)")
        expect(json.contains(#""verdict":"proved""#) && json.contains(#""verdict":"violated""#), "\(json)")
    }

    @Test(arguments: ["--select empty-requirement", "--ignore shadowed-entry", "--baseline known.json"])
    func `no option leaves a policy out`(option: String) throws {
        try scratch.write(scratch.flagctl("check", "--format", "json").output, to: "known.json")
        let run = try scratch.flagctl(["check"] + option.split(separator: " ").map(String.init))
        expect(run.status == 1 && run.output.contains(Self.message), "\(run)")
    }

    @Test func `without the project file there are no policies`() throws {
        try expectEqual(scratch.flagctl("check", "--config", "", "app.json").status, 0)
    }

    @Test(arguments: [
        ("for *: paymets == true", "has no setting \"paymets\""), ("for *", "[bad-policy]"),
        ("for *: readable payments", "[bad-policy]"), ("readable payments", "[no-readers]"),
    ])
    func `a policy that cannot be decided makes the run incomplete`(policy: String, message: String) throws {
        try scratch.write(policy, to: "app.policies")
        let run = try scratch.flagctl("check")
        expect(run.status == 2 && run.error.contains(message), "\(run)")
        try scratch.write(#"{ "inputs": ["app.json"], "policies": ["missing"] }"#, to: "flagctl.json")
        try expectEqual(scratch.flagctl("check").status, 2)
    }

    @Test func `a text that is no document is a finding, and has no verdict`() throws {
        try scratch.write("{", to: "app.json")
        let run = try scratch.flagctl("check", "--format", "json")
        expect(run.status == 1 && !run.output.contains(#""policies""#), "\(run)")
    }

    @Test func `policies are proved for what the fixes have made of a document`() throws {
        try scratch.write(
            #"""
            {
              "payments": {
                "defaultValue": false,
                "valuesByVersion": [{ "appVersion": ">=3.0.0 <2.0.0", "value": true }]
              }
            }
            """#, to: "app.json")
        try scratch.write("for >=2.0.0 <3.0.0: payments == true\n", to: "app.policies")
        try expect(scratch.flagctl("check").error.contains("policies: 0 proved, 1 violated"))
        let run = try scratch.flagctl("check", "--fix", "--unsafe-fixes", "--apply")
        expect(run.status == 0 && run.error.contains("policies: 1 proved, 0 violated"), "\(run)")
    }
}
