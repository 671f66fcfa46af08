import TestSupport
import Testing

@testable import flagctl

@Suite(.blocking)
struct ReleaseTests {
    /// A repository whose document was changed: one value for old versions, one new setting, a minimum version.
    private func scratch() throws -> Scratch {
        let scratch = try Scratch()
        try scratch.copyExample(to: "Configs/app.json")
        try scratch.write("{\"a\": {\"defaultValue\": 1}}", to: "Configs/gone.json")
        try scratch.write("1.4.0 40%\n1.4.3 10%\n1.6.0 30%\n2.0.0 planned\n", to: "releases.txt")
        try scratch.makeRepository()
        _ = try scratch.shell(
            """
            rm Configs/gone.json
            sed -i.bak 's/>=1.4.1 <1.4.3/>=1.4.1/; /<1.8.0/d; s/"\\$schema".*/"$minimumVersionSetting": "minVersion",/
            s/"minVersion": .*/"minVersion": { "defaultValue": "2.1.0" },\\n  "theme": "dark",/' Configs/app.json
            rm Configs/app.json.bak
            """)
        return scratch
    }

    @Test func `a report on the example is short and says what to do`() throws {
        let run = try Run([
            "release", "2.0.0", "--previous", "1.6.0", "--policy", "Configs/app.policies", "Configs/app.json",
        ])
        expectEqual(
            run,
            Run(
                output: """
                    Configs/app.json: 2.0.0 after 1.6.0
                    FAILED   check: 2 errors, 0 warnings
                      Configs/app.json:7:23: error: in "checkout": requirement ">=1.9.0 <1.8.0" contains no version [empty-requirement]
                      Configs/app.json:23:23: error: this entry of "syncInterval" never wins: for every \
                    version >=2.0.0 line 22 gives 120 [shadowed-entry]
                    FAILED   policies: 3 proved, 2 violated
                      VIOLATED  never-back-off    payments goes true → false at 1.4.1, until 1.4.3  Configs/app.json:15:50
                      VIOLATED  only-at-releases  payments changes true → false at 1.4.1            Configs/app.json:15:50
                                                  payments changes false → true at 1.4.3            Configs/app.json:16:43
                    PASSED   values: 1 of 4 settings changes from 1.6.0 to 2.0.0
                      checkout  compact → modern  Configs/app.json:6
                    WARNED   boundaries: 0 errors, 1 warning
                      Configs/app.json:6:24: warning: release candidates of 2.0.0 get the old value of checkout: \
                    compact for >=2.0.0-0 <2.0.0, not modern [release-candidate]
                        help: write ">=2.0.0-0" to give them the value of 2.0.0
                    SKIPPED  shipped: nothing to compare with (--against REV)

                    2.0.0 is not ready: check, policies

                    """, error: "", status: 1))
    }

    @Test(arguments: ["text", "markdown", "json", "junit"])
    func `everything at once in each format`(_ format: String) throws {
        let arguments = [
            "release", "2.0.0", "--previous", "1.4.3", "--releases", "releases.txt", "--against", "HEAD", "--allow",
            "payments", "--format", format, "Configs",
        ]
        let scratch = try scratch()
        try Snapshot.expect(arguments, matches: "release-\(format)", in: scratch.path)
    }

    @Test func `annotations have the changes for shipped versions, and intended ones are notes`() throws {
        let words = ["release", "2.0.0", "--previous", "1.4.3", "--releases", "releases.txt", "--against", "HEAD"]
        let scratch = try scratch()
        let run = try scratch.flagctl(words + ["--format", "github", "Configs"])
        expect(run.status == 1 && run.output.contains("title=changed-value::\"payments\""), "\(run)")
        let allowed = try scratch.flagctl(words + ["--allow", "payments", "--format", "github", "Configs"])
        let errors = allowed.output.split(separator: "\n").filter { $0.hasPrefix("::error") }
        expect(!errors.isEmpty && !errors.contains { $0.contains("\"payments\": ") }, "\(allowed)")
    }

    @Test func `the page has the verdict and every section, and loads nothing`() throws {
        let scratch = try scratch()
        let run = try scratch.flagctl(
            "release", "2.0.0", "--previous", "1.4.3", "--releases", "releases.txt", "--against", "HEAD", "--format",
            "html", "Configs")
        expect(run.output.contains("<h1>2.0.0 is not ready: "), "\(run)")
        for name in ["check", "policies", "values", "boundaries", "shipped"] {
            expect(run.output.contains("<th scope=\"row\">\(name)</th>"), "\(name)")
        }
        for word in ["http:", "https:", "src=", "@import", "url(", "<script"] { expect(!run.output.contains(word)) }
    }

