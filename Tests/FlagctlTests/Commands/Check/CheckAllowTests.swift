import TestSupport
import Testing

@testable import flagctl

@Suite(.blocking)
struct CheckAllowTests {
    /// An island that is allowed, another one that is not, and a suppression that nothing needs.
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
        try scratch.write(
            """
            {
              "banner": {
                "$allow": { "value-island": "until 2.1 \\u001b is out", "v-prefix": "of old" },
                "defaultValue": false,
                "valuesByVersion": [
                  { "appVersion": ">=1.4.0 <2.0.0", "value": true }
                ]
              },
              "search": {
                "defaultValue": false,
                "valuesByVersion": [
                  { "appVersion": ">=1.4.0 <2.0.0", "value": true }
                ]
              }
            }

            """, to: "app.json")
    }

    private static let unused = """
        app.json:3:60: warning: "$allow" names "v-prefix", which finds nothing here [unused-allow]
           |
         3 |     "$allow": { "value-island": "until 2.1 \\u001b is out", "v-prefix": "of old" },
           |                                                            ^^^^^^^^^^
           = help: delete it

        """

    @Test func `text omits what is allowed, counts it, and shows what is unused without --notes too`() throws {
        try expectEqual(
            scratch.flagctl("check", "app.json"),
            Run(
                output: Self.unused,
                error:
                    "0 errors, 1 warning in 1 file (3 version ranges, exhaustive); 1 finding allowed by \"$allow\"\n",
                status: 0))
        let notes = try scratch.flagctl("check", "--notes", "--select", "value-island", "app.json")
        expect(notes.output.hasPrefix("app.json:12:9: note: ") || notes.output.hasPrefix("app.json:12:"))
        expect(notes.error.hasPrefix("0 errors, 0 warnings, 1 note in 1 file"))
    }

    @Test(
        arguments: [
            ("", 1), ("--ignore v-prefix", 0), ("--severity v-prefix=off", 0), ("--select unused-allow", 0),
            ("--select unused-allow,v-prefix", 1), ("--ignore unused-allow", 0), ("--fail-on note", 1),
        ])
    func `a rule that does not run is not judged`(_ options: String, _ count: Int) throws {
        let run = try scratch.shell("flagctl check --format json \(options) app.json")
        expectEqual(run.output.ranges(of: "\"code\":\"unused-allow\"").count, count, "\(run.output)")
    }

    @Test(arguments: ["json", "ndjson", "github", "gitlab", "junit", "sarif"])
    func `every format says what is allowed, if it has room for it`(_ format: String) throws {
        let run = try scratch.flagctl("check", "--notes", "--format", format, "--select", "value-island", "app.json")
        let says = run.output
        switch format {
        case "json":
            expect(says.contains("\"notes\":1,"))
            expect(says.contains("\"allowed\":[{\"file\":\"app.json\""))
            expect(says.contains("\"reason\":\"until 2.1 \\u001b is out\"}]"))
        case "sarif":
            expect(
                says.contains(
                    "\"suppressions\":[{\"kind\":\"inSource\",\"justification\":\"until 2.1 \\u001b is out\"}]"))
            expectEqual(says.ranges(of: "\"ruleId\":\"value-island\"").count, 2)
        case "junit":
            expectEqual(says.ranges(of: "value-island").count, 2, "\(says)")
        case "ndjson": expectEqual(says.split(separator: "\n").count, 1)
        default: expect(!says.contains("until 2.1"), "\(says)")
        }
    }

    @Test func `JUnit names what is allowed in a case that passed`() throws {
        _ = try scratch.shell("sed -i '/\"search\"/,/^  }/d; s/^  },/  }/' app.json")
        let run = try scratch.flagctl("check", "--format", "junit", "--select", "value-island", "app.json")
        expect(run.output.contains("allowed: until 2.1 "), "\(run.output)")
        expect(!run.output.contains("\u{1B}"))
    }

    @Test func `a baseline omits what is known, and allowed findings are not known`() throws {
        _ = try scratch.shell("flagctl check --format json app.json > known.json; sed -i '/allow/d' app.json")
        let run = try scratch.flagctl(
            "check", "--notes", "--select", "value-island", "--baseline", "known.json", "app.json")
        expectEqual(run.output.ranges(of: "[value-island]").count, 1)
        expect(run.error.contains("1 known finding left out"))
    }

    @Test func `no value changes, fmt keeps it first, and both schemas know it`() throws {
        let compared = try scratch.shell("sed '/allow/d' app.json > without.json; flagctl diff app.json without.json")
        expectEqual(compared.status, 0, "\(compared.output)")
        let shuffled = try scratch.shell(
            """
            echo '{"s": {"defaultValue": 1, "$allow": {"v-prefix": "r"}}}' > f.json; flagctl fmt --apply - < f.json
            """)
        expectEqual(
            shuffled.output,
            """
            {
              "s": {
                "$allow": { "v-prefix": "r" },
                "defaultValue": 1
              }
            }

            """)
    }

    @Test func `the counts of rules replace the findings in text, and stand beside them in JSON`() throws {
        try expectEqual(
            scratch.flagctl("check", "--statistics", "app.json").output, "1  unused-allow  warning  1 file\n")
        try scratch.copyExample(to: "b.json")
        let all = try scratch.flagctl("check", "--statistics", "--notes", "app.json", "b.json")
        expectEqual(
            all.output,
            """
            4  prerelease-boundary  note     2 files
            3  partly-shadowed      note     1 file
            3  value-island         note     2 files
            1  empty-requirement    error    1 file
            1  shadowed-entry       error    1 file
            1  unused-allow         warning  1 file

            """)
        expectEqual(all.status, 1)
        let json = try scratch.flagctl("check", "--statistics", "--format", "json", "app.json", "b.json")
        expect(
            json.output.contains(
                #""statistics":[{"code":"prerelease-boundary","severity":"note","count":4,"files":2},"#))
        expect(json.output.contains("\"findings\":[{"))
        let plain = try scratch.flagctl("check", "--format", "json", "app.json")
        expect(!plain.output.contains("statistics"))
    }
}
