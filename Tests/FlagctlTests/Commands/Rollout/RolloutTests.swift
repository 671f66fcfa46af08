import TestSupport
import Testing

@testable import flagctl

@Suite(.blocking)
struct RolloutTests {
    @Test func `the percentage is replaced, and the share that gains the value is shown`() throws {
        try expectEqual(
            Run(["rollout", "checkout", "--percent", "50", "Configs/targeting.json"]),
            Run(
                output: """
                    --- a/Configs/targeting.json
                    +++ b/Configs/targeting.json
                    @@ -26,7 +26,7 @@
                             "name": "rollout",
                             "appVersion": ">=2.0.0",
                             "when": { "platform": ["ios", "macos"], "country": ["DE", "AT", "CH"] },
                    -        "rollout": { "percent": 25, "salt": "checkout-2026" },
                    +        "rollout": { "percent": 50, "salt": "checkout-2026" },
                             "from": "2026-12-01T00:00:00Z",
                             "until": "2026-12-15T00:00:00Z",
                             "value": "modern"

                    checkout, entry "rollout": 25 % → 50 % of "checkout-2026"; it gains 25 % of all keys and loses none

                    """, error: "", status: 0))
    }

    @Test(
        arguments: [
            ("rollout-json", ["checkout", "--percent", "50", "--format", "json"]),
            ("rollout-shrink", ["checkout", "--percent", "12.5", "--entry", "rollout"]),
            ("rollout-same", ["checkout", "--percent", "25.0"]), ("rollout-unknown", ["chekout", "--percent", "50"]),
            ("rollout-several", ["reviewPrompt", "--percent", "50"]),
            ("rollout-slice", ["reviewPrompt", "--percent", "50", "--entry", "short"]),
            ("rollout-entry", ["checkout", "--percent", "50", "--entry", "rolout"]),
            ("rollout-no-rollout", ["checkout", "--percent", "50", "--entry", "rings first"]),
            ("rollout-none", ["greeting", "--percent", "50"]),
            ("rollout-json-refused", ["greeting", "--percent", "50", "--format", "json"]),
            ("rollout-too-large", ["checkout", "--percent", "101"]),
            ("rollout-decimals", ["checkout", "--percent", "0.0001"]), ("rollout-no-percent", ["checkout"]),
        ] as [(String, [String])])
    func `the project's example, in other forms`(_ name: String, _ arguments: [String]) throws {
        try Snapshot.expect(["rollout"] + arguments + ["Configs/targeting.json"], matches: name)
    }

    private static let document = """
        {\r
          "s" : {"defaultValue":0,"valuesByVersion":[ {"rollout":{"salt":"x","percent":  10},"value":1} ]}}
        """

    @Test func `a file is written with all of its formatting`() throws {
        let scratch = try Scratch()
        try scratch.write(Self.document, to: "a.json")
        let run = try scratch.flagctl("rollout", "s", "--percent", "20", "--apply", "a.json")
        expectEqual(
            run,
            Run(
                output: "s, entry \"entry-1\": 10 % → 20 % of \"x\"; it gains 10 % of all keys and loses none\n",
                error: "", status: 0))
        try expectEqual(scratch.read("a.json"), Self.document.replacing("  10", with: "  20"))
        let again = try scratch.flagctl("rollout", "s", "--percent", "20", "--apply", "a.json")
        expectEqual(again, Run(output: "s, entry \"entry-1\": 20 % of \"x\" already\n", error: "", status: 1))
        let patched = try scratch.shell("flagctl rollout s --percent 10 a.json 2>/dev/null | git apply")
        expectEqual(patched.status, 0, "\(patched)")
        try expectEqual(scratch.read("a.json"), Self.document)
    }

    @Test func `only one file that can be written is written`() throws {
        let scratch = try Scratch()
        try scratch.write(Self.document, to: "folder/a.json")
        try scratch.write(Self.document, to: "folder/b.json")
        let folder = try scratch.flagctl("rollout", "s", "--percent", "20", "folder")
        expect(folder.status == 2 && folder.error.contains("FILE names 2 documents"), "\(folder)")
        let input = try scratch.shell("flagctl rollout s --percent 20 --apply - < folder/a.json")
        expectEqual(input.status, 0, "\(input)")
        expectEqual(input.output, Self.document.replacing("\"percent\":  10", with: "\"percent\":  20"), "\(input)")
        let patch = try scratch.shell("flagctl rollout s --percent 20 - < folder/a.json")
        expect(patch.status == 0 && patch.output.contains("\"percent\":  20"), "\(patch)")
    }
}
