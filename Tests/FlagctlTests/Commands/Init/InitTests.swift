import FlagResolver
import TestSupport
import Testing

@testable import flagctl

/// `flagctl init`, whose files must all work.
@Suite(.blocking)
struct InitTests {
    private static let all = """
        created  Flags.json                   the settings
        created  flags.policies               what must hold for every version
        created  flagctl.json                 the arguments that commands need
        created  .github/workflows/flags.yml  checks every pull request on GitHub

        """

    @Test func `an empty folder gets four files, and every command works with them`() throws {
        let scratch = try Scratch()
        let run = try scratch.flagctl("init")
        expectEqual(
            run, Run(output: Self.all, error: "try next: flagctl check, flagctl prove, flagctl matrix\n", status: 0))
        try expectEqual(scratch.flagctl("check").status, 0)
        try expectEqual(scratch.flagctl("prove").status, 0)
        try expectEqual(scratch.flagctl("fmt", "--check").status, 0)
        try expectEqual(
            scratch.flagctl("resolve", "--version", "2.0.0").output, "newCheckout   true\nsyncInterval  300\n")
        try expectEqual(scratch.flagctl("check", "--strict").status, 2)
        // The policies can fail.
        try scratch.write(try scratch.read("Flags.json").replacing(">=2.0.0", with: ">=1.9.0"), to: "Flags.json")
        try expectEqual(scratch.flagctl("prove").status, 1)
        try expectEqual(scratch.flagctl("check").status, 1)
    }

