import FlagResolver
import TestSupport
import Testing

@testable import flagctl

/// Text for people shows the beginning of a long value, and what differs inside of objects and arrays. JSON is complete.
@Suite(.blocking)
struct LongValueTests {
    private static let hosts = (0..<500).map { #"{"id":\#($0),"name":"host\#($0)"}"# }.joined(separator: ",")

    @Test func `a long value is shortened once for all places that show it, and kept only while its document is there`()
        throws
    {
        let texts = LongTexts()
        func tree() throws -> JSONTree { try JSONTree(parsing: Array("[\(Self.hosts)]".utf8)) }
        let trees = try (0..<5).map { _ in try tree() }
        for (number, tree) in trees.enumerated() {
            expectNil(texts[tree.root, 60])
            texts.keep("\(number)", for: tree.root, 60)
            expectEqual(texts[tree.root, 60], "\(number)")
            expectNil(texts[tree.root, 61])
        }
        // The texts of the oldest one made room.
        expectNil(texts[trees[0].root, 60])
        expectEqual(texts[trees[1].root, 60], "1")
        var gone: JSONTree? = try tree()
        weak let last = gone
        if let gone { texts.keep("5", for: gone.root, 60) }
        gone = nil
        expectNil(last)
    }

    private func scratch() throws -> Scratch {
        let scratch = try Scratch()
        let changed = Self.hosts.replacing("host250", with: "other")
        try scratch.write(
            """
            {"hosts": {"defaultValue": [\(Self.hosts)], "valuesByVersion": [{"appVersion": ">=2.0.0", "value": [\(changed)]}]}}
            """, to: "a.json")
        try scratch.write(
            """
            {"document": "a.json", "expectations": [{"name": "n", "version": "2.0.0", "expect": {"hosts": [\(Self.hosts)]}}]}
            """, to: "a.expectations.json")
        let saved = try scratch.flagctl("resolve", "--version", "1.0.0", "--format", "json", "a.json").output
        try scratch.write(saved.replacing("host99\"", with: "saved\""), to: "saved.json")
        return scratch
    }

    @Test(
        arguments: [
            (["explain", "hosts", "a.json"], #"[{"id":0,"name":"host0"},{"id":1"#),
            (["explain", "hosts", "--version", "2.0.0", "a.json"], "wins (first match)"),
            (["prove", "-e", "for *: hosts == 1", "a.json"], "hosts is [{"),
            (["prove", "-e", "constant for *: hosts", "--format", "github", "a.json"], "hosts is [{"),
            (["release", "2.0.0", "--previous", "1.0.0", "a.json"], "$[250].name host250 → other"),
            (
                ["release", "2.0.0", "--previous", "1.0.0", "--format", "html", "a.json"],
                "$[250].name host250 → other"
            ),
            (
                ["test", "a.expectations.json"],
                "hosts differs from the expected value for 2.0.0: $[250].name host250 → other"
            ),
            (["stale", "--floor", "2.0.0", "--format", "github", "a.json"], "constant-setting"),
        ])
    func `text shows the beginning of a long value`(_ words: [String], _ expected: String) throws {
        let run = try scratch().flagctl(words)
        expect(run.output.contains(expected), "\(run.output.prefix(1_000))")
        expect(run.output.utf8.count < 6_000 && run.error.utf8.count < 6_000, "\(words)")
    }

    @Test func `a difference to a saved value is that of its members`() throws {
        let run = try scratch().flagctl("resolve", "--version", "1.0.0", "--expect", "saved.json", "a.json")
        expect(run.error.contains(#""hosts" differs from the saved value for 1.0.0: $[99].name saved → host99"#))
        expect(run.error.utf8.count < 6_000)
    }

    @Test(arguments: [["prove", "-e", "for *: hosts == 1"], ["explain", "hosts"]])
    func `JSON has the whole value`(_ words: [String]) throws {
        try expect(scratch().flagctl(words + ["--format", "json", "a.json"]).output.contains(Self.hosts))
    }
}
