import TestSupport
import Testing

@testable import flagctl

@Suite(.blocking)
struct WhenTests {
    private func run(_ expression: String) throws -> Run { try Run(["when", expression, "Configs/app.json"]) }

    @Test(
        arguments: [
            // Across types equality is false and inequality true, never an error.
            ("payments == \"true\"", ""), ("payments != \"true\"", "*"), ("payments == 1", ""), ("payments != 1", "*"),
            ("syncInterval == \"900\"", ""), ("syncInterval != null", "*"), ("minVersion == 1.0", ""),
            ("checkout in [1, true, null]", ""), ("not checkout in [1, true, null]", "*"),
            ("minVersion in [\"1.0.0\", 1]", "*"), ("checkout in []", ""),
            // Sets of versions, as one requirement.
            ("payments == true and checkout == \"compact\"", ">=1.4.0 <1.4.1 || >=1.4.3 <2.0.0"),
            ("exists(payments)", "*"),
            ("syncInterval <= 300 and not payments == true", ">=1.4.1 <1.4.3"),
            ("checkout == \"modern\" => payments == true", "*"), ("exists(checkout) and exists(\"nope\")", ""),
            ("syncInterval == 300 or checkout == \"legacy\"", "<1.2.0 || >=1.4.0 <1.6.0"),
        ] as [(String, String)])
    func `the versions are one requirement; without any, nothing is printed and the status is 1`(
        _ expression: String, _ versions: String
    ) throws {
        let found = try run(expression)
        expectEqual(found.output, (versions.isEmpty ? "" : "\(versions)\n"))
        expectEqual(found.status, versions.isEmpty ? 1 : 0)
        expect(!found.error.contains("error:"), "\(found.error)")
    }

    @Test(
        arguments: [
            ("misspelt setting", "paymets == true"), ("misspelt setting that may exist", "exists(paymets)"),
            ("misspelt value", "checkout == \"modren\""),
            ("no operator", "payments true"), ("single equals sign", "payments = true"),
            ("no value", "payments == "), ("unclosed parenthesis", "(payments == true"),
            ("bad escape", #"checkout == "\x""#), ("order of a boolean", "payments < 3"),
            ("order of a string", "checkout >= 2"), ("text after the end", "payments == true checkout"),
            ("empty", ""), ("bare value", "checkout == modern"), ("trailing comma", "checkout in [\"legacy\",]"),
        ] as [(String, String)])
    func `what is wrong with an expression is shown where it is`(_ name: String, _ expression: String) throws {
        let file = "when-\(name.split(separator: " ").joined(separator: "-"))"
        try Snapshot.expect(["when", expression, "Configs/app.json"], matches: file)
        let found = try run(expression)
        expect(found.output.isEmpty)
        expectEqual(found.status, (["misspelt value", "misspelt setting that may exist"].contains(name) ? 1 : 2))
        expect(found.error.contains("^"))
    }

    @Test func `shipped versions are named on standard error`() throws {
        let words = ["when", "payments == false", "--releases", "Configs/app.releases", "Configs/app.json"]
        let run = try Run(words)
        expectEqual(
            run,
            Run(
                output: "<1.4.0 || >=1.4.1 <1.4.3\n",
                error: "2 shipped versions: 1.2.0, 1.4.2 (15.5 % of installs)\n", status: 0))
        let bad = try Run(["when", "payments == false", "--releases", "Configs/app.json", "Configs/app.json"])
        expect(bad.status == 2 && bad.output.isEmpty && bad.error.contains("[bad-releases]"), "\(bad)")
    }

    @Test func `a pattern is no single setting`() throws {
        let run = try run("*n* == true")
        expect(run.error.contains("one setting is needed, but \"*n*\" matches 3 [several-settings]"), "\(run.error)")
        expectEqual(run.status, 2)
    }
}
