import FlagResolver
import TestSupport
import Testing

@testable import flagctl

@Suite(.blocking)
struct ImportTests {
    private static let sample = "Configs/import/template.json"

    @Test(
        arguments: [
            ("import-text", []), ("import-accept", ["--accept", "*"]),
            ("import-app", ["--app", "1:1:ios:a=ios", "--default", "banner={\"title\":\"\"}"]),
            ("import-json", ["--report", "json=-"]), ("import-markdown", ["--report", "markdown=-"]),
        ] as [(String, [String])])
    func `the template of the documentation`(_ name: String, _ options: [String]) throws {
        try Snapshot.expect(["import", "firebase"] + options + [Self.sample], matches: name)
    }

    @Test(
        arguments: [
            ("import-configcat-app", ["configcat", "--app", "a=ios", "Configs/import/config_v6.json"]),
            ("import-unknown-system", ["launchdarkly", sample]), ("import-no-file", ["firebase"]),
            ("import-missing-file", ["firebase", "nothing.json"]),
            ("import-not-a-template", ["firebase", "Configs/app.json"]),
            ("import-unknown-accept", ["firebase", "--accept", "new_carts", sample]),
            ("import-unknown-default", ["firebase", "--default", "baner=1", sample]),
            ("import-surplus-default", ["firebase", "--default", "timeout=1", sample]),
            ("import-malformed-default", ["firebase", "--default", "timeout", sample]),
            ("import-two-apps", ["firebase", "--app", "a", "--app", "b", sample]),
            ("import-malformed-app", ["firebase", "--app", "a=", sample]),
        ] as [(String, [String])])
    func `a command line that cannot work says why`(_ name: String, _ arguments: [String]) throws {
        try Snapshot.expect(["import"] + arguments, matches: name)
    }

    @Test func `the configuration of the documentation`() throws {
        try Snapshot.expect(["import", "configcat", "Configs/import/config_v6.json"], matches: "import-configcat")
    }

    private static let template = """
        {"conditions": [{"name": "ios", "expression": "device.os == 'ios'"},
                        {"name": "some", "expression": "percent('s') <= 50"},
                        {"name": "old", "expression": "device.os == 'ios' && app.version.<(['2.0.0'])"}],
         "parameters": {
           "exact": {"defaultValue": {"value": "false"}, "conditionalValues": {"ios": {"value": "true"}}, "valueType": "BOOLEAN"},
           "inexact": {"defaultValue": {"value": "1"}, "conditionalValues": {"some": {"value": "2"}}, "valueType": "NUMBER"},
           "shadowed": {"defaultValue": {"value": "a"}, "conditionalValues": {"ios": {"value": "b"}, "old": {"value": "c"}}}}}
        """

    @Test func `the status says whether anybody gets another value that is not accepted`() throws {
        let scratch = try Scratch()
        try scratch.write(Self.template, to: "t.json")
        try expectEqual(scratch.flagctl("import", "firebase", "t.json").status, 1)
        try expectEqual(scratch.flagctl("import", "firebase", "--accept", "inexact", "t.json").status, 0)
        try expectEqual(scratch.flagctl("import", "firebase", "--accept", "in*", "t.json").status, 0)
        try expectEqual(scratch.flagctl("import", "firebase", "--accept", "exact", "t.json").status, 1)
        try expectEqual(scratch.flagctl("import", "firebase", "--exit-zero", "t.json").status, 0)
    }

    @Test func `a finding of check in the document is stated at the rule that it comes from`() throws {
        let scratch = try Scratch()
        try scratch.write(Self.template, to: "t.json")
        let run = try scratch.flagctl("import", "firebase", "t.json")
        expect(run.error.contains("t.json:7:94: error: "), "\(run.error)")
        expect(run.error.contains("[shadowed-entry]"), "\(run.error)")
        let piped = try scratch.shell("flagctl import firebase t.json 2>/dev/null | flagctl check -")
        expect(piped.status == 1 && piped.output.contains("[shadowed-entry]"), "\(piped)")
    }