    @Test func `a document that exists gets policies for its settings, and every command works with them`() throws {
        let scratch = try Scratch()
        try scratch.write(
            #"""
            {
              "payments": { "defaultValue": false, "valuesByVersion": [{ "appVersion": ">=1.4.0", "value": true }] },
              "blink": { "defaultValue": false, "valuesByVersion": [{ "appVersion": "1.4.x", "value": true }] },
              "checkout": {
                "max items": { "defaultValue": 20, "valuesByVersion": [{ "appVersion": ">=2.0.0", "value": 5e1 }] },
                "style": { "defaultValue": "a \"b\"", "valuesByVersion": [{ "when": { "ring": "beta" }, "value": "ü" }] }
              },
              "hosts": ["a.example.com"]
            }
            """#, to: "Sources/App/remote.json")
        try scratch.write("{ \"name\": \"shop\" }", to: "package.json")
        try scratch.write("{ \"a\": { \"defaultValue\": 1 } }", to: "node_modules/x/flags.json")
        let run = try scratch.flagctl("init")
        expect(run.status == 0 && run.error == "try next: flagctl check, flagctl prove, flagctl matrix\n", "\(run)")
        expect(run.output.hasPrefix("exists   Sources/App/remote.json "), "\(run)")
        try expectEqual(
            scratch.read("flags.policies").split(separator: "\n").dropFirst(2),
            [
                #"payments-stays-on:        monotone "payments": false -> true"#,
                #"checkout.max-items-range: for *: "checkout.max items" >= 20 and "checkout.max items" <= 5e1"#,
                #"checkout.style-values:    for *: "checkout.style" in ["a \"b\"", "ü"]"#,
                "# 2 more settings have no policy yet.",
            ])
        // The name with a space is a warning, so that only new ones are reported.
        let project = try scratch.read("flagctl.json")
        expect(project.contains(#""failOn": "warning""#) && project.contains(#""findings": "new""#), "\(project)")
        _ = try scratch.shell(
            "git init -q . && git config user.name t && git config user.email t@e.x && git add -A && git commit -qm one && touch b && git add b"
        )
        for command in ["check", "prove", "matrix"] {
            try expectEqual(scratch.flagctl(command).status, 0, "\(command)")
        }
    }

    @Test func `no policy only says that a setting exists`() throws {
        let scratch = try Scratch()
        try scratch.write(#"{ "hosts": ["a.example.com"], "timeout": { "defaultValue": 5 } }"#, to: "app.json")
        let run = try scratch.flagctl("init")
        expectEqual(run.status, 0)
        try expectEqual(scratch.shell("ls").output, "app.json\nflagctl.json\n")
        try expectEqual(scratch.flagctl("check").status, 0)
    }

    @Test func `several documents are named, and errors come first`() throws {
        let scratch = try Scratch()
        try scratch.write(#"{ "a": { "defaultValue": 1, "valeusByVersion": [] } }"#, to: "a.json")
        try scratch.write(#"{ "b": { "defaultValue": 1 } }"#, to: "b.json")
        let several = try scratch.flagctl("init")
        expect(several.status == 2 && several.output.isEmpty)
        expect(
            several.error.contains(
                "there are 2 documents of settings: a.json, b.json\n   = help: name the one for the first policies with --document"
            ))
        let one = try scratch.flagctl("init", "--document", "a.json")
        let remarks = [
            #"not checked until "inputs" in flagctl.json names it: b.json"#,
            "correct 1 error first, which flagctl check shows; then try flagctl prove, flagctl matrix",
        ]
        expect(one.status == 0 && one.error == remarks.map { "\($0)\n" }.joined(), "\(one)")
        try scratch.write("[]", to: "other/Flags.json")
        let refused = try scratch.flagctl("init", "other")
        expectEqual(refused.error, "Flags.json is not a document of settings: flagctl check shows why\n", "\(refused)")
        // Nothing can be said about what cannot be read.
        try expectEqual(scratch.shell("ls other").output, "Flags.json\nflagctl.json\n")
        try expect(!scratch.read("other/flagctl.json").contains("policies"))
    }

    @Test(
        arguments: [
            (#"{ "a": { "defaultValue": false, } }"#, "it is not JSON"),
            (#"{ "a": { "default": 1, "valuesByVersions": [] } }"#, "no member of its settings has the right name"),
            (
                #"{ "flags": { "a": { "state": "ENABLED", "variants": { "on": true } } } }"#,
                "it is a file of another flag system"
            ),
        ])
    func `an example is never created beside a document that cannot be read`(_ text: String, _ reason: String) throws {
        let scratch = try Scratch()
        try scratch.write(text, to: "app.json")
        let run = try scratch.flagctl("init")
        expect(run.status == 2 && run.error.contains("app.json is not a document of settings: \(reason)\n"), "\(run)")
        try expectEqual(scratch.shell("ls -A").output, "app.json\n")
    }

    @Test(
        arguments: [
            ("App.xcodeproj/project.pbxproj", "", true), ("Package.swift", "platforms: [.iOS(.v16)]", true),
            ("Package.swift", "platforms: [.macOS(.v13)]", false), ("build.gradle.kts", "", false),
        ])
    func `apps from Apple's stores have no pre-releases`(file: String, content: String, isForApple: Bool) throws {
        let scratch = try Scratch()
        try scratch.write(content, to: file)
        try expectEqual(scratch.flagctl("init").status, 0)
        try expectEqual(scratch.read("flagctl.json").contains(#""prereleases": false"#), isForApple)
        let notes = try scratch.flagctl("check", "--notes").output
        expect(notes.contains("prerelease-boundary") != isForApple)
        let release = try scratch.flagctl("release", "2.0.0").output
        expect(release.contains("release-candidate") != isForApple, "\(release)")
    }

    @Test func `the workflow and the schemas for editors are those of a revision`() throws {
        let scratch = try Scratch()
        try expectEqual(
            scratch.flagctl("init", "--repository", "shop/version-flags", "--revision", "0123abcd").status, 0)
        let workflow = try scratch.read(".github/workflows/flags.yml")
        expect(workflow.contains("uses: shop/version-flags/.github/actions/setup-flagctl@0123abcd\n"))
        expect(workflow.contains("repository: \"shop/version-flags\"\n"))
        let schemas = "{\n  \"$schema\": \"https://raw.githubusercontent.com/shop/version-flags/0123abcd/Configs/"
        try expect(scratch.read("Flags.json").hasPrefix(schemas + "settings.schema.json\","))
        try expect(scratch.read("flagctl.json").hasPrefix(schemas + "project.schema.json\","))
        for bad in ["--revision=", "--revision=a b", "--revision=-x"] {
            try expectEqual(scratch.flagctl("init", bad).status, 2)
        }
    }

    @Test(arguments: ["Flags.json", "flagctl.json"])
    func `by default, editors get schemas of the released version`(_ path: String) throws {
        let scratch = try Scratch()
        try expectEqual(scratch.flagctl("init").status, 0)
        let tree = try JSONTree(parsing: Array(try scratch.read(path).utf8))
        let address = try #require(tree.member(named: "$schema" as String, of: 0).flatMap { tree.string(at: $0) })
        let release = "https://raw.githubusercontent.com/\(ToolRevision.officialRepository)/\(ToolVersion.current)/"
        expect(address.hasPrefix(release))
        let file = String(address.dropFirst(release.count))
        expect(FileSystem.exists(PackageFolder.path + "/" + file), "\(file)")
    }

    @Test func `nothing is overwritten, whatever it is`() throws {
        let scratch = try Scratch()
        try scratch.write("mine", to: "Flags.json")
        try scratch.write("", to: "flagctl.json/folder")
        let linked = try scratch.shell("ln -s nowhere flags.policies && flagctl init --config ''")
        expectEqual(linked.status, 2)
        let run = try scratch.shell("FLAGCTL_CONFIG= flagctl init")
        expectEqual(run.status, 0)
        expectEqual(
            run.output,
            """
            exists   Flags.json                   the settings
            exists   flagctl.json                 the arguments that commands need
            created  .github/workflows/flags.yml  checks every pull request on GitHub

            """)
        try expectEqual(scratch.read("Flags.json"), "mine")
        try expectEqual(scratch.shell("readlink flags.policies").output, "nowhere\n")
    }

    @Test(arguments: ["Sources/App/Flags.json", "a b/it's \"é\".json", "./x/.//y.json"])
    func `the document can be anywhere below, and the project and the workflow name it`(_ path: String) throws {
        let scratch = try Scratch()
        try expectEqual(scratch.flagctl("init", "new/project", "--document", path).status, 0)
        try expectEqual(scratch.shell("cd new/project && flagctl check && flagctl prove").status, 0)
        let steps = try scratch.shell(
            """
            cd new/project && git init --quiet --initial-branch main . && git add --all
            git -c user.name=a -c user.email=a@example.com commit --quiet --message a
            git update-ref refs/remotes/origin/main main
            export GITHUB_BASE_REF=main GITHUB_STEP_SUMMARY=summary.md
            eval "$(sed -n '/flagctl diff/,/cat flags/p' .github/workflows/flags.yml)" && cat summary.md
            """)
        expect(steps.status == 0 && steps.output.contains("no"), "\(steps)")
    }

    @Test(
        arguments: [
            ["--document", "../Flags.json"], ["--document", "/tmp/Flags.json"], ["--document", "a/../Flags.json"],
            ["--document", "Flags.yml"], ["--document", "flagctl.json"], ["--document", "a.schema.json"],
            ["--document", "a\nb.json"], ["--document", "${{ x }}.json"], ["--document", ""],
            ["--repository", "version-flags"], ["--repository", "a/b/c"], ["--repository", "a b/c"], ["a", "b"],
        ])
    func `a bad argument creates nothing`(_ arguments: [String]) throws {
        let scratch = try Scratch()
        let run = try Run(["init"] + arguments, in: scratch.path)
        expect(run.status == 2 && run.output.isEmpty)
        expect(run.error.contains("error: ") && run.error.contains("help: "), "\(run.error)")
        try expect(scratch.shell("ls -A").output.isEmpty)
    }

    @Test func `what cannot be created is reported, also in JSON`() throws {
        let scratch = try Scratch()
        try scratch.write("", to: "file")
        let run = try scratch.flagctl("init", "file/below", "--format", "json")
        expectEqual(run.status, 2)
        expect(run.output.hasPrefix(#"{"schema":"flagctl/init/1","incomplete":[{"#))
        expect(run.error.contains("file/below/Flags.json: error: cannot be created: not a directory"))
    }

    @Test func `a folder inside a repository is told where workflows run`() throws {
        let scratch = try Scratch()
        let run = try scratch.shell("git init --quiet . && flagctl init app && flagctl init")
        expectEqual(run.status, 0)
        expect(
            run.error.hasPrefix(
                "app/.github/workflows/flags.yml: note: GitHub runs only the workflows at the top of a repository\n"))
        expectEqual(run.error.split(separator: "GitHub runs").count, 2)
        expect(run.error.contains(#"add env: { FLAGCTL_CONFIG: "app/flagctl.json" } to its job"#), "\(run)")
    }

    @Test(arguments: ["Flags.json", "./flags.policies", ".github/workflows/flags.yml", "linked/flagctl.json"])
    func `a report never overwrites a file that is created`(_ path: String) throws {
        let scratch = try Scratch()
        let run = try scratch.shell("ln -s . linked; flagctl init --report json=\(path)")
        expectEqual(run.status, 2, "\(run)")
        expect(run.error.contains("it would overwrite ") && run.error.contains(", which this run creates"), "\(run)")
        let isCreated = path.hasPrefix(".github")
        expectEqual(FileSystem.exists(scratch.path + "/Flags.json"), isCreated)
        if isCreated { try expect(scratch.read(path).hasPrefix("#") || scratch.read(path).contains("name:")) }
    }

    @Test func `the help about permissions is for errors about them`() throws {
        let scratch = try Scratch()
        try scratch.write("", to: "file")
        let run = try scratch.flagctl("init", "file")
        expect(run.error.contains("file/Flags.json: error: cannot be created: not a directory\n"), "\(run)")
        expect(run.status == 2 && !run.error.contains("permissions"))
    }
}

/// The names of files and of tags in a repository of a stranger are no part of the workflow's own syntax.
@Suite(.blocking)
struct HostileWorkflowTests {
    @Test(arguments: ["b\n      - run: touch X", "a\u{85}b", "${{ github.token }}", "\u{2028}x", "\u{1b}[2K"])
    func `a document whose name the workflow cannot contain is refused`(_ name: String) throws {
        let scratch = try Scratch()
        try scratch.write(#"{"a": {"defaultValue": 1}}"#, to: "\(name).json")
        let run = try scratch.flagctl("init")
        expect(run.status == 2 && run.error.contains("cannot be in a workflow"), "\(run)")
        expect(!FileSystem.exists(scratch.path + "/.github"))
    }

    /// Names, and the line in which bash prints the document and the tags.
    @Test(arguments: [
        "it's", "$(touch X)", "`touch X`", "a\"b", "a: b # c", "a\\", "!x", "*[a]?", "- x", "é", "-n", "a'; touch X; '",
    ])
    func `a name in the workflow is the name of the file`(_ name: String) throws {
        let scratch = try Scratch()
        try scratch.write(#"{"a": {"defaultValue": 1}}"#, to: "\(name).json")
        let made = try scratch.flagctl("init")
        expectEqual(made.status, 0, "\(made)")
        let workflow = try scratch.read(".github/workflows/flags.yml")
        let line = try #require(workflow.split(separator: "\n").first { $0.contains("flagctl readers record") })
        let word = try #require(line.split(separator: "--document ").last?.split(separator: " --readers").first)
        try scratch.write("printf %s \(word); ls X 2>/dev/null", to: "script")
        let run = try scratch.shell("bash script")
        expectEqual(run.output, name.hasPrefix("-") ? "./\(name).json" : "\(name).json", "\(line)")
    }

    @Test(arguments: [
        ("v${{ github.token }}1", "'v$''{{ github.token }}1'"), ("$$", "'$$'"), ("a\nb", "$'a\\x0ab'"),
        ("plain", "plain"),
        ("\u{1b}é", "$'\\x1b\\xc3\\xa9'"),
    ])
    func `a word of a script has no expression and no line end`(_ text: String, _ word: String) throws {
        expectEqual(YAMLText.word(text), word)
        let run = try Subprocess.run("bash", ["-c", "printf %s \(word)"], atMost: 4096)
        expectEqual(String(decoding: run.output, as: UTF8.self), text)
    }

    @Test func `a tag with an expression is a word of the script`() throws {
        let scratch = try Scratch()
        try scratch.write(#"{"a": {"defaultValue": 1}}"#, to: "a.json")
        try scratch.makeRepository()
        let tagged = try scratch.shell("git tag 'v${{github.token}}-1.0.0' && flagctl init")
        expectEqual(tagged.status, 0, "\(tagged)")
        let workflow = try scratch.read(".github/workflows/flags.yml")
        expect(workflow.contains("--tags 'v$''{{github.token}}-*'") && !workflow.contains("${{github"), "\(workflow)")
    }

    @Test(arguments: [
        ("a: b", #""a: b""#), ("x\n- y", #""x\n- y""#), ("\u{85}\u{2028}", #""\u0085\u2028""#),
        ("\u{7f}", #""\u007f""#),
    ])
    func `a scalar is one line of printable characters`(_ text: String, _ scalar: String) {
        expectEqual(YAMLText.quoted(text), scalar)
    }

    @Test func `a pattern for paths matches one path`() {
        expectEqual(YAMLText.quoted(path: "!a/*[b]?.json"), #""\\!a/\\*\\[b\\]\\?.json""#)
    }
}
