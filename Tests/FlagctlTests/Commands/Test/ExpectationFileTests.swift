import TestSupport
import Testing

@testable import flagctl

@Suite(.blocking)
struct ExpectationFileTests {
    private func scratch(_ expectations: String, document: String = "app.json") throws -> Scratch {
        let scratch = try Scratch()
        try scratch.copyExample()
        try scratch.write(
            "{\n  \"document\": \"\(document)\",\n  \"expectations\": [\n\(expectations)\n  ]\n}\n",
            to: "app.expectations.json")
        return scratch
    }

    private static let mixed = """
        { "name": "holds in 1.4.0", "version": "1.4.0", "expect": { "payments": true } },
        { "name": "holds for a range #1", "for": ">=1.4.1 <1.4.3", "expect": { "payments": false } },
        { "name": "holds for every version", "for": "*", "expect": { "minVersion": "1.0.0" } },
        { "name": "fails in 1.4.2", "version": "1.4.2", "expect": { "payments": true, "checkout": "compact" } },
        { "name": "fails for two settings", "for": ">=1.4.0", "expect": { "payments": true, "checkout": "modern" } },
        { "name": "fails by type", "for": "*", "expect": { "minVersion": 1.0 } },
        { "name": "cannot fail", "for": ">=2.0.0 <1.0.0", "expect": { "payments": true } }
        """

    @Test(arguments: ["text", "tap", "junit", "json"])
    func `verdicts in each format`(_ format: String) throws {
        let scratch = try scratch(Self.mixed)
        try Snapshot.expect(
            ["test", "--format", format, "app.expectations.json"], matches: "test-\(format)", in: scratch.path)
    }

    @Test func `the example passes, alone and found in its folder`() throws {
        let expected = Run(
            output: """
                PASSED  the payments crash  for every version >=1.4.1 <1.4.3
                PASSED  what 1.4.0 gets     for 1.4.0
                PASSED  the new checkout    for every version >=2.0.0

                """, error: "3 passed, 0 failed in 1 file (2 for every version, exhaustive)\n", status: 0)
        try expectEqual(Run(["test", "Configs/app.expectations.json"]), expected)
        try expectEqual(Run(["test", "Configs"]), expected)
        try expect(Run(["test", "HEAD:Configs/app.expectations.json"]).status != 1)
    }

    @Test func `a name that starts with $ is a comment, whatever follows the $`() throws {
        let scratch = try Scratch()
        try scratch.copyExample()
        let expectation =
            #"{ "name": "a", "version": "1.4.0", "expect": { "payments": true }, "$\#u{301}": 1, "$note": 2 }"#
        try scratch.write(
            #"{ "document": "app.json", "expectations": [\#(expectation)], "$\#u{611}": 1 }"#,
            to: "app.expectations.json")
        let run = try Run(["test", "app.expectations.json"], in: scratch.path)
        expect(run.error == "1 passed, 0 failed in 1 file\n" && run.status == 0)
    }

