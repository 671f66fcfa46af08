import FlagAnalysis
import TestSupport
import Testing

@testable import flagctl

@Suite(.blocking)
struct GenerateTests {
    @Test(
        arguments: [
            ("generate-app", ["swift", "Configs/app.json"]),
            ("generate-public", ["swift", "--access", "public", "--namespace", "ShopFlags", "Configs/app.json"]),
            ("generate-no-language", []), ("generate-no-file", ["swift"]),
            ("generate-unknown-language", ["kotlin", "Configs/app.json"]),
            ("generate-misspelt-language", ["swfit", "Configs/app.json"]),
            ("generate-unknown-access", ["swift", "--access", "open", "Configs/app.json"]),
            ("generate-bad-namespace", ["swift", "--namespace", "class", "Configs/app.json"]),
            ("generate-hiding-namespace", ["swift", "--namespace", "String", "Configs/app.json"]),
            ("generate-two-files", ["swift", "Configs/app.json", "Configs/targeting.json"]),
            ("generate-folder", ["swift", "Configs/release-checks/bounded-workaround"]),
            ("generate-missing-file", ["swift", "nothing.json"]),
        ] as [(String, [String])])
    func `the output and the errors of command lines`(_ name: String, _ arguments: [String]) throws {
        try Snapshot.expect(["generate"] + arguments, matches: name)
    }

