import TestSupport
import Testing

@testable import flagctl

/// Arguments and names are divided and compared by their bytes, and shares are compared as integers.
@Suite(.blocking)
struct ExactBytesTests {
    @Test(
        arguments: [
            ["resolve", "--version", "1", "--attribute", "x=\u{301}z", "app.json"],
            ["resolve", "--version", "1", "--attribute=x=\u{301}z", "app.json"],
            ["resolve", "--version=1", "--key=\u{301}z", "app.json"], ["bucket", "--salt=\u{301}z", "u"],
            ["resolve", "--version", "1", "--flag=\u{301}s", "app.json"],
        ])
    func `a value may begin with a combining mark`(_ arguments: [String]) throws {
        let scratch = try Scratch()
        try scratch.write("{\"\u{301}s\": 1}", to: "app.json")
        let run = try scratch.flagctl(arguments)
        expect(run.status == 0 && run.error.isEmpty, "\(run)")
    }

    @Test func `a salt that begins with a combining mark is the salt of the document`() throws {
        let scratch = try Scratch()
        let given = try scratch.flagctl("bucket", "--salt=\u{301}z", "u").output
        try expectEqual(scratch.flagctl("bucket", "--salt", "\u{301}z", "u").output, given)
        try expect(scratch.flagctl("bucket", "--salt", "z", "u").output != given)
    }

    @Test func `the name of a source may be followed by any path`() throws {
        let type = ArgumentType<NamedSource>.namedSource("SOURCE")
        let source = try type.parse("app=\u{301}.json", ArgumentLabel(text: "SOURCE"))
        expect(source.name == "app" && source.source.utf8.elementsEqual("\u{301}.json".utf8))
    }

    @Test func `rollout tells two spellings of an entry's name apart`() throws {
        let scratch = try Scratch()
        try scratch.write(
            """
            {"s": {"defaultValue": 0, "valuesByVersion": [
              {"name": "caf\u{E9}", "rollout": {"percent": 1, "salt": "a"}, "value": 1},
              {"name": "cafe\u{301}", "rollout": {"percent": 2, "salt": "b"}, "value": 2}]}}
            """, to: "app.json")
        let first = try scratch.flagctl("rollout", "s", "--percent", "50", "--entry", "caf\u{E9}", "app.json")
        expect(first.output.contains("1 % → 50 % of \"a\""), "\(first)")
        let second = try scratch.flagctl("rollout", "s", "--percent", "50", "--entry", "cafe\u{301}", "app.json")
        expect(second.output.contains("2 % → 50 % of \"b\""), "\(second)")
    }

    @Test func `folders and patterns have two files whose names only look equal`() throws {
        let scratch = try Scratch()
        for (folder, value) in [("old", "1"), ("new", "2")] {
            try scratch.write("{\"a\": \(value)}", to: "\(folder)/caf\u{E9}.json")
            try scratch.write("{\"b\": \(value)}", to: "\(folder)/cafe\u{301}.json")
        }
        let run = try scratch.flagctl("diff", "old", "new", "--format", "ndjson")
        expectEqual(run.output.split(separator: "\n").count, 2, "\(run)")
        let resolved = try scratch.flagctl("resolve", "--version", "1", "new/*.json", "--format", "csv")
        expect(resolved.output.contains(",a,") && resolved.output.contains(",b,"), "\(resolved)")
    }

    // MARK: Shares

    private func write(percent: String, to name: String, in scratch: Scratch) throws {
        try scratch.write(
            """
            {"s": {"defaultValue": 0, "valuesByVersion": [{"rollout": {"percent": \(percent), "salt": "a"}, "value": 1}]}}
            """, to: name)
    }

    @Test(arguments: [7, 14, 28, 55, 29, 57, 58])
    func `a change of exactly the allowed share does not count`(percent: Int) throws {
        let scratch = try Scratch()
        try write(percent: "0", to: "old.json", in: scratch)
        try write(percent: "\(percent)", to: "new.json", in: scratch)
        try expectEqual(scratch.flagctl("diff", "--max-share", "\(percent)", "old.json", "new.json").status, 0)
        try expectEqual(scratch.flagctl("diff", "--max-share", "\(percent - 1).999", "old.json", "new.json").status, 1)
        _ = try scratch.shell("cp old.json published.json")
        let run = try scratch.flagctl(
            "publish", "--yes", "--to", "published.json", "--max-share", "\(percent)", "new.json")
        expectEqual(run.status, 0, "\(run)")
    }

    @Test func `a share of several salts is exact`() throws {
        let scratch = try Scratch()
        try scratch.write(
            """
            {"s": {"defaultValue": 0, "valuesByVersion": [{"rollout": [{"percent": 22, "salt": "a"}, {"percent": 70, "salt": "b"}],
              "value": 1}]}}
            """, to: "app.json")
        let json = try scratch.flagctl("explain", "s", "--format", "json", "app.json").output
        expect(json.contains("\"share\":0.154}") || json.contains("\"share\":0.154,"), "\(json)")
        try expect(scratch.flagctl("matrix", "app.json").output.contains("(15.4 % if these are independent)"))
    }

    // MARK: Equivalence

    @Test(arguments: ["{\"hole\": {\"valuesByVersion\": []}}", "{\"hole\":{\"valuesByVersion\":[]}}"])
    func `a setting that could not be compared is not equivalent, whatever the blanks are`(text: String) throws {
        let scratch = try Scratch()
        try scratch.write("{\"hole\": {\"valuesByVersion\": []}}", to: "old.json")
        try scratch.write(text, to: "new.json")
        let json = try scratch.flagctl("diff", "--format", "json", "old.json", "new.json")
        expect(json.output.contains("\"isEquivalent\":false") && json.status == 2, "\(json)")
        let run = try scratch.flagctl("diff", "old.json", "new.json")
        expect(run.output.hasSuffix("; 1 setting could not be compared\n"), "\(run)")
    }
}
