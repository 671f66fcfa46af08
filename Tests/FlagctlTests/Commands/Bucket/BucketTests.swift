import TestSupport
import Testing

@testable import flagctl

@Suite(.blocking)
struct BucketTests {
    @Test func `the example of the documentation has these buckets`() throws {
        try expectEqual(
            Run(["bucket", "--salt", "checkout-2026", "user-1", "user-2", "user-3", "user-4"]),
            Run(
                output: """
                    user-1  bucket 72469  included from 72.47 %
                    user-2  bucket 37237  included from 37.238 %
                    user-3  bucket 20957  included from 20.958 %
                    user-4  bucket 80963  included from 80.964 %

                    """, error: "", status: 0))
    }

    @Test(
        arguments: [
            ("bucket-json", ["--salt", "checkout-2026", "--format", "json", "user-1", "é\u{7}"]),
            ("bucket-no-salt", ["user-1"]), ("bucket-empty-salt", ["--salt", "", "user-1"]),
            ("bucket-no-key", ["--salt", "s"]), ("bucket-empty-key", ["--salt", "s", "a", ""]),
            ("bucket-control", ["--salt", "s", "a\u{1B}[31m", "/", "--", "-x"]),
        ] as [(String, [String])])
    func `keys are printed in each format, and what is missing is an error`(_ name: String, _ arguments: [String])
        throws
    {
        try Snapshot.expect(["bucket"] + arguments, matches: name)
    }

    @Test func `a key is included from the percentage that is printed, and not before`() throws {
        let scratch = try Scratch()
        func value(_ percent: String) throws -> String {
            try scratch.write(
                #"{"s": {"defaultValue": "out", "valuesByVersion": [{"rollout": {"percent": \#(percent), "salt": "x"}, "value": "in"}]}}"#,
                to: "a.json")
            return try scratch.flagctl(
                "resolve", "--version", "1", "--key", "user-3", "--flag", "s", "--format", "value", "a.json"
            ).output
        }
        let row = try scratch.flagctl("bucket", "--salt", "x", "user-3").output
        let percent = try #require(row.split(separator: " ").dropLast().last.map { String($0) })
        let bucket = try #require(row.split(separator: " ").dropFirst(2).first.flatMap { Int($0) })
        try expectEqual(value(percent), "in\n")
        try expectEqual(value("\(bucket / 1_000).\(String("\(bucket % 1_000 + 1_000)".dropFirst()))"), "out\n")
    }
}
