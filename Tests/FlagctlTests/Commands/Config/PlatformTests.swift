import TestSupport
import Testing

@testable import flagctl

/// The platforms of a project: each document is compared with the releases of its own.
@Suite(.blocking)
struct PlatformTests {
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
        try scratch.write(Self.document(">=7.230.0"), to: "ios/shop.json")
        try scratch.write(Self.document(">=52920000"), to: "android.json")
        try scratch.write("7.229.0 60%\n7.230.0 planned\n", to: "ios.releases")
        try scratch.write("52910000 40%\n52920000 planned\n", to: "android.releases")
        try scratch.write("chat-stays: monotone chat: false -> true\n", to: "shop.policies")
        try writeProject()
    }

    private static func document(_ requirement: String) -> String {
        #"""
        {
          "chat": {
            "owner": "search",
            "defaultValue": false,
            "valuesByVersion": [
              { "appVersion": "\#(requirement)", "value": true }
            ]
          }
        }
        """#
    }

    private func writeProject(_ members: String = "") throws {
        try scratch.write(
            #"""
            { "platforms": {
                "ios": { "inputs": ["ios"], "releases": "ios.releases" },
                "android": { "inputs": ["andr*.json"], "releases": "android.releases" }
              }\#(members) }
            """#, to: "flagctl.json")
    }

    @Test func `records of CSV name versions in the style of their file`() throws {
        try expectEqual(
            scratch.flagctl("matrix", "--format", "csv", "--transpose").output,
            """
            file,versions,chat,(shipped versions),(percentage of installs)
            ios/shop.json,<7.230.0,false,7.229.0,60.0
            ios/shop.json,>=7.230.0,true,,
            android.json,<52920000,false,52910000,40.0
            android.json,>=52920000,true,,

            """)
    }

    /// Two files with three boundaries each, in the versions of their platforms.
    private func writeBoundaries() throws {
        for (path, versions) in [
            ("ios/shop.json", ["7.210.0", "7.220.0", "7.230.0"]),
            ("android.json", ["52900000", "52910000", "52920000"]),
        ] {
            let entries = versions.enumerated().reversed().map { #"{"appVersion": ">=\#($1)", "value": \#($0 + 1)}"# }
            try scratch.write(
                #"{"chat": {"defaultValue": 0, "valuesByVersion": [\#(entries.joined(separator: ", "))]}}"#, to: path)
        }
    }

    @Test(
        arguments: [
            (
                "text",
                """
                ios/shop.json:
                      >=7.230.0  >=7.220.0
                chat  3          2
                1 setting, 2 version ranges cover >=7.220.0

                android.json:
                      >=52920000  >=52910000
                chat  3           2
                1 setting, 2 version ranges cover >=52910000

                """
            ),
            (
                "markdown",
                """
                ### ios/shop.json

                | setting | >=7.220.0 | >=7.230.0 |
                | --- | --- | --- |
                | `chat` | `2` | `3` |

                1 setting, 2 version ranges cover >=7.220.0

                ### android.json

                | setting | >=52910000 | >=52920000 |
                | --- | --- | --- |
                | `chat` | `2` | `3` |

                1 setting, 2 version ranges cover >=52910000

                """
            ),
            (
                "csv",
                """
                file,name,>=7.220.0 <7.230.0,>=7.230.0 <52910000.0.0,>=52910000.0.0 <52920000.0.0,>=52920000.0.0
                ios/shop.json,chat,2,3,3,3
                android.json,chat,,,2,3

                """
            ),
            (
                "csv --transpose",
                """
                file,versions,chat
                ios/shop.json,>=7.220.0 <7.230.0,2
                ios/shop.json,>=7.230.0,3
                android.json,>=52910000 <52920000,2
                android.json,>=52920000,3

                """
            ),
        ])
    func `the newest version ranges are those of each file`(_ format: String, _ expected: String) throws {
        try writeBoundaries()
        try scratch.write(#"{"inputs": ["ios", "andr*.json"]}"#, to: "flagctl.json")
        let run = try scratch.shell("flagctl matrix --last 2 --format \(format)")
        expectEqual(run, Run(output: expected, error: "", status: 0))
    }

    @Test func `the newest version ranges of each file are in every other format, with its releases`() throws {
        try writeBoundaries()
        let json = try scratch.flagctl("matrix", "--last", "2", "--format", "json").output
        expect(json.contains(#""within":">=7.220.0""#), "\(json)")
        expect(json.contains(#""file":"ios/shop.json","ranges":[{"versions":">=7.220.0 <7.230.0","#), "\(json)")
        expect(json.contains(#""file":"android.json","ranges":[{"versions":">=52910000 <52920000","#), "\(json)")
        let html = try scratch.flagctl("matrix", "--last", "2", "--format", "html").output
        expect(html.contains("2 version ranges cover &gt;=7.220.0"), "\(html)")
        expect(html.contains("2 version ranges cover &gt;=52910000<"), "\(html)")
        let csv = try scratch.flagctl("matrix", "--last", "2", "--format", "csv").output.split(separator: "\n")
        expect(csv.contains("ios/shop.json,(shipped versions),7.229.0,,,"), "\(csv)")
        expect(csv.contains("android.json,(shipped versions),,,52910000,"), "\(csv)")
    }

    @Test(
        arguments: [
            ("--version ios=7.230.0,52920000", "52920000", "ios=7.230.0", "android=52920000"),
            ("--version 7.230.0 --version android=52920000", "7.230.0", "android=52920000", "ios=7.230.0"),
            ("--version ios=1,android=2,3", "3", "ios=1", "ios=3"),
        ])
    func `a version without a platform beside others is an error`(
        _ options: String, _ version: String, _ other: String, _ example: String
    ) throws {
        try expectEqual(
            scratch.shell("flagctl resolve \(options)"),
            Run(
                output: "",
                error: """
                    flagctl resolve: error: --version "\(version)": this version has no platform, but "\(other)" has one
                       = help: name its platform, as in \(example), or give a single version for all platforms

                    """, status: 2))
    }

    @Test func `stale has a floor for each platform`() throws {
        let run = try scratch.flagctl("stale", "--floor", "ios=7.230.0,android=52920000", "--format", "json")
        expect(run.output.contains(#""file":"ios/shop.json","floor":"7.230.0""#), "\(run)")
        expect(run.output.contains(#""file":"android.json","floor":"52920000""#), "\(run)")
        // The other documents have the floor that they name.
        let part = try scratch.flagctl("stale", "--floor", "ios=7.230.0")
        expect(part.error.contains("android.json: error: no floor is given"), "\(part)")
        expectEqual(part.status, 2)
        try expectEqual(
            scratch.flagctl("stale", "--floor", "web=1"),
            Run(
                output: "",
                error: """
                    flagctl stale: error: --floor "web": the project file has no such platform
                       = help: the platforms are ios, android

                    """, status: 2))
    }

    @Test func `retarget moves the boundaries of one platform`() throws {
        try scratch.write(Self.document(">=7.230.0"), to: "android.json")
        for line in ["ios=7.230.0 7.231.0", "ios=7.230.0 ios=7.231.0"] {
            let run = try scratch.shell("flagctl retarget \(line)")
            expect(run.output.contains("+++ b/ios/shop.json") && !run.output.contains("android.json"), "\(run)")
            expectEqual(run.status, 0)
        }
        let applied = try scratch.flagctl("retarget", "--apply", "android=7.230.0", "7.231.0")
        expectEqual(applied.status, 0, "\(applied)")
        try expectEqual(scratch.read("android.json"), Self.document(">=7.231.0"))
        try expectEqual(scratch.read("ios/shop.json"), Self.document(">=7.230.0"))
        try expectEqual(
            scratch.flagctl("retarget", "ios=7.230.0", "android=7.231.0").error,
            """
            flagctl retarget: error: OLD and NEW belong to different platforms
               = help: write android=7.230.0 android=7.231.0

            """)
        try expectEqual(
            scratch.flagctl("retarget", "ios=7.230.0", "7.231.0", "android.json"),
            Run(
                output: "",
                error: """
                    ios: error: no document of this platform is given
                       = help: name one of its documents, or omit FILE for the inputs of the project

                    """, status: 2))
    }

    @Test func `release checks each platform with its own versions, and says which is ready`() throws {
        let run = try scratch.flagctl(
            "release", "ios=7.230.0,android=52920000", "--previous", "ios=7.229.0,android=52910000", "--policy",
            "shop.policies", "--fail-on", "warning")
        expectEqual(
            run,
            Run(
                output: """
                    ios/shop.json (ios): 7.230.0 after 7.229.0
                    PASSED   check: 0 errors, 0 warnings
                    PASSED   policies: 1 proved, 0 violated
                    PASSED   values: 1 of 1 setting changes from 7.229.0 to 7.230.0
                      chat  false → true  ios/shop.json:6
                    WARNED   boundaries: 0 errors, 1 warning
                      ios/shop.json:6:24: warning: release candidates of 7.230.0 get the old value of chat: false for \
                    >=7.230.0-0 <7.230.0, not true [release-candidate]
                        help: write ">=7.230.0-0" to give them the value of 7.230.0
                    SKIPPED  shipped: nothing to compare with (--against REV)

                    android.json (android): 52920000 after 52910000
                    PASSED   check: 0 errors, 0 warnings
                    PASSED   policies: 1 proved, 0 violated
                    PASSED   values: 1 of 1 setting changes from 52910000 to 52920000
                      chat  false → true  android.json:6
                    PASSED   boundaries: 0 errors, 0 warnings
                    SKIPPED  shipped: nothing to compare with (--against REV)

                    ios 7.230.0 is not ready: boundaries; android 52920000 is ready (not checked: shipped)

                    """, error: "", status: 1))
    }

    @Test(arguments: ReleaseReport.Format.allCases)
    func `release names the platforms in every format`(_ format: ReleaseReport.Format) throws {
        let run = try scratch.flagctl(
            "release", "ios=7.230.0,android=52920000", "--previous", "ios=7.229.0,android=52910000", "--format",
            format.rawValue)
        expectEqual(run.status, 0, "\(run)")
        // Annotations are about what was found, and nothing is wrong on Android.
        expect(run.output.contains("android.json") || format == .github, "\(run)")
        expect(run.output.contains("ios/shop.json"), "\(run)")
        expect(!run.output.contains(".0.0"), "\(run)")
        if format == .json {
            expect(run.output.contains(#""platform":"android","version":"52920000","previous":"52910000""#), "\(run)")
            expect(!run.output.contains(#""release/1","version""#), "\(run)")
        }
    }

    @Test(arguments: [("web=2.0", "ios=1.0", "V"), ("ios=2.0", "web=1.0", "--previous")])
    func `release says which argument names a platform that the project lacks`(
        _ version: String, _ previous: String, _ label: String
    ) throws {
        let run = try scratch.flagctl("release", version, "--previous", previous)
        expect(
            run.error.hasPrefix("flagctl release: error: \(label) \"web\": the project file has no such platform\n"),
            "\(run)")
        expectEqual(run.status, 2)
    }

    @Test func `release leaves out the documents of other platforms, and needs one of each`() throws {
        let one = try scratch.flagctl("release", "android=52920000", "--previous", "android=52910000")
        expect(one.status == 0 && !one.output.contains("ios/shop.json"), "\(one)")
        expectEqual(
            one.error, "ios/shop.json: note: skipped: no version of the platform \"ios\" is to be shipped\n",
            "\(one)")
        let missing = try scratch.flagctl(
            "release", "ios=7.230.0,android=52920000", "--previous", "ios=7.229.0,android=52910000", "android.json")
        expectEqual(missing.status, 2, "\(missing)")
        expect(missing.error.contains("ios: error: no document of this platform is given"), "\(missing)")
        expect(missing.output.contains("ios 7.230.0, android 52920000 could not be checked completely"), "\(missing)")
    }

    @Test(
        arguments: [
            ("ios=2,ios=3", "ios=1", "it has two versions for the platform \"ios\""),
            ("2,ios=3", "ios=1", "one of the versions has no platform"),
            ("ios=2,android=3", "ios=1", "it has no version for \"android=3\""),
            ("ios=2", "ios=1,android=1", "no version is to be shipped for it"),
            ("ios=2", "1", "it has no version for \"ios=2\""), ("ios=1", "ios=2", "it is not older than 1"),
            ("ois=2", "ois=1", "did you mean \"ios\"?"), ("ios=x", "ios=1", "expected a number"),
            ("2,3", "1", "expected one version, or one for each platform"),
        ] as [(String, String, String)])
    func `versions that do not fit together are explained`(
        _ version: String, _ previous: String, _ message: String
    ) throws {
        let run = try scratch.flagctl("release", version, "--previous", previous)
        expect(run.status == 2 && run.output.isEmpty, "\(run)")
        expect(run.error.contains(message), "\(run)")
    }

    @Test func `changes for shipped versions are those of each platform`() throws {
        try scratch.makeRepository()
        try scratch.write(Self.document(">=7.0.0"), to: "ios/shop.json")
        try scratch.write(Self.document(">=52915000"), to: "android.json")
        let run = try scratch.flagctl(
            "release", "ios=7.230.0,android=52920000", "--previous", "ios=7.229.0,android=52910000", "--against", "HEAD"
        )
        expectEqual(run.status, 1, "\(run)")
        expect(run.output.contains("FAILED   shipped: 1 setting changes for shipped versions since HEAD"), "\(run)")
        expect(run.output.contains("1 shipped version: 7.229.0 (60.0 % of installs)"), "\(run)")
        expect(run.output.contains("PASSED   shipped: no value changes for shipped versions since HEAD"), "\(run)")
        let diff = try scratch.flagctl("diff", "--against", "HEAD")
        let both = try scratch.flagctl("diff", "--against", "HEAD", "ios", "android.json")
        expectEqual(diff.output.split(separator: "\n").sorted(), both.output.split(separator: "\n").sorted())
        expect(both.output.contains("1 shipped version: 7.229.0 (60.0 % of installs)"), "\(both)")
        expect(both.output.contains("no shipped version"), "\(both)")
    }

    @Test func `every command with releases takes those of the platform`() throws {
        func output(_ line: String) throws -> String {
            let run = try scratch.shell("flagctl \(line)")
            expect(run.status < 2, "\(line): \(run)")
            return run.output + run.error
        }
        let unknown = Self.document(">=52930000")
        try scratch.write(unknown, to: "android.json")
        try expect(output("check").contains("no shipped or planned version is 52930000"))
        expect(!(try output("check").contains("7.230.0")))
        try scratch.write(Self.document(">=52920000"), to: "android.json")
        try expect(output("matrix").contains("1 shipped version: 52910000 (40.0 % of installs)"))
        try expect(output("matrix").contains("1 shipped version: 7.229.0 (60.0 % of installs)"))
        try expect(output("prove -e 'for *: chat == false'").contains("no shipped version"))
        try expect(output("explain chat android.json").contains("52910000 (40.0 % of installs)"))
        try expect(output("when chat==false ./ios/shop.json").contains("7.229.0 (60.0 % of installs)"))
        let resolved = try output("resolve --all-releases")
        expect(resolved.contains("52910000") && resolved.contains("7.229.0"))
        let given = try output("resolve --version ios=7.230.0,android=52910000 --format csv")
        expect(given.contains("ios/shop.json,7.230.0,chat,true\nandroid.json,52910000,chat,false\n"), "\(given)")
        // The command line replaces the lists of all platforms.
        try expect(output("matrix --releases ios.releases android.json").contains("7.229.0 (60.0 % of installs)"))
        try expect(output("matrix --config '' android.json").contains("shipped") == false)
    }

    @Test func `a document of no platform has the releases of the project`() throws {
        try scratch.write(Self.document(">=2.0.0"), to: "other.json")
        try scratch.write("1.0.0\n", to: "other.releases")
        try writeProject(#", "releases": "other.releases""#)
        try expect(scratch.flagctl("explain", "chat", "other.json").output.contains("1 shipped version: 1.0.0"))
        try expect(scratch.flagctl("explain", "chat", "android.json").output.contains("52910000"))
        let environment = try scratch.shell("FLAGCTL_RELEASES=other.releases flagctl explain chat android.json")
        expect(environment.output.contains("1 shipped version: 1.0.0\n"), "\(environment)")
    }

    @Test func `config shows the platforms with their places`() throws {
        let run = try scratch.flagctl("config")
        expect(run.output.contains("platforms.ios.inputs        ios               flagctl.json:2\n"), "\(run)")
        expect(run.output.contains("platforms.android.releases  android.releases  flagctl.json:3\n"), "\(run)")
        let json = try scratch.flagctl("config", "--format", "json")
        expect(
            json.output.contains(#"{"member":"platforms.ios.inputs","value":["ios"],"origin":"project","location":"#))
    }

    @Test(
        arguments: [
            (#"{ "platforms": 1 }"#, "expected an object of platforms"),
            (#"{ "platforms": { "ios": [] } }"#, "expected the object of a platform"),
            (#"{ "platforms": { "ios": {} } }"#, "the platform has no \"inputs\""),
            (#"{ "platforms": { "i=s": { "inputs": [] } } }"#, "cannot be the name of a platform"),
            (#"{ "platforms": { "ios": { "inputs": "a.json" } } }"#, "expected an array"),
            (#"{ "platforms": { "ios": { "inputs": [], "release": "a" } } }"#, "did you mean \"releases\"?"),
            (
                #"{ "platforms": { "ios": { "inputs": [], "releases": 1 } } }"#,
                "expected the path of a list of releases"
            ),
        ] as [(String, String)])
    func `mistakes in platforms are explained where they are`(_ project: String, _ message: String) throws {
        try scratch.write(project, to: "flagctl.json")
        let run = try scratch.flagctl("check", "android.json")
        expect(run.status == 2 && run.error.hasPrefix("flagctl.json:1:"), "\(run)")
        expect(run.error.contains(message) && run.error.contains("[bad-project]"), "\(run)")
    }

    @Test func `a report never overwrites the releases of a platform`() throws {
        let run = try scratch.flagctl("check", "--report", "json=android.releases", "android.json")
        expect(run.status == 2 && run.error.contains("it would overwrite"), "\(run)")
    }

    @Test func `a document at a revision belongs to the platform of its path from the top of the repository`() throws {
        for name in ["ios.json", "sub/ios.json", "sub/other.json"] { try scratch.write(#"{"s": 1}"#, to: name) }
        try scratch.write(#"{"platforms": {"ios": {"inputs": ["ios.json"]}}}"#, to: "sub/flagctl.json")
        try scratch.makeRepository()
        for (operand, isOfPlatform) in [
            ("HEAD:sub/ios.json", true), ("HEAD:./ios.json", true), ("HEAD:../sub/ios.json", true), ("ios.json", true),
            ("HEAD:ios.json", false), ("HEAD:../ios.json", false), ("HEAD:sub/other.json", false),
        ] {
            let run = try scratch.shell("cd sub && flagctl resolve --version ios=1.0 \(operand)")
            expectEqual((run.output == "s  1\n"), isOfPlatform, "\(operand): \(run)")
        }
    }

    @Test func `patterns of files to leave out apply to files at a revision from below the top, too`() throws {
        for name in ["a.json", "sub/a.json", "sub/b.json"] { try scratch.write(#"{"s": 1}"#, to: name) }
        try scratch.write("{}", to: "sub/flagctl.json")
        try scratch.makeRepository()
        let run = try scratch.shell(
            "cd sub && flagctl resolve --version 1 --format csv --exclude a.json 'HEAD:**/[ab].json'")
        expectEqual(run.output, "file,version,name,value\nHEAD:a.json,1.0.0,s,1\nHEAD:sub/b.json,1.0.0,s,1\n", "\(run)")
    }
}
