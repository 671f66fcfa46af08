import TestSupport
import Testing

@testable import flagctl

@Suite(.blocking)
struct HardLinkTests {
    @Test(
        arguments: [
            "fmt --apply a.json", "retarget 3.0.0 3.1.0 --apply a.json", "stale --floor 2.0.0 --apply a.json",
            "check --fix --apply a.json", "resolve --version 1 b.json --report json=a.json",
            "generate swift b.json --output a.json", "rollout a --percent 50 --entry x --apply a.json",
            "publish b.json --to a.json --yes --allow-large-change",
        ])
    func `a command that replaces a file says that its other names keep the old content`(_ command: String) throws {
        let scratch = try Scratch()
        try scratch.write(
            """
            { "a": { "defaultValue": 1, "valuesByVersion": [
            { "appVersion": "<1.0.0", "value": 2 }, { "appVersion": ">=3.0.0", "name": "x", "rollout": { "percent": 5, "salt": "s" }, "value": 2 },
            { "appVersion": ">=v3.0.0", "rollout": { "percent": 5, "salt": "s" }, "value": 2 } ] } }
            """, to: "a.json")
        try scratch.write(#"{ "b": 1 }"#, to: "b.json")
        let run = try scratch.shell("ln a.json other; ln a.json third; flagctl \(command)")
        expect(
            run.error.contains("a.json: note: the file had 2 other hard links, which keep the old content\n"),
            "\(run)")
        try expect(scratch.read("a.json") != scratch.read("other"), "\(run)")
        let again = try scratch.shell(
            "cp other a.json; ln -sf a.json link; flagctl \(command.replacing("a.json", with: "link"))")
        expect(!again.error.contains("hard link"), "\(again)")
    }
}