    @Test func `a good release is ready, and its exit status is 0`() throws {
        let scratch = try Scratch()
        try scratch.write(
            """
            {
              "a": {
                "defaultValue": 1,
                "valuesByVersion": [ { "appVersion": ">=2.0.0-0", "value": 2 } ]
              }
            }
            """, to: "a.json")
        try scratch.write("a2: for >=2.0.0: a == 2\n", to: "a.policies")
        try scratch.write("1.9.0 90%\n2.0.0 planned\n", to: "releases.txt")
        try scratch.makeRepository()
        let run = try scratch.flagctl(
            "release", "2.0.0", "--previous", "1.9.0", "--policy", "a.policies", "--releases", "releases.txt",
            "--against", "HEAD", "--fail-on", "warning", "--select", "a.json")
        expectEqual(run.status, 2)
        try expectEqual(
            scratch.flagctl(
                "release", "2.0.0", "--previous", "1.9.0", "--policy", "a.policies", "--releases", "releases.txt",
                "--against", "HEAD", "a.json"),
            Run(
                output: """
                    a.json: 2.0.0 after 1.9.0
                    PASSED   check: 0 errors, 0 warnings
                    PASSED   policies: 1 proved, 0 violated
                    PASSED   values: 1 of 1 setting changes from 1.9.0 to 2.0.0
                      a  1 → 2  a.json:4
                    PASSED   boundaries: 0 errors, 0 warnings
                    PASSED   shipped: no value changes for shipped versions since HEAD

                    2.0.0 is ready

                    """, error: "", status: 0))
    }

