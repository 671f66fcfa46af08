import TestSupport
import Testing

@testable import flagctl

/// Integer version codes, as on Android, in every command and format.
@Suite(.blocking)
struct VersionCodeTests {
    private static let document = #"""
        {
          "$minimumVersion": "52800000",
          "$minimumVersionSetting": "oldest",
          "chat": {
            "defaultValue": false,
            "valuesByVersion": [
              { "appVersion": ">=52920000 <=52930000", "value": true },
              { "appVersion": ">=52920000", "value": true },
              { "appVersion": "52920000", "value": true },
              { "appVersion": "<52790000", "value": false },
              { "appVersion": ">=52940000 <52935000", "value": true }
            ]
          },
          "island": { "defaultValue": 1, "valuesByVersion": [{ "appVersion": "^52910000", "value": 2 }] },
          "oldest": { "defaultValue": "52990000" },
          "rollout": {
            "defaultValue": false,
            "valuesByVersion": [
              { "appVersion": ">=52925000", "when": { "country": "DE" }, "rollout": { "percent": 10, "salt": "a" }, "value": true }
            ]
          }
        }
        """#

    private func scratch() throws -> Scratch {
        let scratch = try Scratch()
        try scratch.write(Self.document, to: "app.json")
        try scratch.write(
            Self.document.replacing(">=52925000", with: ">=52926000").replacing("^52910000", with: ">=52911000"),
            to: "new.json")
        try scratch.write("52900000 10%\n52920000 40%\n52930000 planned\n", to: "app.releases")
        try scratch.write(
            "for >=52920000: chat == true\nfor *: island == 1\nmonotone chat: false -> true\n", to: "app.policies")
        return scratch
    }

    @Test(
        arguments: [
            "check --notes --releases app.releases", "explain chat", "explain chat --version 52920000",
            "explain rollout",
            "explain island --releases app.releases", "explain rollout --version 52920000", "matrix",
            "matrix --transpose --releases app.releases", "matrix --within >=52920000", "when chat==true",
            "when rollout==true", "prove --policy app.policies --releases app.releases",
            "resolve --version 52920000,52930000", "resolve --all-releases --releases app.releases --explain",
            "stale --floor 52900000", "retarget 52920000 52925000", "retarget 52960000 52970000",
            "release 52930000 --previous 52920000 --policy app.policies --releases app.releases",
        ])
    func `versions print as they are written, in every format`(_ command: String) throws {
        let scratch = try scratch()
        let words = command.split(separator: " ").map(String.init)
        let declaration = try #require(Command.named(words[0]))
        var formats = ["text"]
        if case .choice(_, let choices)? = declaration.option(named: "format")?.declaration.form { formats = choices }
        for format in formats where !["env", "value"].contains(format) {
            let run = try scratch.flagctl(words + (formats.count > 1 ? ["--format", format] : []) + ["app.json"])
            // Exit status 2 would mean that little was printed; only the refused move has it.
            expect(run.status < 2 || words.contains("52970000"), "\(format): \(run)")
            for text in [run.output, run.error] { expect(!text.contains("000.0"), "\(format): \(text)") }
        }
    }

    @Test func `differences print versions as they are written, in every format`() throws {
        let scratch = try scratch()
        for format in DiffReport.Format.allCases {
            let words = ["diff", "--frozen", "<52930000", "--releases", "app.releases", "--format", format.rawValue]
            let run = try scratch.flagctl(words + ["app.json", "new.json"])
            expectEqual(run.status, 1, "\(run)")
            expect(!run.output.contains("000.0"), "\(format): \(run.output)")
        }
        let run = try scratch.flagctl("diff", "--flag", "island", "app.json", "new.json")
        expect(
            run.output == """
                island
                  >=52910000 <52911000   2 → 1   new.json:14 no longer matches (was "^52910000"), new.json:14 applies
                  >=52911000             1 → 2   new.json:14 now matches (was "^52910000")
                every setting changed