    @Test func `standard input and a file are imported alike`() throws {
        let scratch = try Scratch()
        try scratch.write(Self.template, to: "t.json")
        let file = try scratch.flagctl("import", "firebase", "t.json")
        let input = try scratch.shell("flagctl import firebase --stdin-name t.json - < t.json")
        expect(input.output == file.output && input.error == file.error && input.status == file.status, "\(input)")
        let mark = try scratch.shell(
            "(printf '\\357\\273\\277'; cat t.json) | flagctl import firebase --stdin-name t.json -")
        expectEqual(mark.output, file.output, "\(mark)")
    }

    @Test func `the document and the report go to files, and a file that is current is not written`() throws {
        let scratch = try Scratch()
        try scratch.write(Self.template, to: "t.json")
        let printed = try scratch.flagctl("import", "firebase", "t.json")
        let run = try scratch.flagctl(
            "import", "firebase", "--output", "shop.json", "--report", "json=r.json", "--report", "text=r.txt", "t.json"
        )
        expectEqual(run, Run(output: "", error: "", status: 1))
        try expectEqual(scratch.read("shop.json"), printed.output)
        try expectEqual(scratch.read("r.txt"), printed.error)
        try expect(scratch.read("r.json").hasPrefix("{\"schema\":\"flagctl/import/1\""))
        let own = try scratch.flagctl("import", "firebase", "--output", "t.json", "t.json")
        expect(own.status == 2 && own.error.contains("cannot be written"), "\(own)")
        try expectEqual(scratch.read("t.json"), Self.template)
    }

    @Test func `an import again shows what changes from the document that was imported before`() throws {
        let scratch = try Scratch()
        try scratch.write(Self.template, to: "t.json")
        _ = try scratch.flagctl("import", "firebase", "--output", "shop.json", "t.json")
        let same = try scratch.flagctl("import", "firebase", "--onto", "shop.json", "--accept", "inexact", "t.json")
        expect(same.status == 0 && same.error.contains("what changes from shop.json:\nidentical"), "\(same.error)")
        try scratch.write(
            Self.template.replacing("'2.0.0'", with: "'3.0.0'").replacing("\"true\"", with: "\"false\""), to: "t.json")
        let changed = try scratch.flagctl("import", "firebase", "--onto", "shop.json", "--accept", "inexact", "t.json")
        expect(changed.status == 0 && changed.error.contains("platform ios   true → false"), "\(changed.error)")
        let gone = try scratch.flagctl("import", "firebase", "--onto", "gone.json", "t.json")
        expect(gone.status == 2 && gone.output == "", "\(gone)")
    }

    @Test func `what cannot be read is left out, the rest is imported, and every report says so`() throws {
        let scratch = try Scratch()
        try scratch.write(
            """
            {"conditions": [{"name": "a", "expression": "device.os == 'ios' ||"}],
             "parameters": {"n": {"defaultValue": {"value": "x"}, "valueType": "NUMBER"}, "s": {"defaultValue": {"value": "x"}}}}
            """, to: "t.json")
        let run = try scratch.flagctl(
            "import", "firebase", "--report", "json=r.json", "--report", "markdown=r.md", "t.json")
        expectEqual(run.status, 2)
        expect(run.output.contains("\"s\"") && !run.output.contains("\"n\""), "\(run.output)")
        expect(
            run.error.contains("t.json:1:65: error: in the condition \"a\": Firebase joins conditions"), "\(run.error)")
        expect(
            run.error.contains(
                "t.json:2:49: error: expected a number such as 30 or 0.5, found \"x\" [bad-parameter-value]"))
        for report in ["r.json", "r.md"] {
            try expect(scratch.read(report).contains("bad-parameter-value"), "\(report)")
        }
    }

    @Test func `text from a template cannot control a terminal`() throws {
        let scratch = try Scratch()
        try scratch.write(
            #"""
            {"conditions": [{"name": "\u001b[31m", "expression": "app.\u001b == 'x'"},
                            {"name": "b", "expression": "app.audiences.inAtLeastOne(['\u001b[2J'])"}],
             "parameters": {"\u001b[1m": {"defaultValue": {"value": "\u001b"}, "conditionalValues": {"b": {"value": "2"}}}}}
            """#, to: "t.json")
        let run = try scratch.flagctl(
            "import", "firebase", "--report", "text=r.txt", "--report", "markdown=r.md", "t.json")
        for text in [run.error, try scratch.read("r.txt"), try scratch.read("r.md")] {
            expect(!text.utf8.contains(0x1B), "\(text)")
        }
    }
}