    @Test(
        arguments: [
            // A bound that leaves release candidates out, each way to write it, and what to write instead.
            (#"{"defaultValue": 1, "valuesByVersion": [{"appVersion": ">=2.0.0", "value": 2}]}"#, ">=2.0.0-0"),
            (#"{"defaultValue": 2, "valuesByVersion": [{"appVersion": "<2.0.0", "value": 1}]}"#, "<2.0.0-0"),
            (#"{"defaultValue": 1, "valuesByVersion": [{"appVersion": "v2.0 - 3.0", "value": 2}]}"#, "-"),
            (
                #"{"defaultValue": 1, "valuesByVersion": [{"appVersion": [">=2.0.0 <3", "=9"], "value": 2}]}"#,
                ">=2.0.0-0"
            ),
            // An earlier entry that holds the candidates: no bound of one entry mends it.
            (
                #"{"defaultValue": 1, "valuesByVersion": [{"appVersion": ">=2.0.0-0 <2.0.0", "value": 1}, {"appVersion": ">=2.0.0", "value": 2}]}"#,
                "-"
            ),
            // Candidates with the value of the release.
            (#"{"defaultValue": 1, "valuesByVersion": [{"appVersion": ">=2.0.0-0", "value": 2}]}"#, nil),
            (#"{"defaultValue": 1, "valuesByVersion": [{"appVersion": ">=2.0.1", "value": 2}]}"#, nil),
            ("7", nil),
        ] as [(String, String?)])
    func `release candidates with another value are found, and a suggestion mends them`(
        _ setting: String, _ bound: String?
    ) throws {
        let scratch = try Scratch()
        try scratch.write("{\"s\": \(setting)}", to: "s.json")
        let run = try scratch.flagctl("release", "2.0.0", "--previous", "1.0.0", "s.json")
        expectEqual(run.output.contains("[release-candidate]"), bound != nil, "\(run.output)")
        expectEqual(
            run.output.contains("help: write \"\(bound ?? "-")\""), (bound != nil && bound != "-"), "\(run.output)")
        // What is suggested is tried: with it there is nothing left to say, and no release has another value.
        guard let bound, bound != "-" else { return }
        let old = String(bound.dropLast(2))
        try scratch.write("{\"s\": \(setting.split(separator: old).joined(separator: bound))}", to: "mended.json")
        let mended = try scratch.flagctl("release", "2.0.0", "--previous", "1.0.0", "mended.json")
        expect(!mended.output.contains("[release-candidate]"), "\(mended.output)")
        let diff = try scratch.flagctl("diff", "--frozen", "<2.0.0-0 || >=2.0.0", "s.json", "mended.json")
        expectEqual(diff.status, 0, "\(diff.output)")
    }

    @Test(
        arguments: [
            ("2.0.0", "2.1.0", "", "requires 2.1.0 for <=2.0.0, but 2.0.0 is the newest version"),
            ("2.0.0", "2.0.0", "", nil), ("2.0.0", "1.0.0", "", nil),
            ("1.4.4", "2.0.0", "1.4.3\n2.0.0\n", "requires 2.0.0 for 1.4.4: its users are asked to update as soon as"),
            ("2.0.0", "2.0.0", "1.4.3\n2.0.0 planned\n", nil),
            (
                "2.0.0", "2.1.0", "1.4.3\n2.1.0 planned\n",
                "requires 2.1.0 for <=2.0.0, but 2.0.0 is the newest version"
            ),
        ] as [(String, String, String, String?)])
    func `a minimum version above the release locks users out`(
        _ version: String, _ floor: String, _ releases: String, _ message: String?
    ) throws {
        let scratch = try Scratch()
        try scratch.write("{\"$minimumVersionSetting\": \"floor\", \"floor\": \"\(floor)\"}", to: "a.json")
        var arguments = ["release", version, "--previous", "1.4.3", "a.json"]
        if !releases.isEmpty {
            try scratch.write(releases, to: "releases.txt")
            arguments += ["--releases", "releases.txt"]
        }
        let run = try Run(arguments, in: scratch.path)
        expectEqual(run.output.contains("[forced-update-lockout]"), message != nil, "\(run.output)")
        if let message { expect(run.output.contains("floor \(message)"), "\(run.output)") }
        expectEqual(run.status, message == nil ? 0 : 1)
    }

    @Test(
        arguments: [
            (["release", "--previous", "1"], "no V given"),
            (
                ["release", "2.0.0", "--against", "HEAD", "Configs/app.json"],
                "it is not known which versions are shipped"
            ),
            (
                ["release", "2.0.0", "--previous", "1.0", "Configs/app.json", "--fail-on", "note"],
                "--fail-on cannot be"
            ),
            (
                ["release", "Configs/app.json", "--previous", "1.0", "x"],
                "the version to ship comes first"
            ),
            (["release", "1.0", "--previous", "2.0", "Configs/app.json"], "are the two swapped?"),
            (["release", "1.0", "--previous", "1", "Configs/app.json"], "it is not older than 1.0"),
            (["release", "1.0", "--previous", "old", "Configs/app.json"], "write the newest shipped version"),
        ] as [([String], String)])
    func `missing and swapped operands are reported`(_ arguments: [String], _ message: String) throws {
        let run = try Run(arguments)
        expect(run.error.contains(message), "\(run.error)")
        expect(run.output.isEmpty && run.status == 2)
    }

    @Test func `a warning fails where that is asked for`() throws {
        let scratch = try Scratch()
        try scratch.write(
            #"{"s": {"defaultValue": 1, "valuesByVersion": [{"appVersion": ">=2.0.0", "value": 2}]}}"#, to: "s.json")
        try expectEqual(scratch.flagctl("release", "2.0.0", "--previous", "1.0.0", "s.json").status, 0)
        let strict = try scratch.flagctl("release", "2.0.0", "--previous", "1.0.0", "--fail-on", "warning", "s.json")
        expect(strict.output.hasSuffix("\n2.0.0 is not ready: boundaries\n") && strict.status == 1)
    }

    @Test func `a setting without a value makes the report incomplete, never ready`() throws {
        let scratch = try Scratch()
        try scratch.write(#"{"s": {"valuesByVersion": [{"appVersion": ">=2.0.0", "value": 2}]}, "t": 1}"#, to: "s.json")
        let run = try scratch.flagctl("release", "2.0.0", "--previous", "1.0.0", "s.json")
        expect(run.output.hasSuffix("\n2.0.0 could not be checked completely\n"), "\(run.output)")
        expectEqual(run.status, 2)
    }

    @Test(arguments: ["g.y", "g", "g.*", "*"])
    func `a change is allowed by name, group and pattern`(_ allowed: String) throws {
        let scratch = try Scratch()
        try scratch.write("{\"g\": {\"y\": 1}}", to: "app.json")
        try scratch.makeRepository()
        try scratch.write("{\"g\": {\"y\": 2}, \"n\": true}", to: "app.json")
        let arguments = ["release", "2.0.0", "--previous", "1.4.0", "--against", "HEAD", "app.json"]
        try expectEqual(Run(arguments, in: scratch.path).status, 1)
        try expectEqual(Run(arguments + ["--allow", allowed], in: scratch.path).status, 0)
        let json = try Run(arguments + ["--allow", allowed, "--format", "json"], in: scratch.path).output
        expect(!json.contains(#""counts":true"#), "\(json)")
    }

    @Test(
        arguments: [
            ([], 0, [" warning: release candidates", " warning: 1.0.0 is not"]),
            (["--ignore", "unknown-release"], 0, [" warning: release candidates"]),
            (["--severity", "unknown-release=off"], 0, [" warning: release candidates"]),
            (["--ignore", "release-candidate,unknown-release"], 0, []),
            (["--severity", "release-candidate=error"], 1, [" error: release candidates", " warning: 1.0.0 is not"]),
            (["--select", "hyphen-range"], 0, [" warning: release candidates"]),
        ] as [([String], Int32, [String])])
    func `boundaries follow the rules and severities of the command line`(
        _ options: [String], _ status: Int32, _ expected: [String]
    ) throws {
        let scratch = try Scratch()
        try scratch.write(
            #"{"a": {"defaultValue": 1, "valuesByVersion": [{"appVersion": ">=2.0.0", "value": 4}]}}"#, to: "a.json")
        try scratch.write("1.5.0\n", to: "releases")
        let run = try Run(
            ["release", "2.0.0", "--previous", "1.0.0", "--releases", "releases", "a.json"] + options, in: scratch.path)
        expectEqual(run.status, status, "\(run)")
        for text in [" warning: release candidates", " error: release candidates", " warning: 1.0.0 is not"] {
            expectEqual(run.output.contains(text), expected.contains(text), "\(text): \(run)")
        }
    }

    @Test func `a policy that cannot be evaluated fails, however many settings others are about`() throws {
        let scratch = try Scratch()
        try scratch.write(#"{"a1": 1, "a2": 1, "a3": 1}"#, to: "a.json")
        try scratch.write("p: for *: a* == 1\nq: for *: unknown == 1\n", to: "a.policies")
        let run = try scratch.flagctl("release", "2.0", "--previous", "1.0", "--policy", "a.policies", "a.json")
        expect(run.output.contains("FAILED   policies"), "\(run)")
        expect(run.output.contains("3 proved, 0 violated, 1 could not be evaluated"), "\(run)")
        expectEqual(run.status, 2)
    }

    @Test func `a first release is compared with no earlier version, and says so`() throws {
        let run = try Run(["release", "1.0.0", "Configs/app.json"])
        expect(run.status == 1 && run.output.hasPrefix("Configs/app.json: 1.0.0\n"), "\(run)")
        expect(run.output.contains("SKIPPED  values: no earlier version is known (--previous W)\n"))
        expect(run.output.hasSuffix("1.0.0 is not ready: check\n"))
    }

    @Test func `the previous version is the newest older one that is shipped`() throws {
        let scratch = try Scratch()
        let entries = #"[{ "appVersion": ">=2.0.0", "value": true }]"#
        try scratch.write("{ \"a\": { \"defaultValue\": false, \"valuesByVersion\": \(entries) } }", to: "a.json")
        try scratch.write("1.0.0\n1.9.0\n2.0.0 planned\n2.1.0\n", to: "releases.txt")
        func output(_ version: String, _ options: String...) throws -> String {
            let run = try Run(["release", version, "a.json"] + options, in: scratch.path)
            expectEqual(run.status, 0, "\(run)")
            return run.output
        }
        try expect(output("2.0.0", "--releases", "releases.txt").contains("1 of 1 setting changes from 1.9.0 to 2.0.0"))
        try expect(output("0.9.0", "--releases", "releases.txt").contains("values: no earlier version is known"))
        let named = try output("2.0.0", "--releases", "releases.txt", "--previous", "1.0.0")
        expect(named.contains("a.json: 2.0.0 after 1.0.0\n"))
        let json = try output("2.0.0", "--releases", "releases.txt", "--format", "json")
        expect(json.contains(#""previous":"1.9.0""#))
        try scratch.write("2.0.0 planned\n", to: "planned.txt")
        let against = try scratch.shell(
            """
            git init -q . && git add . && git -c user.name=a -c user.email=a@example.com commit -qm a
            flagctl release 2.0.0 --releases planned.txt --against HEAD a.json
            """)
        expect(against.output.contains("SKIPPED  shipped: no version is shipped yet\n"), "\(against)")
    }
}
