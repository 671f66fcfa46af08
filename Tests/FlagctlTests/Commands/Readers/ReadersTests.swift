import FlagAnalysis
import FlagReaders
import FlagResolver
import TestSupport
import Testing

@testable import flagctl

/// `flagctl readers`, and what other commands say with records, in the history that `Docs/Readers.md` shows.
struct ReadersTests {
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
        let made = try scratch.shell("\(ShellQuoting.quoted(PackagePath.configs))release-checks/readers/make-history .")
        try #require(made.status == 0, "\(made.error)")
    }

    private func record() throws {
        let run = try scratch.flagctl(
            "readers", "record", "--tags", "v*", "--code", "Sources", "--document", "Flags.json", "--bundled",
            "Flags.json", "--readers", "readers")
        try #require(run.status == 0, "\(run.error)")
    }

    @Test func `every tag is recorded once, from its own code and document`() throws {
        _ = try scratch.shell("git tag nightly; git tag very-old")
        let line = [
            "readers", "record", "--tags", "v*", "--code", "Sources", "--document", "Flags.json", "--readers", "r",
        ]
        let first = try scratch.flagctl(line)
        expectEqual(
            first.output,
            """
            1.8.0     created  2 settings, complete
            1.9.0     created  3 settings, complete
            2.0.0     created  3 settings, complete
            2.0.1     created  2 settings, complete
            very-old  skipped  it does not name a version

            """)
        try expectEqual(scratch.flagctl(line).output, "very-old  skipped  it does not name a version\n")
        let shown = try scratch.flagctl("readers", "show", "2.0.0", "--readers", "r")
        expectEqual(
            shown.output,
            """
            2.0.0: 3 settings, from v2.0.0, complete
              banner         a string, such as "none" or "sale"      default "none"
              checkoutStyle  a string, such as "legacy" or "modern"  default "legacy"
              syncInterval   an integer                              default 900

            """)
        try expectEqual(scratch.shell("git status --porcelain").output, "?? r/\n")
    }

    @Test func `code decides where it states a type, and what cannot be seen makes a record incomplete`() throws {
        try scratch.write(
            """
            enum Theme: String, Decodable { case light, dark = "night" }
            let theme = SettingKey<Theme>("theme", default: .dark)
            func run() {
                print(store[theme], store.value(for: "ratio", default: 1.5), store.group("limits", as: Limits.self))
                print(store.value(for: "beta-\\(name)", default: false))
            }
            """, to: "Sources/More.swift")
        let run = try scratch.flagctl(
            "readers", "record", "2.1.0-rc.1", "--code", "Sources", "--document", "Flags.json", "--readers", "r")
        expectEqual(run.output, "2.1.0-rc.1  created  5 settings, incomplete: 1 place not seen\n")
        try expectEqual(
            scratch.flagctl("readers", "show", "2.1.0-rc.1", "--readers", "r").output,
            """
            2.1.0-rc.1: 5 settings, incomplete: 1 place not seen
              checkoutStyle  a string, such as "legacy" or "modern"  default "legacy"
              limits         a value of a type that is not known     default not known
              ratio          a number                                default 1.5
              syncInterval   an integer                              default 900
              theme          "light" or "night"                      default "night"
              not seen: Sources/More.swift:5: the name of a setting that begins with "beta-" is made when the code runs

            """)
        let again = try scratch.flagctl(
            "readers", "record", "2.1.0-rc.1", "--code", "Sources", "--document", "Flags.json", "--readers", "r")
        expect(again.output.hasPrefix("2.1.0-rc.1  unchanged"))
    }

    @Test(arguments: [
        ("let a = store.value(for: \"n\", default: 1)", "an integer"),
        ("let a: Double = store.value(for: \"n\", default: 1)", "a number"),
        ("sleep(store.value(for: \"n\", default: 1))", "a value of a type that is not known"),
        (
            "sleep(store.value(for: \"n\", default: [nil, 1]))",
            "an array, of which each element is a value of a type that is not known or null"
        ),
        ("sleep(store.value(for: \"n\", default: 0.5))", "a number"),
        ("let a = store.value(for: \"n\", default: [1, 2.5])", "an array, of which each element is a number"),
        ("let a = store.value(for: \"n\", default: [1, nil])", "an array, of which each element is an integer or null"),
        ("let a: SettingKey<Int8> = SettingKey(\"n\", default: 1); store[a]", "an integer of type Int8"),
        ("struct K { static var a: SettingKey<Double> { .init(\"n\", default: 1) } }; store[K.a]", "a number"),
    ])
    func `a literal has the type that the code around it gives it`(_ code: String, _ type: String) throws {
        try scratch.write("import FlagStore\n\(code)", to: "App/App.swift")
        let record = ["readers", "record", "1.0.0", "--code", "App", "--readers", "r"]
        try expectEqual(scratch.flagctl(record).status, 0)
        let shown = try scratch.flagctl("readers", "show", "--readers", "r", "1.0.0")
        expect(shown.output.contains("\n  n  \(type)  default "), "\(shown.output)")
    }

    @Test func `a setting that supported releases read cannot be deleted until the floor is above them`() throws {
        try record()
        let commit = "git add -A && git -c user.name=t -c user.email=t@example.com commit -qm records"
        try expectEqual(scratch.shell(commit).status, 0)
        _ = try scratch.shell("sed -i.bak '/\"banner\"/,/^  },/d' Flags.json && rm Flags.json.bak")
        let check = ["check", "--against", "HEAD", "--readers", "readers", "--releases", "app.releases", "Flags.json"]
        let refused = try scratch.flagctl(check)
        expectEqual(refused.status, 1)
        expect(
            refused.output.contains(
                """
                error: the document does not have "banner", a setting of 1.8.0, 1.9.0 and 2.0.0, which get "none" from their \
                bundled document [missing-setting]
                """))
        expect(refused.output.contains("get another value than at the earlier revision"))
        expect(refused.error.contains("4 of 4 supported releases are recorded\n"), "\(refused)")
        // 2.0.0 gets the same value, and 2.0.1 does not read the setting.
        expect(
            refused.error.hasSuffix(
                """
                  banner  sale → none  for 1.8.0 and 1.9.0, as their code reads it  from the bundled document instead of \
                HEAD:Flags.json:7

                """), "\(refused)")
        _ = try scratch.shell("sed -i.bak 's/1.8.0/2.0.1/' Flags.json && rm Flags.json.bak")
        try expectEqual(scratch.flagctl(check).status, 0)
    }

    @Test func `publish refuses to take a setting from releases that read it, until the floor is above them`() throws {
        try record()
        let publish = [
            "publish", "--to", "published.json", "--yes", "--readers", "readers", "--releases", "app.releases",
            "Flags.json",
        ]
        try expectEqual(scratch.flagctl(publish).status, 0)
        _ = try scratch.shell("sed -i.bak '/\"banner\"/,/^  },/d' Flags.json && rm Flags.json.bak")
        let refused = try scratch.flagctl(publish)
        expectEqual(refused.status, 1)
        expect(refused.output.contains("a setting of 1.8.0, 1.9.0 and 2.0.0"), "\(refused.output)")
        try expect(scratch.read("published.json").contains("banner"))
        _ = try scratch.shell("sed -i.bak 's/1.8.0/2.0.1/' Flags.json && rm Flags.json.bak")
        try expectEqual(scratch.flagctl(publish).status, 0)
        expect(!(try scratch.read("published.json").contains("banner")))
    }

    @Test func `every report says which share of the installs has no record`() throws {
        try record()
        _ = try scratch.shell("sed 's/900/800/' Flags.json > old.json && rm readers/2.0.0.reader.json")
        let options = ["--readers", "readers", "--releases", "app.releases"]
        let phrase = "3 of 4 supported releases are recorded; those without a record have 30.0 % of installs\n"
        for command in [
            ["check", "Flags.json"], ["stale", "--floor", "1.8.0", "Flags.json"], ["diff", "old.json", "Flags.json"],
            ["diff", "--format", "markdown", "old.json", "Flags.json"], ["prove", "-e", "readable *", "Flags.json"],
        ] {
            let run = try scratch.flagctl(command + options)
            expect((run.output + run.error).contains(phrase), "\(command): \(run.output)\(run.error)")
        }
        // A policy that is not about readers says nothing about them.
        let other = try scratch.flagctl(["prove", "-e", "for *: exists(checkout)", "Flags.json"] + options)
        expect(!(other.output + other.error).contains("recorded"))
        for command in [
            ["check", "Flags.json"], ["stale", "--floor", "1.8.0", "Flags.json"], ["diff", "old.json", "Flags.json"],
            ["prove", "-e", "readable *", "Flags.json"], ["explain", "checkout", "Flags.json"],
        ] {
            let run = try scratch.flagctl(command + options + ["--format", "json"])
            expect(
                run.output.contains(#""notRecorded":["2.0.0"],"incomplete":[],"shareNotRecorded":{"percent":30.0"#),
                "\(command): \(run.output)")
        }
    }

    @Test func `a change that no recorded release notices does not count if only those do`() throws {
        try record()
        _ = try scratch.shell(
            "sed -i.bak 's/\"checkout\": { \"defaultValue\": false }/\"checkout\": { \"defaultValue\": true }/' Flags.json"
        )
        let diff = ["diff", "--against", "HEAD", "--readers", "readers", "--releases", "app.releases"]
        let all = try scratch.flagctl(diff + ["--frozen", ">=2.0.0", "Flags.json"])
        expectEqual(all.status, 1)
        let noticed = try scratch.flagctl(diff + ["--frozen", ">=2.0.0", "--noticed", "Flags.json"])
        expectEqual(noticed.status, 0)
        expect(
            noticed.output.contains(
                "checkout (read by 1.8.0 and 1.9.0, does not count: no recorded release notices it)"))
        try expectEqual(scratch.flagctl(diff + ["--frozen", ">=1.9.0", "--noticed", "Flags.json"]).status, 1)
        _ = try scratch.shell("rm readers/2.0.0.reader.json")
        let undecided = try scratch.flagctl(diff + ["--frozen", ">=2.0.0", "--noticed", "Flags.json"])
        expectEqual(undecided.status, 2)
        expect(undecided.error.contains("--noticed cannot decide: 2.0.0 has no complete record"))
        try expectEqual(scratch.flagctl("diff", "--noticed", "--against", "HEAD", "Flags.json").status, 2)
    }

    @Test func `explain, stale, prove and release use the records of the project`() throws {
        try record()
        try scratch.write(
            #"{ "inputs": ["Flags.json"], "releases": "app.releases", "readers": "readers" }"#, to: "flagctl.json")
        let explained = try scratch.flagctl("explain", "checkout", "Flags.json")
        expect(explained.output.hasSuffix("read by 1.8.0 and 1.9.0 as a boolean (default false)\n"))
        _ = try scratch.shell("rm readers/2.0.0.reader.json")
        try expect(
            scratch.flagctl("explain", "checkout", "Flags.json").output.hasSuffix(
                "read by 1.8.0 and 1.9.0 as a boolean (default false); 2.0.0 (30.0 % of installs) is not recorded\n"))
        expect(!(try scratch.flagctl("stale", "--floor", "2.0.0", "Flags.json").output.contains("unread-by-releases")))
        try expect(
            scratch.flagctl("stale", "--floor", "2.0.1", "Flags.json").output.contains(
                "in \"banner\": no release from 2.0.1 on is seen to read the setting; the code of each is recorded [unread-by-releases]"
            ))
        try expectEqual(scratch.flagctl("prove", "-e", "readable checkout", "Flags.json").status, 0)
        _ = try scratch.shell(
            "sed -i.bak 's/\"checkout\": { \"defaultValue\": false }/\"checkout\": { \"defaultValue\": \"x\" }/' Flags.json"
        )
        let proof = try scratch.flagctl("prove", "-e", "readable checkout", "Flags.json")
        expectEqual(proof.status, 1)
        expect(proof.output.contains("checkout is x for 1.8.0 and 1.9.0"))
        let release = try scratch.flagctl("release", "2.1.0", "--previous", "2.0.1", "Flags.json")
        expectEqual(release.status, 1)
        expect(
            release.output.contains(
                "3 of 4 supported releases are recorded; those without a record have 30.0 % of installs"))
        try expectEqual(scratch.flagctl("prove", "--config", "", "-e", "readable checkout", "Flags.json").status, 2)
    }

    @Test func `platforms have records of their own`() throws {
        try scratch.write(#"{ "s": { "defaultValue": 1 } }"#, to: "ios.json")
        try scratch.write(#"{ "s": { "defaultValue": 1 } }"#, to: "android.json")
        for (platform, type) in [("ios", "integer"), ("android", "boolean")] {
            try scratch.write(
                #"{ "release": "1.0.0", "complete": true, "settings": { "s": { "type": "\#(type)" } } }"#,
                to: "\(platform)/1.0.0.reader.json")
        }
        try scratch.write(
            """
            { "platforms": { "ios": { "inputs": ["ios.json"], "readers": "ios" }, "android": { "inputs": ["android.json"], "readers": "android" } } }
            """, to: "flagctl.json")
        let run = try scratch.flagctl("check")
        expectEqual(run.status, 1)
        expect(run.output.contains("android.json:1:26: error: in \"s\": 1.0.0 reads the setting as a boolean"))
        expect(!run.output.contains("ios.json"))
        // A folder of documents has no records.
        try expectEqual(scratch.flagctl("check", "--config", "", ".").status, 0)
    }

    @Test func `records that cannot be used are errors, with their places`() throws {
        try scratch.write(#"{ "release": "1.0", "complete": true, "settings": {} }"#, to: "twice/a.reader.json")
        try scratch.write(#"{ "release": "1.0.0", "complete": true, "settings": {} }"#, to: "twice/b.reader.json")
        let twice = try scratch.flagctl("check", "--readers", "twice", "Flags.json")
        expectEqual(twice.status, 2)
        expect(
            twice.error.contains(
                "twice/b.reader.json:1:14: error: 1.0.0 is recorded twice, also in \"twice/a.reader.json\""))
        try scratch.write(
            #"{ "release": "1.0", "complete": true, "settings": { "a": { "type": "bool" } } }"#, to: "bad/a.reader.json"
        )
        let bad = try scratch.flagctl("check", "--readers", "bad", "Flags.json")
        expectEqual(bad.status, 2)
        expect(bad.error.contains("bad/a.reader.json:1:68: error: expected a \"type\" [bad-reader]"))
        try expectEqual(scratch.flagctl("check", "--readers", "none", "Flags.json").status, 2)
        _ = try scratch.shell("mkdir empty")
        try expectEqual(scratch.flagctl("check", "--readers", "empty", "Flags.json").status, 2)
        try expectEqual(scratch.flagctl("readers", "show", "3.0.0", "--readers", "twice").status, 2)
        for line in [
            ["readers", "show"], ["readers", "diff", "1.0.0", "--readers", "r"],
            ["readers", "record", "--readers", "r"],
            ["readers", "record", "1.0.0", "--tags", "v*", "--code", "Sources", "--readers", "r"],
            ["readers", "record", "--tags", "x*", "--code", "Sources", "--readers", "r"],
            ["readers", "record", "--tags", "v*", "--code", "Source", "--readers", "r"],
            ["readers", "record", "1.0.0", "--code", "nothing", "--readers", "r"],
        ] {
            try expectEqual(scratch.flagctl(line).status, 2, "\(line)")
        }
    }
}
