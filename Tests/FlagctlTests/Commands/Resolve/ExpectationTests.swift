import TestSupport
import Testing

@testable import flagctl

@Suite(.blocking)
struct ExpectationTests {
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
        try scratch.write(
            "{\n\"a\": 1.0,\n\"b\": {\"defaultValue\": {\"x\": 1, \"y\": 2}},\n\"c\": true\n}", to: "a.json")
        try scratch.write(
            try scratch.flagctl("resolve", "--version", "1,2", "--format", "json", "a.json").output, to: "saved.json")
    }

    private func compare(_ more: String...) throws -> Run {
        try Run(["resolve", "--version", "1,2", "--expect", "saved.json", "a.json"] + more, in: scratch.path)
    }

    @Test func `the same values are no difference, however they are written`() throws {
        try expectEqual(compare().status, 0)
        try scratch.write("{\"c\": true, \"b\": {\"defaultValue\": {\"y\": 2, \"x\": 1}}, \"a\": 1.00}", to: "a.json")
        let run = try compare()
        expectEqual(run.status, 0)
        expect(run.error.isEmpty)
    }

    @Test func `every difference is shown with both locations`() throws {
        try scratch.write(
            "{\n\"a\": 1,\n\"b\": {\"defaultValue\": {\"x\": 1, \"y\": 2}},\n\"d\": true\n}", to: "a.json")
        let run = try Run(["resolve", "--version", "1", "--expect", "saved.json", "a.json"], in: scratch.path)
        expectEqual(run.output, "a  1\nb  {\"x\":1,\"y\":2}\nd  true\n")
        expectEqual(run.status, 1)
        expectEqual(
            run.error,
            #"""
            a.json:2:6: error: "a" is 1 for 1.0.0, expected 1.0 [unexpected-value]
               |
             2 | "a": 1,
               |      ^
               = note: saved.json:1:91: the saved value
            a.json:4:6: error: "d" is true for 1.0.0, expected no such setting [unexpected-value]
               |
             4 | "d": true
               |      ^^^^
            saved.json:1:113: error: "c" was true for 1.0.0 but has no value now [missing-result]
               |
             1 | …","values":{"a":1.0,"b":{"x":1,"y":2},"c":true}},{"file":"a.json","version":"2.0.0","values":{"a":1.0,"b":{"x":1,…
               |                                        ^^^
            saved.json:1:124: error: "a.json" for 2.0.0 was saved but is not resolved now [missing-result]
               |
             1 | …{"a":1.0,"b":{"x":1,"y":2},"c":true}},{"file":"a.json","version":"2.0.0","values":{"a":1.0,"b":{"x":1,"y":2},"c":…
               |                                        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

            """#)
        try expectEqual(compare("--exit-zero").status, 0)
    }

    @Test func `only the settings that are asked for are compared`() throws {
        try scratch.write("{\"a\": 1.0, \"c\": false}", to: "a.json")
        try expectEqual(compare("--flag", "a").status, 0)
        try expectEqual(compare("--flag", "c").status, 1)
    }

    @Test func `a file that was not saved is a difference`() throws {
        try scratch.write("{}", to: "b.json")
        let run = try compare("b.json")
        expectEqual(run.status, 1)
        expect(run.error.contains("b.json: error: nothing was saved for 1.0.0 [unexpected-result]"))
    }

    @Test(arguments: [
        "{}", "[]", "{\"schema\":\"flagctl/resolve/2\",\"results\":[]}", "{\"schema\":\"flagctl/resolve/1\"}",
    ])
    func `what is no saved result is an error`(_ text: String) throws {
        try scratch.write(text, to: "saved.json")
        let run = try compare()
        expectEqual(run.status, 2)
        expect(run.error.hasPrefix("saved.json:1:1: error: not a saved result"))
    }

    @Test func `a result without its parts is an error`() throws {
        try scratch.write("{\"schema\":\"flagctl/resolve/1\",\"results\":[{\"file\":\"a\"}]}", to: "saved.json")
        let run = try compare()
        expectEqual(run.status, 2)
        expect(run.error.hasPrefix("saved.json:1:42: error: a result needs"))
    }

    @Test func `a result with two spellings of a version is what was saved`() throws {
        let arguments = ["resolve", "--version", "1.0,1", "--format", "json", "a.json"]
        try scratch.write(try scratch.flagctl(arguments).output, to: "saved.json")
        let run = try scratch.flagctl(arguments + ["--expect", "saved.json"])
        expect(run.error.isEmpty && run.status == 0, "\(run)")
    }
}
