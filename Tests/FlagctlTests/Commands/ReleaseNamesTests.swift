import TestSupport
import Testing

@testable import flagctl

/// `--releases` names shipped versions in every answer about versions.
@Suite(.blocking)
struct ReleaseNamesTests {
    private func scratch() throws -> Scratch {
        let scratch = try Scratch()
        try scratch.write(
            #"""
            {
              "chat": {
                "bar": { "defaultValue": false, "valuesByVersion": [{ "appVersion": ">=2.0.0", "value": true }] },
                "style": {
                  "defaultValue": "legacy",
                  "valuesByVersion": [
                    { "appVersion": ">=2.0.0", "when": { "country": "DE" }, "value": "modern" }
                  ]
                }
              }
            }
            """#, to: "app.json")
        try scratch.write("1.0.0 10%\n2.0.0 30%\n2.1.0 planned\n", to: "app.releases")
        return scratch
    }

    @Test func `explain names them for the values of a setting that tests more than the version`() throws {
        let scratch = try scratch()
        let run = try scratch.flagctl("explain", "chat.style", "--releases", "app.releases", "app.json")
        expectEqual(
            run.output,
            """
            chat.style   for everybody
              >=2.0.0, country DE   modern   app.json:7
              otherwise             legacy   app.json:5
              legacy   for users of 2 shipped versions: 1.0.0, 2.0.0 (40.0 % of installs)
              modern   for users of 1 shipped version: 2.0.0 (30.0 % of installs)

            """, "\(run)")
        let json = try scratch.flagctl(
            "explain", "chat.style", "--releases", "app.releases", "--format", "json", "app.json")
        expect(
            json.output.contains(
                #""releases":{"shipped":["2.0.0"],"coversShipped":false,"share":{"percent":30.0,"isLowerBound":false}}"#
            ),
            "\(json)")
    }

    @Test func `explain names them for the settings of a group`() throws {
        let scratch = try scratch()
        let run = try scratch.flagctl("explain", "chat", "--releases", "app.releases", "app.json")
        expectEqual(
            run.output,
            """
            chat matches 2 settings
              chat.bar     app.json:3   false for <2.0.0                   1 shipped version: 1.0.0 (10.0 % of installs)
                                        true from 2.0.0 on                 1 shipped version: 2.0.0 (30.0 % of installs)
              chat.style   app.json:4   depends on more than the version

            """, "\(run)")
        let json = try scratch.flagctl("explain", "chat", "--releases", "app.releases", "--format", "json", "app.json")
        expect(json.output.contains(#""value":true,"shipped":["2.0.0"],"coversShipped":false"#), "\(json)")
        let plain = try scratch.flagctl("explain", "chat", "--format", "json", "app.json")
        expect(!plain.output.contains("history"), "\(plain)")
    }

    @Test func `CSV of the matrix has them as records, or as columns if it is transposed`() throws {
        let scratch = try scratch()
        let words = ["matrix", "--flag", "chat.bar", "--releases", "app.releases", "--format", "csv"]
        let run = try scratch.flagctl(words + ["app.json"])
        expectEqual(
            run.output,
            """
            file,name,<2.0.0,>=2.0.0
            app.json,(shipped versions),1.0.0,2.0.0
            app.json,(percentage of installs),10.0,30.0
            app.json,chat.bar,false,true

            """, "\(run)")
        let transposed = try scratch.flagctl(words + ["--transpose", "app.json"])
        expectEqual(
            transposed.output,
            """
            file,versions,chat.bar,(shipped versions),(percentage of installs)
            app.json,<2.0.0,false,1.0.0,10.0
            app.json,>=2.0.0,true,2.0.0,30.0

            """, "\(transposed)")
        let failed = try scratch.flagctl(words + ["app.json", "nothing.json"])
        expect(failed.status == 2 && failed.output.hasPrefix("file,name,<2.0.0,>=2.0.0,incomplete\n"), "\(failed)")
    }

    @Test func `the page of the matrix lists them`() throws {
        let run = try scratch().flagctl("matrix", "--releases", "app.releases", "--format", "html", "app.json")
        expect(
            run.output.contains("<dt>&gt;=2.0.0</dt><dd>1 shipped version: 2.0.0 (30.0 % of installs)</dd>"),
            "\(run.output)")
        let plain = try scratch().flagctl("matrix", "--format", "html", "app.json")
        expect(!plain.output.contains("<details"))
    }
}
