import TestSupport
import Testing

@testable import flagctl

@Suite(.blocking)
struct ProveTests {
    private let policies = ["prove", "--policy", "Configs/app.policies"]

    @Test func `the policies of the example have these verdicts`() throws {
        let run = try Run(policies + ["Configs/app.json"])
        expectEqual(
            run.output,
            """
            PROVED    payments-on       payments == true                                  every version >=2.0.0
            VIOLATED  never-back-off    payments goes true → false at 1.4.1, until 1.4.3  Configs/app.json:15:50
            VIOLATED  only-at-releases  payments changes true → false at 1.4.1            Configs/app.json:15:50
                                        payments changes false → true at 1.4.3            Configs/app.json:16:43
            PROVED    killable          payments is constant                              every version <1.0.0
            PROVED    modern-needs-pay  checkout == "modern" => payments == true          every version

            """)
        expectEqual(run.error, "3 proved, 2 violated in 1 file (every version, exhaustive)\n")
        expectEqual(run.status, 1)
    }

    @Test(arguments: ["json", "junit", "sarif", "github"])
    func `every format has the same verdicts`(_ format: String) throws {
        try Snapshot.expect(policies + ["--format", format, "Configs/app.json"], matches: "prove-\(format)")
    }

    @Test(
        arguments: [
            ("prove-several-settings", ["-e", "for *: payments == true and checkout == \"modern\""]),
            ("prove-unknown-setting", ["-e", "for *: paymets == true"]),
            ("prove-never-taken", ["-e", "for *: checkout != \"modren\""]),
            ("prove-bad-policy", ["-e", "for >=2..0: payments == true", "-e", "monotne payments: false -> true"]),
            ("prove-vacuous", ["-e", "for >=2 <1: payments == true"]),
            ("prove-strict-vacuous", ["--strict-vacuous", "-e", "for >=2 <1: payments == true"]),
            ("prove-constant", ["-e", "constant for >=1.4.0: payments"]),
            ("prove-releases", ["--releases", "Configs/app.releases", "--policy", "Configs/app.policies"]),
            (
                "prove-releases-json",
                ["--releases", "Configs/app.releases", "--format", "json", "-e", "for >=1.5.0: payments == true"]
            ),
            (
                "prove-releases-junit",
                ["--releases", "Configs/app.releases", "--format", "junit", "-e", "for >=1.5.0: payments == true"]
            ), ("prove-pattern", ["-e", "same: constant for >=2.0.0: *", "-e", "monotone pay*: false -> true"]),
            ("prove-pattern-violated", ["-e", "constant for *: *n*"]),
            ("prove-pattern-json", ["--format", "json", "-e", "constant for >=2.0.0: m* "]),
            ("prove-pattern-junit", ["--format", "junit", "-e", "constant for *: *n*"]),
            ("prove-pattern-unknown", ["-e", "for *: x.* == 1"]),
            ("prove-patterns", ["-e", "for *: p* == true => m* == 1"]),
            ("prove-not-in-chain", ["-e", "monotone checkout: \"legacy\" -> \"modern\""]),
        ] as [(String, [String])])
    func `a policy is proved, violated, vacuous or an error`(_ name: String, _ options: [String]) throws {
        try Snapshot.expect(["prove"] + options + ["Configs/app.json"], matches: name)
    }

    @Test func `an empty policy file proves nothing and says so`() throws {
        let scratch = try Scratch()
        try scratch.write("# nothing yet\n", to: "empty.policies")
        try scratch.write("{\"a\": 1}", to: "a.json")
        let run = try scratch.flagctl("prove", "--policy", "empty.policies", "a.json")
        expect(run.output.isEmpty && run.status == 2)
        expect(run.error.contains("empty.policies:1:1: error: no policy found: every line is empty or a comment"))
        let none = try scratch.flagctl("prove", "a.json")
        expect(none.error.contains("no policy is given") && none.status == 2)
    }

