import TestSupport
import Testing

@testable import flagctl

@Suite(.blocking)
struct CheckBaselineTests {
    private let scratch: Scratch

    /// `known.json` holds the findings of `app.json`.
    init() throws {
        scratch = try Scratch()
        try scratch.copyExample()
        _ = try scratch.shell("flagctl check --format json app.json > known.json")
    }

    @Test func `known findings are left out and counted`() throws {
        let run = try scratch.flagctl("check", "--baseline", "known.json", "app.json")
        expectEqual(
            run,
            Run(
                output: "",
                error:
                    "0 errors, 0 warnings in 1 file (7 version ranges, exhaustive); 2 known findings left out\n",
                status: 0))
    }

    @Test func `lines may move, and what is new is reported`() throws {
        _ = try scratch.shell(
            """
            sed -i '1a\\
              "added": {\\
                "defaultValue": 0,\\
                "valuesByVersion": [{ "appVersion": ">=3 <2", "value": 1 }]\\
              },' app.json
            """)
        let run = try scratch.flagctl("check", "--baseline", "known.json", "app.json")
        expectEqual(
            run.output,
            """
            app.json:4:41: error: in "added": requirement ">=3 <2" contains no version [empty-requirement]
               |
             4 |     "valuesByVersion": [{ "appVersion": ">=3 <2", "value": 1 }]
               |                                         ^^^^^^^^
               = help: the bounds look swapped; did you mean ">=2 <3"?

            """)
        expect(run.error.hasSuffix("; 2 known findings left out\n"))
        expectEqual(run.status, 1)
    }

    @Test func `every format leaves out what is known`() throws {
        for format in ["json", "ndjson", "github", "gitlab", "junit", "sarif"] {
            let run = try scratch.flagctl("check", "--baseline", "known.json", "--format", format, "app.json")
            expect(!run.output.contains("syncInterval"), "\(format)")
            expectEqual(run.status, 0)
        }
    }

    @Test func `a text that is no document is never known`() throws {
        try scratch.write("{", to: "app.json")
        _ = try scratch.shell("flagctl check --format json app.json > known.json")
        let run = try scratch.flagctl("check", "--baseline", "known.json", "app.json")
        expect(run.output.contains("[json-syntax]") && run.status == 1)
    }

    @Test(arguments: ["{}", "[]", "", #"{"schema": "flagctl/resolve/1", "results": []}"#])
    func `a file that is no result of a check fails the run`(_ content: String) throws {
        try scratch.write(content, to: "known.json")
        let run = try scratch.flagctl("check", "--baseline", "known.json", "app.json")
        expect(run.output.isEmpty && run.status == 2)
        expect(run.error.hasPrefix("known.json"), "\(run.error)")
    }
}
