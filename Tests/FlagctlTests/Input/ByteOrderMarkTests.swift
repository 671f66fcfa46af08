import TestSupport
import Testing

@testable import flagctl

/// Texts that an editor on Windows has saved.
@Suite(.blocking)
struct ByteOrderMarkTests {
    private static let files = [
        "x.releases": "1.0.0 50%\n2.0.0 50%\n", "x.policies": "for *: a == 1\n", "context.json": #"{"country": "DE"}"#,
        "flagctl.json": #"{"inputs": ["a.json"], "failOn": "note"}"#,
        "x.expectations.json":
            #"{"document": "a.json", "expectations": [{"name": "one", "version": "1.0.0", "expect": {"a": 1}}]}"#,
        "result.json":
            #"{"schema":"flagctl/resolve/1","results":[{"file":"a.json","version":"1.0.0","values":{"a":1}}]}"#,
    ]

    @Test(
        arguments: [
            ["explain", "a", "--releases", "x.releases", "a.json"], ["prove", "--policy", "x.policies", "a.json"],
            ["resolve", "--version", "1", "--context", "context.json", "a.json"], ["check"],
            ["test", "x.expectations.json"],
            ["resolve", "--version", "1.0.0", "--expect", "result.json", "a.json"],
        ])
    func `a byte order mark at the start of a text makes no difference`(_ arguments: [String]) throws {
        func run(_ start: [UInt8]) throws -> Run {
            let scratch = try Scratch()
            try scratch.write(#"{"a": 1}"#, to: "a.json")
            for (name, text) in Self.files { try scratch.write(bytes: start + Array(text.utf8), to: name) }
            return try scratch.flagctl(arguments)
        }
        let plain = try run([])
        expect(plain.status != 2, "\(plain)")
        try expectEqual(run([0xEF, 0xBB, 0xBF]), plain)
    }

    @Test func `a baseline may have one, too`() throws {
        let scratch = try Scratch()
        try scratch.copyExample()
        let known = try scratch.flagctl("check", "--format", "json", "app.json").output
        try scratch.write("\u{FEFF}" + known, to: "known.json")
        let run = try scratch.flagctl("check", "--baseline", "known.json", "app.json")
        expect(run.status == 0 && run.error.contains("known findings left out"), "\(run)")
    }

    @Test func `a document and a patch must not have one, because apps refuse it`() throws {
        let scratch = try Scratch()
        try scratch.write("\u{FEFF}{\"a\": 1}", to: "a.json")
        try scratch.write("{\"a\": 1}", to: "b.json")
        for arguments in [
            ["resolve", "--version", "1", "a.json"], ["resolve", "--version", "1", "--patch", "a.json", "b.json"],
        ] {
            let run = try scratch.flagctl(arguments)
            expect(run.status == 2 && run.error.contains("found a byte order mark"), "\(run)")
        }
    }
}