    @Test func `all problems are reported with their lines, and nothing is printed`() throws {
        let scratch = try Scratch()
        try scratch.write(
            #"""
            {
              "a": { "defaultValue": { "x": 1 }, "valuesByVersion": [{ "appVersion": "1", "value": { "x": "one" } }] },
              "new-search": true,
              "newSearch": false,
              "b": { "type": "integer", "defaultValue": 1.5 },
              "c": null
            }

            """#, to: "bad.json")
        let run = try scratch.flagctl("generate", "swift", "bad.json")
        expectEqual(run.status, 2)
        expect(run.output.isEmpty)
        expectEqual(
            run.error,
            #"""
            bad.json:2:95: error: the values of "a.x" have no common type: "one" is a string, and 1 is an integer
               |
             2 |   "a": { "defaultValue": { "x": 1 }, "valuesByVersion": [{ "appVersion": "1", "value": { "x": "one" } }] },
               |                                                                                               ^^^^^
               = note: bad.json:2:33: 1 is here
               = help: write all of them in one type, or use two settings
            bad.json:4:3: error: "newSearch" and "new-search" have the same Swift name, newSearch
               |
             4 |   "newSearch": false,
               |   ^^^^^^^^^^^
               = note: bad.json:3:3: "new-search" is here
               = help: rename one of them
            bad.json:5:45: error: in "b": the value is a number with a fraction, expected an integer as declared [type-mismatch]
               |
             5 |   "b": { "type": "integer", "defaultValue": 1.5 },
               |                                             ^^^
               = help: "flagctl check" explains what to do
            bad.json:6:8: error: every value of "c" is null, so it has no type
               |
             6 |   "c": null
               |        ^^^^
               = help: give it another value somewhere, such as in an entry

            """#)
    }

    @Test func `a file is written only if its content changes`() throws {
        let scratch = try Scratch()
        try scratch.copyExample()
        let printed = try scratch.flagctl("generate", "swift", "app.json").output
        let first = try scratch.flagctl("generate", "swift", "--output", "Flags.swift", "app.json")
        expectEqual(first, Run(output: "", error: "", status: 0))
        try expectEqual(scratch.read("Flags.swift"), printed)
        let identity = try FileSystem.entry(at: "\(scratch.path)/Flags.swift")
        _ = try scratch.flagctl("generate", "swift", "--output", "Flags.swift", "app.json")
        try expectEqual(FileSystem.entry(at: "\(scratch.path)/Flags.swift"), identity)
        try scratch.write(#"{ "payments": true }"#, to: "app.json")
        _ = try scratch.flagctl("generate", "swift", "--output", "Flags.swift", "app.json")
        let changed = try scratch.read("Flags.swift")
        expect(changed.contains("static let payments") && !changed.contains("checkout"))
    }

    @Test func `a failed run leaves the file, and an input is never overwritten`() throws {
        let scratch = try Scratch()
        try scratch.copyExample()
        try scratch.write("old", to: "Flags.swift")
        try scratch.write("{ \"a\": null }", to: "bad.json")
        try expectEqual(scratch.flagctl("generate", "swift", "--output", "Flags.swift", "bad.json").status, 2)
        try expectEqual(scratch.read("Flags.swift"), "old")
        let before = try scratch.read("app.json")
        let run = try scratch.flagctl("generate", "swift", "--output", "./app.json", "app.json")
        expectEqual(run.status, 2)
        expect(run.error.hasPrefix(#"./app.json: error: the code cannot be written: it would overwrite "app.json""#))
        try expectEqual(scratch.read("app.json"), before)
        let missing = try scratch.flagctl("generate", "swift", "--output", "nowhere/Flags.swift", "app.json")
        expectEqual(missing.status, 2)
        expect(missing.error.hasPrefix("nowhere/Flags.swift: error: the code cannot be written: "))
        let printed = try scratch.flagctl("generate", "swift", "app.json")
        try expectEqual(scratch.flagctl("generate", "swift", "--output", "-", "app.json"), printed)
    }

    @Test func `patches, standard input and revisions are documents as elsewhere`() throws {
        let scratch = try Scratch()
        try scratch.copyExample()
        try scratch.write(#"{ "payments": null, "extra": 1 }"#, to: "patch.json")
        let patched = try scratch.flagctl("generate", "swift", "--patch", "patch.json", "app.json").output
        expect(patched.contains("static let extra") && !patched.contains("payments"))
        let piped = try scratch.shell("flagctl generate swift --stdin-name a/shop.json - < app.json").output
        expect(piped.hasPrefix("// Generated by flagctl from shop.json."))
        try scratch.makeRepository()
        let revision = try scratch.flagctl("generate", "swift", "HEAD:app.json").output
        expectEqual(revision, (try scratch.flagctl("generate", "swift", "app.json").output))
    }

    @Test func `the project file names the document`() throws {
        let scratch = try Scratch()
        try scratch.copyExample(to: "configs/app.json")
        try scratch.write(#"{ "inputs": ["configs/app.json"] }"#, to: "flagctl.json")
        let printed = try scratch.flagctl("generate", "swift")
        expectEqual(printed, (try scratch.flagctl("generate", "swift", "configs/app.json")))
        expectEqual(printed.status, 0)
        try scratch.copyExample(to: "configs/other.json")
        try scratch.write(#"{ "inputs": ["configs/*.json"] }"#, to: "flagctl.json")
        let several = try scratch.flagctl("generate", "swift")
        expectEqual(several.status, 2)
        expect(several.output.isEmpty)
        expect(several.error.contains("configs/"))
    }

    @Test func `the example that tests compile is current`() throws {
        let run = try Run(["generate", "swift", "Configs/targeting.json"])
        try expectEqual(
            run.output, ProjectFile.text("Tests/FlagStoreTests/Keys/TargetingKeys.swift"),
            "run: flagctl generate swift --output Tests/FlagStoreTests/Keys/TargetingKeys.swift Configs/targeting.json")
        let showcase = try Run(["generate", "swift", "--namespace", "Showcase", "Configs/showcase.json"])
        try expectEqual(
            showcase.output, ProjectFile.text("Tests/FlagStoreTests/Keys/ShowcaseKeys.swift"),
            "run the same for Configs/showcase.json, with --namespace Showcase")
    }

    @Test func `--check compares a file with the code, and writes nothing`() throws {
        let scratch = try Scratch()
        try scratch.copyExample()
        let command = ["generate", "swift", "--access", "public", "--output", "Flags.swift", "app.json"]
        let missing = try scratch.flagctl(command + ["--check"])
        expectEqual(missing.status, 1)
        expectEqual(
            missing.error,
            """
            Flags.swift: error: there is no code yet, expected that of app.json [outdated-code]
               = help: run the command without --check

            """)
        try expectEqual(scratch.flagctl(command).status, 0)
        let current = try scratch.flagctl(command + ["--check"])
        expectEqual(current, Run(output: "", error: "", status: 0))
        for other in [["--access", "internal"], ["--namespace", "Other"]] {
            let outdated = try scratch.flagctl(
                ["generate", "swift", "--check", "--output", "Flags.swift", "app.json"] + other)
            expectEqual(outdated.status, 1)
            expect(outdated.output.isEmpty)
            expect(
                outdated.error.contains(
                    "Flags.swift: error: the code is not that of app.json; the first difference is in line "))
        }
        try scratch.write(#"{ "payments": true }"#, to: "app.json")
        let before = try scratch.tree()
        let outdated = try scratch.flagctl(command + ["--check"])
        expectEqual(outdated.status, 1)
        expect(outdated.error.contains("the first difference is in line 7 [outdated-code]"))
        try expectEqual(scratch.tree(), before)
    }

    @Test func `--check needs a file, and a document without errors`() throws {
        let scratch = try Scratch()
        try scratch.copyExample()
        for output in [[], ["--output", "-"]] {
            let run = try scratch.flagctl(["generate", "swift", "--check", "app.json"] + output)
            expectEqual(run.status, 2)
            expect(run.error.contains("--check needs the file to compare with the code"))
        }
        try scratch.write(#"{ "a": null }"#, to: "bad.json")
        let bad = try scratch.flagctl("generate", "swift", "--check", "--output", "Flags.swift", "bad.json")
        expectEqual(bad.status, 2)
        let folder = try scratch.flagctl("generate", "swift", "--check", "--output", ".", "app.json")
        expectEqual(folder.status, 2)
    }

    @Test func `no input of any kind is overwritten`() throws {
        let scratch = try Scratch()
        try scratch.copyExample()
        try scratch.write(#"{ "inputs": ["app.json"] }"#, to: "flagctl.json")
        try scratch.write("{}", to: "empty.patch")
        let before = try scratch.tree()
        for (line, input) in [
            ("--output flagctl.json", #""flagctl.json""#),
            ("--config ./flagctl.json --output flagctl.json", #""./flagctl.json""#),
            ("--patch empty.patch --output ./empty.patch app.json", #""empty.patch""#),
            ("--output app.json - < app.json", "standard input"), ("--output ./app.json .", #""app.json""#),
        ] {
            let run = try scratch.shell("flagctl generate swift \(line)")
            expectEqual(run.status, 2, "\(line): \(run)")
            expect(
                run.error.contains(
                    "error: the code cannot be written: it would overwrite \(input), which this run reads"),
                "\(line): \(run)")
        }
        try expectEqual(scratch.tree(), before)
    }

    /// The errors of `check` that do not refuse a document: they are about what entries mean together, or about members
    /// that no code is generated from.
    private static let accepted: Set<String> = [
        "foreign-format", "bad-constraint", "value-out-of-range", "bad-metadata", "bad-text", "bad-allow",
        "empty-requirement", "empty-condition", "attribute-type", "mixed-attribute-types", "too-many-cases",
        "empty-schedule", "unknown-requires", "requires-not-boolean", "shadowed-entry", "forced-update-lockout",
        "misplaced-signature",
    ]

    @Test(arguments: Rules.all.filter { $0.severity == .error }.map(\.code.rawValue))
    func `a document that cannot be read as it was meant is refused`(_ name: String) throws {
        let rule = try #require(Rules.rule(named: name))
        let scratch = try Scratch()
        try scratch.write(rule.bad.primary.document, to: "flags.json")
        let run = try scratch.flagctl("generate", "swift", "flags.json")
        expectEqual(run.status, (Self.accepted.contains(name) ? 0 : 2), "\(run)")
        expectEqual(run.output.isEmpty, run.status == 2)
    }
}
