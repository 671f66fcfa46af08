import TestSupport
import Testing

/// Conditions with thousands of alternatives, in outputs for people.
@Suite(.blocking)
struct LongConditionTests {
    private static let count = 2_000

    /// A setting with a long requirement, one with a list of requirements, and one with a long list of countries.
    private func document(values: String) -> String {
        let versions = (0..<Self.count).map { "\($0).1.0" }
        let countries = (0..<Self.count).map { "\"c\($0)\"" }.joined(separator: ",")
        let conditions = [
            "\"appVersion\": \"\(versions.joined(separator: " || "))\"",
            "\"appVersion\": [\(versions.map { "\"\($0)\"" }.joined(separator: ","))]",
            "\"when\": {\"country\": [\(countries)]}",
        ]
        let settings = zip(["v", "list", "w"], conditions).map { name, condition in
            "\"\(name)\": {\"defaultValue\": 0, \"valuesByVersion\": [{\(condition), \"value\": \(values)}]}"
        }
        return "{\n\(settings.joined(separator: ",\n"))\n}\n"
    }

    @Test(
        arguments: [
            "explain v new.json", "explain v --version 5.1.0 new.json", "explain list --version 5.1.0 new.json",
            "explain w new.json", "explain w --version 1.0 --attribute country=DE new.json",
            "resolve --version 5.1.0 --attribute country=c7 --explain new.json",
            "resolve --version 5.1.0 --attribute country=c7 --explain --format markdown new.json",
            "check --notes new.json", "check --notes --format github new.json",
            "diff old.json new.json", "diff --format markdown old.json new.json",
            "diff --format github old.json new.json",
            "diff --summary old.json new.json", "matrix --flag w new.json",
            "stale --floor 5.0.0 --format json new.json",
            "prove -e", "prove --format github -e",
        ])
    func `no line repeats all alternatives`(_ line: String) throws {
        let scratch = try Scratch()
        try scratch.write(document(values: "1"), to: "old.json")
        try scratch.write(document(values: "2"), to: "new.json")
        var arguments = line.split(separator: " ").map(String.init)
        if line.hasSuffix("-e") { arguments += ["for *: v == 0 and w == 0", "new.json"] }
        let run = try scratch.flagctl(arguments)
        expect(run.status != 2, "\(run.error)")
        expect(!run.output.isEmpty)
        for text in (run.output + run.error).split(separator: "\n") {
            expect(text.utf8.count < 1_000, "\(text.prefix(200))…")
        }
    }

    @Test(arguments: ["check bad.json", "check --format github bad.json", "resolve --version 1.0 bad.json"])
    func `no message repeats a long requirement that is bad or empty`(_ line: String) throws {
        let texts = [
            (0..<Self.count).map { "\($0).1.0" }.joined(separator: " || ") + " || x",
            (0..<Self.count).map { ">=\($0).1.0 <\($0).0.0" }.joined(separator: " || "),
        ]
        let settings = texts.enumerated().map { index, text in
            #""s\#(index)": {"defaultValue": 0, "valuesByVersion": [{"appVersion": "\#(text)", "value": 1}]}"#
        }
        let scratch = try Scratch()
        try scratch.write("{\n\(settings.joined(separator: ",\n"))\n}\n", to: "bad.json")
        let run = try scratch.flagctl(line.split(separator: " ").map(String.init))
        expect((run.output + run.error).contains("cannot be read"))
        for text in (run.output + run.error).split(separator: "\n") {
            expect(text.utf8.count < 1_000, "\(text.prefix(200))…")
        }
    }

    @Test func `outputs for machines have all alternatives`() throws {
        let scratch = try Scratch()
        try scratch.write(document(values: "1"), to: "new.json")
        for arguments in [
            ["when", "w == 1", "new.json"], ["matrix", "--flag", "w", "--format", "csv", "new.json"],
            ["explain", "w", "--format", "json", "new.json"],
        ] {
            let output = try scratch.flagctl(arguments).output
            expect(output.contains("c0") && output.contains("c\(Self.count - 1)") && !output.contains("…"))
        }
    }
}