    @Test(
        arguments: [
            ("misspelt setting", #"{ "name": "a", "version": "1", "expect": { "paymets": true } }"#),
            ("vacuous range", #"{ "name": "a", "for": ">=2 <1", "expect": { "payments": true } }"#),
            ("no expectation", ""), ("nothing expected", #"{ "name": "a", "version": "1", "expect": {} }"#),
            ("no versions", #"{ "name": "a", "expect": { "payments": true } }"#),
            ("both versions", #"{ "name": "a", "version": "1", "for": "*", "expect": { "payments": true } }"#),
            ("number as version", #"{ "name": "a", "version": 1.10, "expect": { "payments": true } }"#),
            ("bad requirement", #"{ "name": "a", "for": ">=2..0", "expect": { "payments": true } }"#),
            ("misspelt member", #"{ "name": "a", "verison": "1", "expect": { "payments": true } }"#),
            ("no name", #"{ "name": " ", "version": "1", "expect": { "payments": true } }"#),
            (
                "same name",
                """
                { "name": "a", "version": "1", "expect": { "payments": false } },
                { "name": "a", "version": "2", "expect": { "payments": true } }
                """
            ),
            ("no object", "1"),
        ] as [(String, String)])
    func `a test that cannot be run or cannot fail is never passed quietly`(
        _ name: String, _ expectations: String
    ) throws {
        let file = "test-\(name.split(separator: " ").joined(separator: "-"))"
        let scratch = try scratch(expectations)
        try Snapshot.expect(["test", "app.expectations.json"], matches: file, in: scratch.path)
        let run = try scratch.flagctl("test", "app.expectations.json")
        expectEqual(run.status, (name == "vacuous range" ? 1 : 2))
        expect(!run.output.contains("PASSED"))
    }

    @Test(
        arguments: [
            ("", "the document is empty"), ("{}", "\"document\" is missing"), ("[]", "expected an object"),
            (#"{"document": "app.json"}"#, "nothing can fail"),
            (#"{"document": 1, "expectations": [1]}"#, "expected a path"),
            (#"{"document": "app.json", "expectations": {}}"#, "expected an array"),
            (#"{"document": "app.json", "expectations": [], "documnet": 1}"#, "did you mean \"document\"?"),
            (
                #"{"document": "ap.json", "expectations": [{"name": "a", "version": "1", "expect": {"a": 1}}]}"#,
                "no such file"
            ),
        ] as [(String, String)])
    func `a file that holds no expectations says why`(_ text: String, _ message: String) throws {
        let scratch = try scratch("")
        try scratch.write(text, to: "app.expectations.json")
        let run = try scratch.flagctl("test", "app.expectations.json")
        expect(run.error.contains(message), "\(run.error)")
        expect(run.output.isEmpty && run.status == 2)
    }

    @Test func `the document is found from the folder of the file, wherever the run is`() throws {
        let scratch = try scratch(
            #"{ "name": "a", "version": "2", "expect": { "payments": true } }"#, document: "../app.json")
        _ = try scratch.shell("mkdir tests && mv app.expectations.json tests/")
        try scratch.makeRepository()
        let expected = "PASSED  a  for 2.0.0\n"
        for line in [
            "flagctl test tests", "cd tests && flagctl test .", "cd / && flagctl test \"$OLDPWD/tests\"",
            "cd tests && flagctl test - < app.expectations.json", "flagctl test 'tests/*.expectations.json'",
        ] {
            let run = try scratch.shell(line)
            expect(run.output == expected && run.status == 0, "\(line): \(run.error)")
        }
        let revision = try scratch.flagctl("test", "HEAD:tests/app.expectations.json")
        expectEqual(revision.output, expected, "\(revision.error)")
    }

    @Test func `a patch is tried, and a folder without expectations is an error`() throws {
        let scratch = try scratch(#"{ "name": "a", "for": "*", "expect": { "minVersion": "1.0.0" } }"#)
        try scratch.write(#"{"minVersion": "1.1.0"}"#, to: "patch.json")
        try expectEqual(
            scratch.flagctl("test", "--patch", "patch.json", "."),
            Run(
                output: "FAILED  a  minVersion is 1.1.0 for every version, not 1.0.0  patch.json:1:16\n",
                error: "0 passed, 1 failed in 1 file (every version, exhaustive)\n", status: 1))
        try scratch.write("{\"minVersion\": null}", to: "patch.json")
        let removed = try scratch.flagctl("test", "--patch", "patch.json", ".")
        expect(removed.error.contains("note: app.json has it, and a patch removes it") && removed.status == 2)
        _ = try scratch.shell("rm app.expectations.json")
        let none = try scratch.flagctl("test", ".")
        expect(none.error.contains("directory contains no expectation file") && none.status == 2)
    }

    @Test func `files of expectations are no documents for other commands`() throws {
        let scratch = try scratch(Self.mixed)
        let run = try scratch.flagctl("resolve", "--version", "1", "--flag", "document", ".")
        expect(run.error.contains("no setting \"document\"") && run.status == 2)
    }

    @Test(arguments: ["text", "tap", "junit", "json"])
    func `an unknown name does not hide what is wrong with the others`(_ format: String) throws {
        let scratch = try scratch(
            #"{ "name": "a", "version": "1.4.2", "expect": { "payments": true, "paiments": true } }"#)
        let run = try scratch.flagctl("test", "--format", format, "app.expectations.json")
        expect(run.output.contains("payments is false for 1.4.2, not true"), "\(run)")
        expect(run.output.contains("has no setting") && run.output.lowercased().contains("error"), "\(run)")
        expectEqual(run.status, 2)
    }

    /// The diagram of the setting is the same for all of them.
    @Test func `each context gets its own value`() throws {
        let expectations = (0..<20).map { index in
            """
            { "name": "\(index)", "version": "\(index % 3).0.0", "context": { "country": "C\(index)" }, "expect": {
                "s": \(index % 3 > 0 && index % 2 > 0 ? index : -1) } }
            """
        }
        let scratch = try scratch(expectations.joined(separator: ",\n"), document: "targeted.json")
        let entries = (0..<20).filter { $0 % 2 > 0 }.map {
            #"{ "appVersion": ">=1.0.0", "when": { "country": "C\#($0)" }, "value": \#($0) }"#
        }
        try scratch.write(
            #"{ "s": { "defaultValue": -1, "valuesByVersion": [\#(entries.joined(separator: ", "))] } }"#,
            to: "targeted.json")
        let run = try scratch.flagctl("test", "app.expectations.json")
        expect(run.error == "20 passed, 0 failed in 1 file\n" && run.status == 0, "\(run)")
    }
}