                """ || run.output.contains("52910001-0"), "\(run.output)")
    }

    @Test func `version codes have no release candidates, unless the list has one`() throws {
        let scratch = try scratch()
        let arguments = ["check", "--notes", "--format", "ndjson", "app.json"]
        expect(!(try scratch.flagctl(arguments).output.contains("prerelease-boundary")))
        let release = ["release", "52920000", "--previous", "52900000", "app.json"]
        expect(!(try scratch.flagctl(release).output.contains("release candidates")))
        try scratch.write("52900000\n52920000-rc.1\n52920000\n", to: "app.releases")
        let listed = try scratch.flagctl(arguments + ["--releases", "app.releases"])
        expect(listed.output.contains("prerelease-boundary"), "\(listed)")
        let candidate = try scratch.flagctl(release + ["--releases", "app.releases"])
        expect(candidate.output.contains("release candidates of 52920000"), "\(candidate)")
    }

    @Test func `a document with a pre-release has release candidates`() throws {
        let scratch = try Scratch()
        try scratch.write(
            #"""
            { "a": { "defaultValue": 1, "valuesByVersion": [
              { "appVersion": "5-rc.1", "value": 3 }, { "appVersion": ">=7", "value": 2 } ] } }
            """#, to: "app.json")
        let run = try scratch.flagctl("check", "--notes", "app.json")
        expect(run.output.contains(#"">=7" excludes pre-releases such as 7-rc.1"#), "\(run)")
    }

    @Test func `documents of two platforms keep their styles in one report`() throws {
        let scratch = try scratch()
        try scratch.write(
            #"{ "chat": { "defaultValue": false, "valuesByVersion": [{ "appVersion": ">=7.2.0", "value": true }] } }"#,
            to: "ios.json")
        try scratch.write("for *: chat == true\n", to: "both.policies")
        let prove = try scratch.flagctl("prove", "--policy", "both.policies", "ios.json", "app.json")
        expect(prove.output.contains("<7.2.0") && prove.output.contains("<52920000"), "\(prove)")
        expect(!prove.output.contains("52920000.0"), "\(prove)")
        let json = try scratch.flagctl("prove", "--format", "json", "--policy", "both.policies", "ios.json", "app.json")
        expect(json.output.contains(#""versions":"<7.2.0""#) && !json.output.contains("52920000.0"), "\(json)")
    }

    @Test(
        arguments: [
            "resolve --version 52920000", "resolve --all-releases --releases app.releases",
            "release 52930000 --previous 52920000 --releases app.releases",
            "release 52930000 --previous 52920000", "matrix --releases app.releases", "matrix --within >=52920000",
            "explain chat --releases app.releases", "explain chat --version 52920000",
            "when chat==true --releases app.releases", "stale --floor 52900000", "retarget 52920000 52930000",
            "check --notes --releases app.releases",
            "prove -e for:*:chat==false --releases app.releases",
        ])
    func `versions for a document without any print as the command line and the list write them`(_ command: String)
        throws
    {
        let scratch = try Scratch()
        try scratch.write(
            ##"{ "$minimumVersionSetting": "oldest", "oldest": "52990000", "chat": true }"##, to: "app.json")
        try scratch.write("52900000 10%\n52920000 40%\n52930000 planned\n", to: "app.releases")
        let words = command.split(separator: " ").map { $0 == "for:*:chat==false" ? "for *: chat==false" : String($0) }
        let declaration = try #require(Command.named(words[0]))
        var formats = ["text"]
        if case .choice(_, let choices)? = declaration.option(named: "format")?.declaration.form { formats = choices }
        for format in formats where !["env", "value"].contains(format) {
            let run = try scratch.flagctl(words + (formats.count > 1 ? ["--format", format] : []) + ["app.json"])
            expect(run.status < 2, "\(format): \(run)")
            for text in [run.output, run.error] { expect(!text.contains("000.0"), "\(format): \(text)") }
        }
    }

    @Test(arguments: [("1", "1.0.0"), ("1.4", "1.4.0"), ("52920000", "52920000"), ("9999", "9999.0.0")])
    func `a number of few digits on the command line is a short version`(_ given: String, _ printed: String) throws {
        let scratch = try Scratch()
        try scratch.write(#"{ "a": 1 }"#, to: "app.json")
        let run = try scratch.flagctl("resolve", "--version", given, "--format", "json", "app.json")
        expect(run.output.contains(#""version":"\#(printed)""#), "\(run)")
    }

    @Test func `a document that no release can be checked for keeps the version as it is given`() throws {
        let scratch = try Scratch()
        let run = try scratch.flagctl("release", "52930000", "--previous", "52920000", "no.json")
        expectEqual(run.output, "52930000 could not be checked completely\n", "\(run)")
    }

    @Test func `documents without versions have the style of their platform`() throws {
        let scratch = try Scratch()
        try scratch.write(#"{ "a": 1 }"#, to: "ios.json")
        try scratch.write(#"{ "a": 1 }"#, to: "android.json")
        try scratch.write("7.2.0 40%\n", to: "ios.releases")
        try scratch.write("52920000 40%\n", to: "android.releases")
        try scratch.write(
            """
            { "platforms": { "ios": { "inputs": ["ios.json"], "releases": "ios.releases" },
              "android": { "inputs": ["android.json"], "releases": "android.releases" } } }
            """, to: "flagctl.json")
        let matrix = try scratch.flagctl("matrix")
        expect(matrix.output.contains(" 7.2.0 (") && matrix.output.contains(" 52920000 ("), "\(matrix)")
        let release = try scratch.flagctl(
            "release", "ios=7.3.0,android=52930000", "--previous", "ios=7.2.0,android=52920000")
        expect(
            release.output.hasSuffix(
                "ios 7.3.0 is ready (not checked: policies, shipped); android 52930000 is ready (not checked: policies, shipped)\n"
            ), "\(release)")
        expect(!release.output.contains("000.0"), "\(release)")
    }

    @Test(
        arguments: [
            (["prove", "--policy", "app.policies", "app.json"], ">=52800000"),
            (["prove", "-e", "constant for >=52800000: chat", "app.json"], ">=52800000"),
            (["prove", "-e", "for <52800000: chat == false", "app.json"], "<52800000"),
            (
                ["release", "52930000", "--previous", "52920000", "--policy", "app.policies", "app.json"],
                "from 52800000 on"
            ),
            (["test", "app.expectations.json"], "from 52800000 on"),
        ] as [([String], String)])
    func `versions for a document without any print as policies and expectations write them`(
        _ words: [String], _ expected: String
    ) throws {
        let scratch = try Scratch()
        try scratch.write(#"{ "chat": true }"#, to: "app.json")
        try scratch.write("constant for >=52800000: chat\nfor >=52800000: chat == false\n", to: "app.policies")
        try scratch.write(
            #"""
            { "document": "app.json", "expectations": [
              { "name": "codes", "for": ">=52800000", "expect": { "chat": false } } ] }
            """#, to: "app.expectations.json")
        let declaration = try #require(Command.named(words[0]))
        var formats: [String] = []
        if case .choice(_, let choices)? = declaration.option(named: "format")?.declaration.form { formats = choices }
        expect(!formats.isEmpty)
        for format in formats {
            let run = try scratch.flagctl(words + ["--format", format])
            expect(run.status < 2, "\(format): \(run)")
            for text in [run.output, run.error] { expect(!text.contains("000.0"), "\(format): \(text)") }
        }
        let text = try scratch.flagctl(words)
        expect(text.output.contains(expected), "\(text)")
    }
}
