import TestSupport
import Testing

@testable import flagctl

@Suite(.blocking)
struct ReferencesTests {
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
        try scratch.write(
            #"{"payments": {"defaultValue": true}, "checkout": {"style": {"defaultValue": "a"}, "limit": 1}, "old": 1}"#,
            to: "app.json")
    }

    private func references(_ code: String, _ options: String...) throws -> Run {
        try scratch.write(code, to: "App.swift")
        return try Run(["references", "--document", "app.json"] + options + ["App.swift"], in: scratch.path)
    }

    @Test(
        arguments: [
            ("references", []), ("references-text", ["--document", "Configs/app.json"]),
            ("references-notes", ["--document", "Configs/app.json", "--notes"]),
            ("references-json", ["--document", "Configs/app.json", "--format", "json"]),
            ("references-github", ["--document", "Configs/app.json", "--notes", "--format", "github"]),
            ("references-gitlab", ["--document", "Configs/app.json", "--format", "gitlab"]),
            ("references-sarif", ["--document", "Configs/app.json", "--notes", "--format", "sarif"]),
        ] as [(String, [String])])
    func `every format has the same references`(_ name: String, _ options: [String]) throws {
        try Snapshot.expect(["references"] + options + ["Configs/code"], matches: name)
    }

    @Test(arguments: ["github", "sarif"])
    func `formats for people have notes only on request`(_ format: String) throws {
        let options = ["references", "--document", "Configs/app.json", "--format", format, "Configs/code"]
        let level = format == "sarif" ? #""level":"note","message""# : "::notice file="
        try expect(!Run(options).output.contains(level))
        try expect(Run(options + ["--notes"]).output.contains(level))
    }

    @Test func `settings are read, declared, overridden, or not read`() throws {
        let run = try references(
            """
            extension SettingKey where Value == Bool { static let pay = SettingKey("payments", default: false) }
            if store[.pay] { show(.pay) }
            store.override(.pay, with: true)
            let style = snapshot.value(for: "checkout.style", default: "")
            """)
        expect(
            run.output.hasPrefix(
                """
                checkout.limit
                  not read
                checkout.style
                  read      App.swift:4:33
                old
                  not read
                payments
                  declared  App.swift:1:72
                  read      App.swift:2:10
                  may read  App.swift:2:23
                  override  App.swift:3:16

                app.json:1:83: warning: no code reads "checkout.limit" [unread-setting]

                """), "\(run.output)")
        expectEqual(run.error, "0 errors, 2 warnings in 4 settings and 1 Swift file (4 lines)\n")
        expectEqual(run.status, 0)
    }

    @Test func `a group reads its settings, also through a key`() throws {
        for code in [
            #"store.group("checkout", as: Checkout.self)"#, #"store[SettingKey<Checkout>("checkout", default: none)]"#,
        ] {
            let run = try references(code, "--fail-on", "warning", "--format", "json")
            expect(run.output.contains(#""unread":["old","payments"]"#), "\(run.output)")
            expect(run.output.contains(#""unknown":[]"#))
            expectEqual(run.status, 1)
        }
    }

    @Test func `a group of another library is not an unknown name, unless it is similar`() throws {
        try expectEqual(references(#"router.group("api").get("x")"#).status, 0)
        let run = try references(#"let model: Checkout? = store.group("chekout")"#)
        expect(run.output.contains(#"app.json has no group "chekout" [unknown-setting-name]"#))
        expect(run.output.contains(#"   = help: did you mean "checkout"?"#))
        expectEqual(run.status, 1)
    }

    @Test func `a key of generated code is known by its path`() throws {
        let run = try references("store[Flags.Checkout.style]; store[AppGroup.payments]; store[App.Checkout.limit]")
        expect(run.output.contains("checkout.style\n  read      App.swift:1:7\n"), "\(run.output)")
        expect(run.output.contains("checkout.limit\n  read "), "the namespace is the name of the file")
        expect(!run.output.contains("payments\n  read "))
    }

    @Test func `several documents count as one`() throws {
        try scratch.write(#"{"payments": false, "new": 1}"#, to: "other.json")
        try scratch.write("f(SettingKey(\"new\", default: 1)); f(SettingKey(\"nwe\", default: 1))", to: "App.swift")
        let run = try scratch.flagctl("references", "--document", "app.json", "--document", "other.json", "App.swift")
        expect(run.output.contains("new\n  may read  App.swift:1:14\n"))
        expect(run.output.contains(#"error: none of the 2 documents has a setting "nwe" [unknown-setting-name]"#))
        expect(run.output.contains("   = note: other.json:1:2: it is here too\n"))
    }

    @Test func `a setting that another one requires, or that forces updates, is in use`() throws {
        try scratch.write(
            """
            {"$minimumVersionSetting": "floor", "floor": {"defaultValue": "1.0.0"}, "parent": {"defaultValue": true},
             "child": {"defaultValue": 0, "valuesByVersion": [{"requires": "parent", "value": 1}]}}
            """, to: "app.json")
        let run = try references(#"snapshot.value(for: "child", default: 0)"#)
        expect(run.output.contains("floor\n  not read by code, but by the document\n"))
        expect(!run.output.contains("[unread-setting]") && run.status == 0)
    }

    @Test func `an unread setting shows the names that may mean it`() throws {
        let run = try references(#"f("\(a)"); s.value(for: "checkout.\(name)", default: 1)"#)
        expect(run.output.contains("   = note: App.swift:1:25: the name that is made here may be this one\n"))
        expect(run.error.hasSuffix("; 1 name that is not seen: --notes\n"))
    }

    @Test func `rules are selected and ignored by their codes`() throws {
        let code = "SettingKey(\"nothing\", default: 1)\nSettingKey(name, default: 1)\n\"unclosed"
        func codes(_ options: String...) throws -> Set<String> {
            try scratch.write(code, to: "App.swift")
            let run = try Run(
                ["references", "--notes", "--document", "app.json"] + options + ["App.swift"], in: scratch.path)
            let all = ["unknown-setting-name", "unread-setting", "unseen-name", "unseen-code"]
            return Set(all.filter { run.output.contains("[\($0)]") })
        }
        try expectEqual(codes(), ["unknown-setting-name", "unread-setting", "unseen-name", "unseen-code"])
        try expectEqual(codes("--select", "unseen-name,unseen-code"), ["unseen-name", "unseen-code"])
        try expectEqual(codes("--ignore", "unread-setting"), ["unknown-setting-name", "unseen-name", "unseen-code"])
        let run = try references(code, "--select", "shadowed-entry")
        expect(run.status == 2 && run.error.contains("there is no such rule"), "\(run.error)")
        let near = try references(code, "--ignore", "unseen-names")
        expect(near.error.contains("did you mean \"unseen-name\"?"))
    }

    @Test(arguments: [("error", 0), ("warning", 1), ("note", 1)] as [(String, Int32)])
    func `--fail-on decides the exit status`(_ severity: String, _ status: Int32) throws {
        let run = try references(#"s.value(for: "payments", default: 1)"#, "--fail-on", severity)
        expectEqual(run.status, status)
        let clean = try references(
            #"s.value(for: "payments", default: 1); s.value(for: "old", default: 1); s.group("checkout", as: C.self)"#,
            "--fail-on", severity)
        expectEqual(clean.status, 0, "\(clean.output)")
        try expectEqual(references("SettingKey(\"x\", default: 1)", "--exit-zero").status, 0)
    }

    @Test func `known findings are left out, and lines may move`() throws {
        try scratch.write("SettingKey(\"one\", default: 1)\nSettingKey(\"one\", default: 1)", to: "App.swift")
        _ = try scratch.shell("flagctl references --document app.json --format json App.swift > known.json")
        let code = "// moved\nSettingKey(\"one\", default: 1)\nSettingKey(\"one\", default: 1)\n"
        let known = try references(code, "--baseline", "known.json", "--fail-on", "note")
        expect(!known.output.contains("[") && known.status == 0, "\(known.output)")
        expectEqual(
            known.error,
            "0 errors, 0 warnings, 0 notes in 4 settings and 1 Swift file (3 lines); 6 known findings left out\n")
        let more = try references(code + "SettingKey(\"one\", default: 1)", "--baseline", "known.json")
        expect(more.output.contains("App.swift:4:12: error: app.json has no setting \"one\"") && more.status == 1)
        try scratch.write("{}", to: "other.json")
        let wrong = try references(code, "--baseline", "other.json")
        expectEqual(wrong.status, 2)
        expect(
            wrong.error.contains("flagctl references --format json --document FILE PATH > other.json"), "\(wrong.error)"
        )
    }

    @Test func `a patch applies to the documents`() throws {
        try scratch.write(#"{"old": null, "extra": 2}"#, to: "patch.json")
        let run = try references("SettingKey(\"old\", default: 1)", "--patch", "patch.json")
        expect(run.output.contains(#"app.json has no setting "old""#))
        expect(run.output.contains("patch.json:1:15: warning: no code reads \"extra\""), "\(run.output)")
    }

    @Test func `folders stand for Swift files that are not hidden`() throws {
        for path in ["Sources/A.swift", "Sources/B/C.swift", ".build/D.swift", "Sources/.E.swift", "Sources/F.txt"] {
            try scratch.write("let a = SettingKey(\"\(path)\", default: 1)", to: path)
        }
        let run = try scratch.flagctl("references", ".")
        expectEqual(
            run.output,
            "Sources/A.swift\n  declared  Sources/A.swift:1:20\n  not read\nSources/B/C.swift\n  declared  Sources/B/C.swift:1:20\n  not read\n"
        )
        let empty = try scratch.flagctl("references", ".build")
        expectEqual(empty.status, 0, "a folder that is named itself may be hidden")
        try scratch.write("", to: "none/a.txt")
        let none = try scratch.flagctl("references", "none")
        expect(none.status == 2 && none.error.contains("directory contains no Swift file"), "\(none.error)")
    }

    @Test func `code comes from standard input and from a revision, too`() throws {
        try scratch.write("let a = SettingKey(\"a\", default: 1)\n", to: "A.swift")
        let piped = try scratch.shell("flagctl references --stdin-name B.swift - < A.swift")
        expectEqual(piped.output, "a\n  declared  B.swift:1:20\n  not read\n")
        try scratch.makeRepository()
        let old = try scratch.flagctl("references", "HEAD:A.swift")
        expectEqual(old.output, "a\n  declared  HEAD:A.swift:1:20\n  not read\n", "\(old.error)")
    }

    @Test func `a name that looks like another format's syntax is escaped`() throws {
        let run = try references("SettingKey(\"a\\u{1B}[31m\\n::error::\", default: 1)", "--format", "github")
        expect(run.output.split(separator: "\n").allSatisfy { $0.hasPrefix("::") }, "\(run.output)")
        expect(!run.output.contains("\u{1B}"))
    }

    @Test func `empty code reads no setting, and no code is an error`() throws {
        let run = try references("")
        expect(run.output.hasPrefix("checkout.limit\n  not read\n") && run.status == 0)
        let usage = try scratch.flagctl("references", "--document", "app.json")
        expect(usage.status == 2 && usage.error.contains("PATH"))
    }

    @Test func `stale names the code of a finished setting`() throws {
        try scratch.write(
            """
            {"new": {"defaultValue": false, "valuesByVersion": [{"appVersion": ">=1.0.0", "value": true}]},
             "other": {"defaultValue": 1, "valuesByVersion": [{"appVersion": ">=1.0.0", "value": 2}]}}
            """, to: "app.json")
        try scratch.write(
            "let a = SettingKey(\"new\", default: false)\nif store[a] { log(a) }\n", to: "Sources/App.swift")
        let run = try scratch.flagctl("stale", "--floor", "1.0.0", "--code", "Sources", "app.json")
        expect(run.output.contains("   = note: Sources/App.swift:1:20: its key is declared here\n"), "\(run.output)")
        expect(run.output.contains("   = note: Sources/App.swift:2:10: this code reads it\n"))
        expect(run.output.contains("   = note: Sources/App.swift:2:19: this code may read it\n"))
        expect(run.output.contains("   = note: the code that was searched does not name it\n"))
        let json = try scratch.flagctl(
            "stale", "--floor", "1.0.0", "--code", "Sources", "--format", "json", "app.json")
        expect(
            json.output.contains(
                #""references":[{"kind":"declaration","file":"Sources/App.swift","line":1,"column":20,"#))
        expect(json.output.contains(#""references":[],"message":"\"other\" is 2"#))
        let without = try scratch.flagctl("stale", "--floor", "1.0.0", "--format", "json", "app.json")
        expect(!without.output.contains("\"references\":["))
    }

    @Test func `stale writes nothing if the code cannot be read`() throws {
        let before = try scratch.read("app.json")
        let run = try scratch.flagctl("stale", "--floor", "1.0.0", "--code", "none", "--apply", "app.json")
        expect(run.status == 2 && run.error.contains("none: error: no such file or directory"), "\(run.error)")
        try expectEqual(scratch.read("app.json"), before)
    }

    @Test func `a setting in very many groups takes as much memory as its name`() throws {
        let name = "a" + String(repeating: ".a", count: 200_000)
        try scratch.write(#"{"\#(name)": 1}"#, to: "app.json")
        try scratch.write(#"let group = SettingGroup("a.a")"# + "\n", to: "Other.swift")
        let run = try references(#"store.value(for: "a.b", default: false)"# + "\n")
        expectEqual(run.status, 1)
        expect(run.output.contains("App.swift:1:18: error: app.json has no setting \"a.b\" [unknown-setting-name]"))
    }

    @Test func `the beginning of a very long name may be made when the code runs`() throws {
        let name = String(repeating: "a", count: 1_000_000)
        try scratch.write(#"{"\#(name)": 1}"#, to: "app.json")
        let run = try references(#"store.value(for: "aa\(y)", default: false)"# + "\n")
        expect(run.output.contains("note: App.swift:1:18: the name that is made here may be this one"))
    }

    @Test func `settings whose names only look the same are told apart`() throws {
        try scratch.write("{\"caf\u{E9}\": 1, \"cafe\u{301}\": 2, \"old\": 3}", to: "app.json")
        let run = try references("store.value(for: \"caf\u{E9}\", default: 0)\n")
        expect(run.error.hasPrefix("0 errors, 2 warnings in 3 settings"), "\(run)")
        expect(run.output.contains(#"app.json:1:13: warning: no code reads "cafe\u0301" [unread-setting]"#), "\(run)")
        let setting = #"{"defaultValue": 1, "valuesByVersion": [{"appVersion": "<1.0.0", "value": 0}]}"#
        try scratch.write("{\"caf\u{E9}\": \(setting), \"cafe\u{301}\": \(setting)}", to: "app.json")
        let stale = try scratch.flagctl(
            "stale", "--floor", "1.0.0", "--code", "App.swift", "--format", "json", "app.json")
        expectEqual(stale.output.ranges(of: #""references":[]"#).count, 1, "\(stale)")
        expectEqual(stale.output.ranges(of: #""references":[{"kind":"read""#).count, 1, "\(stale)")
    }

    @Test func `the prefixes of a text are the names that it begins with`() {
        var random = SeededRandom(seed: 41)
        for _ in 0..<300 {
            func word() -> String {
                String(
                    (0..<Int.random(in: 0...4, using: &random)).map { _ in "ab.é".randomElement(using: &random) ?? "a" }
                )
            }
            let names = Set((0..<8).map { _ in word() })
            let text = word() + word()
            let expected = names.filter { text.utf8.starts(with: $0.utf8) }.sorted { $0.utf8.count < $1.utf8.count }
            expectEqual(NamePrefixes(names).prefixes(of: text), expected)
        }
    }
}

extension ReferencesTests {
    @Test func `a project file gives the documents, the severities and what is left out`() throws {
        try scratch.write(
            #"""
            {"inputs": ["app.json"], "excludes": ["Sources/Generated"], "failOn": "warning",
             "severities": {"unread-setting": "note", "unknown-setting-name": "warning"}}
            """#, to: "flagctl.json")
        try scratch.write("SettingKey(\"nothing\", default: 1)", to: "Sources/A.swift")
        try scratch.write("SettingKey(\"generated\", default: 1)", to: "Sources/Generated/B.swift")
        let run = try scratch.flagctl("references", "Sources")
        expect(run.output.contains("Sources/A.swift:1:12: warning: app.json has no setting \"nothing\""), "\(run)")
        expect(!run.output.contains("generated") && !run.output.contains("[unread-setting]"))
        expectEqual(run.status, 1)
        let other = try scratch.flagctl("references", "--config", "", "Sources")
        expect(other.error.contains("nothing to compare with") && other.status == 0)
    }

    @Test func `a setting, or its group, is allowed to be unread`() throws {
        try scratch.write(
            #"""
            {"checkout": {"$allow": {"unread-setting": "decoded by Checkout"}, "style": {"defaultValue": "a"}, "limit": 1},
             "old": 1, "kept": {"defaultValue": 1, "$allow": {"unread-setting": "of 1.x"}}}
            """#, to: "app.json")
        let run = try references("print(1)")
        expect(run.output.contains("no code reads \"old\""))
        expect(run.error.hasPrefix("0 errors, 1 warning in 4 settings"), "\(run)")
        try expectEqual(scratch.flagctl("check", "--fail-on", "note", "app.json").status, 0)
    }

    @Test func `an "$allow" for settings that the code reads is a finding`() throws {
        try scratch.write(
            #"""
            {"checkout": {"$allow": {"unread-setting": "decoded"}, "style": {"defaultValue": "a"}},
             "old": {"defaultValue": 1, "$allow": {"unread-setting": "of 1.x"}}}
            """#, to: "app.json")
        let run = try references(#"let style = snapshot.value(for: "checkout.style", default: "")"#)
        expect(
            run.output.contains(
                #"app.json:1:26: warning: "$allow" names "unread-setting", which finds nothing here [unused-allow]"#),
            "\(run)")
        expect(!run.output.contains("[unread-setting]"))
        for options in [
            ["--ignore", "unused-allow"], ["--select", "unread-setting"], ["--severity", "unused-allow=off"],
        ] {
            let run = try scratch.flagctl(["references", "--document", "app.json"] + options + ["App.swift"])
            expect(!run.output.contains("unused-allow"), "\(run)")
        }
    }

    @Test func `rules of check and of references are not mixed`() throws {
        let check = try scratch.flagctl("check", "--select", "unread-setting", "app.json")
        expect(check.status == 2 && check.error.contains("there is no such rule"))
        let severity = try scratch.flagctl("check", "--severity", "unread-setting=off", "app.json")
        expectEqual(severity.status, 0, "a severity is for all commands: \(severity.error)")
    }
}