    @Test func `with releases a policy about no shipped version is vacuous`() throws {
        let scratch = try Scratch()
        try scratch.write("{\"a\": 1}", to: "a.json")
        try scratch.write("1.0.0 60%\n2.0.0 planned\n", to: "releases.txt")
        let run = try scratch.flagctl("prove", "--releases", "releases.txt", "-e", "for >=2.0.0: a == 2", "a.json")
        expectEqual(run.output, "VACUOUS  -e  a == 2  no shipped version satisfies >=2.0.0\n")
        expectEqual(run.status, 0)
        try scratch.write("1.0.0 sixty\n", to: "bad.txt")
        let bad = try scratch.flagctl("prove", "--releases", "bad.txt", "-e", "for *: a == 1", "a.json")
        expect(bad.error.contains("bad.txt:1:1: error:") && bad.output.isEmpty && bad.status == 2)
    }

    /// No value of a setting is the reason, so that the cases are those of the policy itself.
    @Test func `a policy about attributes alone fails for exactly its cases, in every format`() throws {
        let scratch = try Scratch()
        try scratch.write(#"{"q": 1}"#, to: "q.json")
        let arguments = ["prove", "-e", "for *: exists(q) and exists(@a)", "q.json"]
        for format in ["text", "github", "junit", "sarif"] {
            let run = try Run(arguments + ["--format", format], in: scratch.path)
            expect(run.status == 1 && run.output.contains("a absent"), "\(format): \(run)")
        }
        let json = try Run(arguments + ["--format", "json"], in: scratch.path).output
        expect(json.contains(#""cases":[{"conditions":{"when":{"a":{"absent":true}}}}]"#), "\(json)")
    }

    @Test func `two policies of equal length are two verdicts, and a file that is given twice is proved twice`() throws
    {
        let scratch = try Scratch()
        try scratch.write(#"{"a1": 1, "a2": 1, "b1": 2, "b2": 2}"#, to: "a.json")
        try scratch.write("for *: a* == 1\n", to: "a.policies")
        let run = try scratch.flagctl("prove", "-e", "for *: a* == 1", "-e", "for *: b* == 2", "a.json")
        expectEqual(
            run.output,
            """
            PROVED  -e  a* == 1 for 2 settings  every version
            PROVED  -e  b* == 2 for 2 settings  every version

            """)
        let twice = try scratch.flagctl("prove", "--policy", "a.policies", "--policy", "a.policies", "a.json")
        let line = "PROVED  line 1  a* == 1 for 2 settings  every version\n"
        expectEqual(twice.output, line + line)
    }

    @Test(arguments: ["github", "sarif", "junit"])
    func `every format has all violations by one value, each once`(_ format: String) throws {
        let scratch = try Scratch()
        try scratch.write(
            """
            {"payments": {"defaultValue": false, "valuesByVersion": [
                {"appVersion": ">=1.0.0 <1.1.0", "value": true}, {"appVersion": ">=2.0.0 <2.1.0", "value": true}]}}
            """, to: "a.json")
        let run = try scratch.flagctl(
            "prove", "--format", format, "-e", "monotone payments: false -> true", "a.json")
        for phrase in ["at 1.1.0, until 2.0.0", "at 2.1.0 and stays"] {
            expectEqual(run.output.ranges(of: phrase).count, 1, "\(phrase): \(run)")
        }
    }

    @Test(arguments: [
        ("github", "::error title=vacuous-policy"), ("sarif", #""ruleId":"vacuous-policy""#),
        ("junit", #"failures="1" errors="0" skipped="0""#),
    ])
    func `a vacuous policy is a finding in every format where that is asked for`(
        _ format: String, _ finding: String
    ) throws {
        let arguments = ["prove", "--format", format, "-e", "for >=2 <1: payments == true", "Configs/app.json"]
        let run = try Run(arguments)
        expect(!run.output.contains(finding) && run.status == 0, "\(run)")
        let strict = try Run(arguments + ["--strict-vacuous"])
        expect(strict.output.contains(finding) && strict.output.contains("no version satisfies"), "\(strict)")
        expectEqual(strict.status, 1)
    }
}
