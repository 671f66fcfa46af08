import FlagReaders
import FlagResolver
import TestSupport
import Testing

@testable import flagctl

/// When records are complete, and what is said where they are not.
struct CompleteRecordTests {
    private let scratch: Scratch

    /// The first example of README, in a repository with two tags.
    init() throws {
        scratch = try Scratch()
        try scratch.write(
            """
            import FlagResolver
            import Foundation

            struct RemoteConfig: Decodable {
                let newSearch: PropertySetting<Bool>
            }

            func load(_ data: Data) throws -> RemoteConfig {
                let decoder = JSONDecoder()
                decoder.userInfo[.appVersion] = "2.1.0"
                return try decoder.decode(RemoteConfig.self, from: data)
            }

            """, to: "Sources/App.swift")
        try scratch.write(
            #"{ "newSearch": { "defaultValue": true }, "legacyFlag": { "defaultValue": true } }"#, to: "Flags.json")
        try scratch.write("2.0.0\n2.1.0\n", to: "app.releases")
        try scratch.makeRepository()
        _ = try scratch.shell("git tag release/2.0.0 && git tag release/2.1.0")
    }

    private func record(_ arguments: String..., tags: String = "release/*") throws -> Run {
        try scratch.flagctl(
            ["readers", "record", "--tags", tags, "--code", "Sources", "--document", "Flags.json", "--readers", "r"]
                + arguments)
    }

    private func show(_ version: String = "2.1.0") throws -> String {
        try scratch.flagctl("readers", "show", version, "--readers", "r").output
    }

    @Test func `a model is recorded with its settings, and its deletion is noticed`() throws {
        try expectEqual(record().output, "2.0.0  created  1 setting, complete\n2.1.0  created  1 setting, complete\n")
        try expectEqual(
            show(),
            """
            2.1.0: 1 setting, from release/2.1.0, complete
              newSearch  a boolean  default not known

            """)
        let line = ["--readers", "r", "--releases", "app.releases", "Flags.json"]
        let stale = try scratch.flagctl(["stale", "--floor", "2.0.0"] + line).output
        expect(stale.contains("\"legacyFlag\": no release") && !stale.contains("\"newSearch\": no release"), "\(stale)")
        try scratch.write("{}", to: "Flags.json")
        let diff = try scratch.flagctl(["diff", "--against", "HEAD", "--frozen", "*", "--noticed"] + line)
        expectEqual(diff.status, 1, "\(diff)")
        let check = try scratch.flagctl(["check", "--against", "HEAD", "--fail-on", "warning"] + line)
        expect(check.status == 1 && check.output.contains("\"newSearch\", a setting of 2.0.0 and 2.1.0"), "\(check)")
    }

    @Test(.long) func `one run records 500 tags, and says how many there are`() throws {
        _ = try scratch.shell(
            "for i in $(seq 0 500); do echo create refs/tags/v1.$i.0 $(git rev-parse HEAD); done | git update-ref --stdin"
        )
        let line = ["readers", "record", "--tags", "v*", "--code", "Nothing", "--readers", "r"]
        let run = try scratch.flagctl(line)
        expectEqual(run.status, 2)
        let message = "v*: error: 501 tags have no record; one run records the newest 500 of them\n"
        expect(run.error.hasPrefix(message), "\(run)")
        _ = try scratch.shell("git tag -d v1.0.0")
        expect(try !scratch.flagctl(line).error.contains("one run records"))
    }

    @Test func `a name in another language makes its setting unknown, and no file of it is read as Swift`() throws {
        try scratch.write("[store boolForKey:@\"legacyFlag\"];\n", to: "Sources/Old.m")
        try scratch.write("int f(void);\n", to: "Sources/Old.h")
        try scratch.commit()
        _ = try scratch.shell("git tag release/2.2.0")
        _ = try record()
        try expectEqual(
            show("2.2.0"),
            """
            2.2.0: 2 settings, from release/2.2.0, complete
              legacyFlag  perhaps: its name is at Sources/Old.m:1
              newSearch   a boolean                                default not known

            """)
        let references = try scratch.flagctl("references", "--document", "Flags.json", "Sources")
        expect(
            references.output == """
                legacyFlag
                  mentioned Sources/Old.m:1:20
                newSearch
                  read      Sources/App.swift:5:9

                """ && references.error.contains("2 files in other languages were not read; one names \"legacyFlag\""),
            "\(references)")
        let named = try scratch.flagctl("references", "--document", "Flags.json", "Sources/Old.m")
        expect(!named.output.contains("no code"), "\(named)")
    }

    @Test func `a person can attest, and every claim says so`() throws {
        try scratch.write("import Analytics\nimport Payments\n", to: "Sources/More.swift")
        try scratch.commit()
        _ = try scratch.shell("git tag -f release/2.1.0")
        try expect(record().output.hasSuffix("2.1.0  created  1 setting, incomplete: 1 place not seen\n"))
        try expect(show().hasSuffix("  not seen: the code of 2 modules is not among the files: Analytics, Payments\n"))
        try expectEqual(record("--attested-by", "Ada").status, 2)
        let attested = "complete by the word of Ada: packages read no settings"
        let made = try record("--attested-by", "Ada", "--because", "packages read no settings")
        expectEqual(made.output, "2.1.0  updated  1 setting, \(attested)\n")
        let line = ["--floor", "2.0.0", "--readers", "r", "--releases", "app.releases", "Flags.json"]
        let stale = try scratch.flagctl(["stale"] + line)
        expect(
            stale.output.contains("2.1.0 is \(attested)") && stale.error.contains("2.1.0 is \(attested)"), "\(stale)")
        // The same places keep the attestation.
        try expect(record("--again").output.hasSuffix("2.1.0  unchanged  1 setting, \(attested)\n"))
        try scratch.write("import Telemetry\n", to: "Sources/Else.swift")
        try scratch.commit()
        _ = try scratch.shell("git tag -f release/2.1.0")
        try expect(record("--again").output.hasSuffix("2.1.0  updated    1 setting, incomplete: 1 place not seen\n"))
    }

    @Test func `the project can name modules without settings, and every claim says so`() throws {
        try scratch.write("import Analytics\nimport Payments\n", to: "Sources/More.swift")
        try scratch.commit()
        _ = try scratch.shell("git tag -f release/2.1.0")
        try scratch.write(#"{ "modulesWithoutSettings": ["Analytics"] }"#, to: "flagctl.json")
        try expect(record().output.hasSuffix("2.1.0  created  1 setting, incomplete: 2 places not seen\n"))
        try scratch.write(#"{ "modulesWithoutSettings": ["Analytics", "Payments", "Other"] }"#, to: "flagctl.json")
        let attested = "complete by the word of the project: Analytics and Payments read no settings"
        try expect(record("--again").output.hasSuffix("2.1.0  updated    1 setting, \(attested)\n"))
        let line = ["--floor", "2.0.0", "--readers", "r", "--releases", "app.releases", "Flags.json"]
        let stale = try scratch.flagctl(["stale"] + line)
        expect(stale.output.contains("2.1.0 is \(attested)"), "\(stale)")
        // The word of a person comes first, and what the project no longer says is not kept.
        try expect(
            record("--again", "--attested-by", "Ada", "--because", "read").output.hasSuffix(
                "2.1.0  updated    1 setting, complete by the word of Ada: read\n"))
        try expect(record("--again").output.hasSuffix("1 setting, \(attested)\n"))
        try scratch.write("{}", to: "flagctl.json")
        try expect(record("--again").output.hasSuffix("2.1.0  updated    1 setting, incomplete: 1 place not seen\n"))
        try expect(
            record("--again", "--without-settings", "Payments", "--without-settings", "Analytics").output.hasSuffix(
                "1 setting, \(attested)\n"))
        try scratch.write(#"{ "modulesWithoutSettings": "Analytics" }"#, to: "flagctl.json")
        let wrong = try record("--again")
        expect(wrong.status == 2 && wrong.error.contains("found a string, expected an array"), "\(wrong)")
    }

    @Test func `a module that the project vouches for can export the libraries`() throws {
        try scratch.write(
            "import CompanyCore\nfunc isOn(_ s: SettingsStore) -> Bool { s[SettingKey(\"legacyFlag\", default: false)] }\n",
            to: "Sources/App.swift")
        try scratch.commit()
        _ = try scratch.shell("git tag -f release/2.1.0")
        try expect(
            record("--without-settings", "CompanyCore").output.hasSuffix(
                "2.1.0  created  1 setting, complete by the word of the project: CompanyCore reads no settings\n"))
        try expect(show().contains("legacyFlag  a boolean  default false"))
    }

    @Test func `a folder with the name of a package is not the package`() throws {
        try scratch.write(
            "import CompanyFlags\nfunc f() {}\n", to: "Sources/CompanyFlags/CompanyFlags+Convenience.swift")
        try scratch.commit()
        _ = try scratch.shell("git tag -f release/2.1.0")
        _ = try record()
        try expect(show().contains("not seen: the code of the module \"CompanyFlags\" is not among the files"))
    }

    @Test func `a record by an older rule is incomplete until it is made again`() throws {
        _ = try record()
        let old = try scratch.read("r/2.1.0.reader.json").replacing("  \"rule\": 3,\n", with: "")
        try scratch.write(old, to: "r/2.1.0.reader.json")
        try expect(show().hasPrefix("2.1.0: 1 setting, from release/2.1.0, incomplete: recorded by an older rule\n"))
        try expect(record("--again").output.hasSuffix("2.1.0  updated    1 setting, complete\n"))
    }

    @Test(arguments: ["f(ShopKeys.legacyFlag)", "f(x ?? ShopKeys.legacyFlag)", "@FlagValue(ShopKeys.legacyFlag) var x"])
    func `generated keys can have any namespace`(use: String) throws {
        try scratch.write(
            "import FlagStore\nfunc f(_ key: SettingKey<Bool>) -> Bool { store[key] }\n\(use)\n",
            to: "Sources/App.swift")
        try scratch.commit()
        _ = try scratch.shell("git tag -f release/2.1.0")
        _ = try record("--again")
        try expect(scratch.read("r/2.1.0.reader.json").contains("\"legacyFlag\""))
    }

    @Test(arguments: [
        "extension Tier { init(from decoder: any Decoder) throws { self = .free } }",
        "protocol Known: Decodable {}\nextension Known { init(from decoder: any Decoder) throws { fatalError() } }\nextension Tier: Known {}",
        "struct Outer { struct Tier: Decodable {} }",
    ])
    func `the cases of an enum are those of its type only if nothing else decides`(other: String) throws {
        for isOther in [false, true] {
            let code = """
                import FlagStore
                enum Tier: String, Decodable { case free, pro }
                let tier = SettingKey<Tier>("tier", default: .free)
                print(store[tier])
                \(isOther ? other : "")

                """
            try scratch.write(code, to: "Sources/App.swift")
            try scratch.commit()
            _ = try scratch.shell("git tag -f release/2.1.0")
            _ = try record("--again")
            let found = try scratch.read("r/2.1.0.reader.json")
            expectEqual(found.contains("\"cases\""), !isOther, "\(found)")
        }
    }

    @Test func `a decoder that converts scalars reads more than the type of a member`() throws {
        for line in ["", "decoder.lenientScalars = true"] {
            let code = try scratch.read("Sources/App.swift").replacing(
                "decoder.lenientScalars = true", with: ""
            ).replacing("let decoder = JSONDecoder()", with: "let decoder = JSONDecoder()\n\(line)")
            try scratch.write(code, to: "Sources/App.swift")
            try scratch.commit()
            _ = try scratch.shell("git tag -f release/2.1.0")
            _ = try record("--again")
            try expectEqual(scratch.read("r/2.1.0.reader.json").contains("\"boolean\""), line.isEmpty)
        }
    }

    @Test func `a pattern that matches nothing names the tags that look like versions, and init uses theirs`() throws {
        let run = try record(tags: "v*")
        expect(
            run.status == 2
                && run.error.contains("the tags release/2.0.0, release/2.1.0 look like versions: --tags 'release/*'"),
            "\(run)")
        _ = try scratch.flagctl("init")
        try expect(scratch.read(".github/workflows/flags.yml").contains("--tags 'release/*' --code"))
        _ = try scratch.shell("git tag | xargs git tag -d; git tag 1.0.0; git tag build-7; rm -r .github")
        _ = try scratch.flagctl("init")
        try expect(scratch.read(".github/workflows/flags.yml").contains("--tags '*' --code"))
    }

    @Test func `code elsewhere that may belong to the app makes a record incomplete`() throws {
        try scratch.write("import FlagStore\n", to: "Menu/Menu.swift")
        try scratch.write("import FlagStore\nimport XCTest\n", to: "AppTests/Menu.swift")
        try scratch.commit()
        _ = try scratch.shell("git tag -f release/2.1.0")
        _ = try record()
        try expect(show().hasSuffix("  not seen: Menu/Menu.swift elsewhere may belong to the app and reads settings\n"))
        // In a package, a module has the files of its folder.
        _ = try scratch.shell("mkdir Sources/App && git mv Sources/App.swift Sources/App")
        let manifest =
            "import PackageDescription\nlet package = Package(name: \"App\", targets: [.target(name: \"App\")])\n"
        for isDeclared in [true, false] {
            // A manifest beside an app may have other modules only, and the app files beside it.
            try scratch.write(isDeclared ? manifest : manifest.replacing("App", with: "Tools"), to: "Package.swift")
            try scratch.write(isDeclared ? "let title = 1\n" : "import FlagStore\n", to: "Menu/Menu.swift")
            try scratch.commit()
            _ = try scratch.shell("git tag -f release/2.1.0")
            let run = try record("--again")
            expectEqual(run.output.hasSuffix("2.1.0  updated    1 setting, complete\n"), isDeclared, "\(run)")
        }
    }

    @Test func `what a type cannot read is said with its name`() throws {
        let value = try #require(
            try ReaderType.array(.object([.init(name: "a", type: .boolean)])).problem(in: #"[{ "b": 1 }]"#))
        expect(value.contains("as an array, of which each element is an object with \"a\""), "\(value)")
    }
}

extension ReaderType {
    fileprivate func problem(in json: String) throws -> String? {
        let tree = try JSONTree(parsing: Array(json.utf8))
        return problem(reading: 0, of: tree).map { "\($0.message)" }
    }
}
