import TestSupport
import Testing

@testable import flagctl

@Suite(.blocking)
struct FormatTests {
    private static let loose =
        "{\"s\":{\"valuesByVersion\":[{\"value\":1.50,\"appVersion\":\">=1\"}],\"defaultValue\":0}}"
    private static let canonical = """
        {
          "s": {
            "defaultValue": 0,
            "valuesByVersion": [
              { "appVersion": ">=1", "value": 1.50 }
            ]
          }
        }

        """

    @Test func `the project's own documents are laid out so`() throws {
        try expectEqual(
            Run(["fmt", "--check", "Configs/app.json", "Configs/showcase.json"]), Run(output: "", error: "", status: 0))
    }

    @Test func `files are reformatted if their layout is not canonical, and only once`() throws {
        let scratch = try Scratch()
        try scratch.write(Self.loose, to: "loose.json")
        try scratch.write(Self.canonical, to: "canonical.json")
        try expectEqual(scratch.flagctl("fmt", "--check", "."), Run(output: "loose.json\n", error: "", status: 1))
        try expectEqual(
            scratch.flagctl("fmt", "--apply", "."),
            Run(output: "", error: "loose.json: reformatted, no value changed\n", status: 0))
        try expectEqual(scratch.read("loose.json"), Self.canonical)
        try expectEqual(scratch.flagctl("fmt", "--apply", "."), Run(output: "", error: "", status: 0))
    }

    @Test func `standard input goes to standard output, and a patch writes nothing`() throws {
        let scratch = try Scratch()
        try scratch.write(Self.loose, to: "loose.json")
        try expectEqual(
            scratch.shell("flagctl fmt --apply - < loose.json"), Run(output: Self.canonical, error: "", status: 0))
        let run = try scratch.shell("flagctl fmt --diff loose.json")
        try expectEqual(scratch.shell("flagctl fmt loose.json"), run)
        expectEqual(
            run.output,
            """
            --- a/loose.json
            +++ b/loose.json
            @@ -1 +1,8 @@
            -\(Self.loose)
            \\ No newline at end of file
            \(Self.canonical.split(separator: "\n").map { "+\($0)\n" }.joined())
            """)
        expectEqual(run.status, 1)
        try expectEqual(scratch.shell("flagctl fmt --diff loose.json | git apply").status, 0)
        try expectEqual(scratch.read("loose.json"), Self.canonical)
        try expectEqual(scratch.flagctl("fmt", "--diff", "loose.json"), Run(output: "", error: "", status: 0))
    }

    @Test(
        arguments: [
            ("{\"a\": 1,}", "[json-syntax]"), ("{\"a\": 1 /* x */}", "[json-syntax]"),
            ("{\"a\": {\"b\": 1}, \"a.b\": 2}", "[duplicate-name]"), ("[]", "[not-an-object]"),
        ])
    func `a file that is not a document of settings is left alone`(_ text: String, _ code: String) throws {
        let scratch = try Scratch()
        try scratch.write(text, to: "app.json")
        let run = try scratch.flagctl("fmt", "--apply", "app.json")
        expect(run.error.contains(code), "\(run.error)")
        expectEqual(run.status, 2)
        try expectEqual(scratch.read("app.json"), text)
    }

    @Test func `several documents are not written if one of them is not a file`() throws {
        let run = try Run(shell: "flagctl fmt --apply - Configs/app.json < Configs/app.json", in: PackageFolder.path)
        expect(run.error.contains("--apply writes several files, and <stdin> is not a file"))
        expectEqual(run.status, 2)
    }

    @Test(arguments: ["--diff --apply", "--check --apply"])
    func `what contradicts itself is an error`(_ options: String) throws {
        let run = try Run(shell: "flagctl fmt \(options) Configs/app.json", in: PackageFolder.path)
        expect(run.error.contains("and --apply exclude each other"), "\(run.error)")
        expectEqual(run.status, 2)
    }

    /// Equal JSON has equal values, however many cases it has.
    @Test(.long) func `a document with a setting that is too complex to be compared is formatted`() throws {
        let entries = (0..<18).map { #"{"when":{"a\#($0)":"x","b\#($0)":"y"},"value":\#($0)}"# }
        let rollout = #"{"appVersion":">=1.0.0","rollout":{"percent":10,"salt":"r"},"value":-1}"#
        let scratch = try Scratch()
        try scratch.write(
            #"{"s":{"defaultValue":0,"valuesByVersion":[\#(([rollout] + entries).joined(separator: ","))]}}"#,
            to: "app.json")
        try expectEqual(scratch.flagctl("fmt", "--apply", "app.json").status, 0)
        try expect(scratch.read("app.json").contains("\n"))
        let run = try scratch.flagctl("retarget", "1.0.0", "1.5.0", "app.json")
        expect(run.status == 2 && run.error.contains("too complex to be compared"), "\(run)")
        expect(!run.error.contains("bug"), "\(run)")
    }
}
