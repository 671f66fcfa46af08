import TestSupport
import Testing

@testable import flagctl

/// `check` reports all syntax errors after which parsing can continue.
@Suite(.blocking)
struct CheckSyntaxTests {
    private func scratch() throws -> Scratch {
        let scratch = try Scratch()
        try scratch.write(
            """
            {
              // the new checkout
              "checkout": { "defaultValue": tru },
              "payments": { "defaultValue": 1, }
            }

            """, to: "a.json")
        return scratch
    }

    @Test func `text shows each error with its line`() throws {
        let run = try scratch().flagctl("check", "a.json")
        expectEqual(
            run,
            Run(
                output: """
                    a.json:2:3: error: found a comment, which JSON does not allow [json-syntax]
                       |
                     2 |   // the new checkout
                       |   ^^
                       = help: delete the comment, or write it as a member `"$comment"`
                    a.json:3:33: error: found `tru`, expected a value [json-syntax]
                       |
                     3 |   "checkout": { "defaultValue": tru },
                       |                                 ^^^
                       = help: did you mean `true`?
                    a.json:4:34: error: trailing comma: found `}` after `,`, expected a key in double quotes [json-syntax]
                       |
                     4 |   "payments": { "defaultValue": 1, }
                       |                                  ^
                       = help: delete the comma

                    """,
                error: "3 errors, 0 warnings in 1 file\n", status: 1))
    }

    @Test func `GitHub annotates each error`() throws {
        try expectEqual(
            scratch().flagctl("check", "--format", "github", "a.json").output.split(separator: "\n").map {
                $0.prefix { $0 != "," }
            }, ["::error file=a.json", "::error file=a.json", "::error file=a.json"])
    }

    @Test(
        arguments: [
            ("json", #""code":"json-syntax""#), ("ndjson", #""code":"json-syntax""#),
            ("sarif", #""ruleId":"json-syntax""#), ("junit", "[json-syntax]"),
            ("gitlab", #""check_name":"json-syntax""#),
        ])
    func `every format has all errors`(_ format: String, _ mark: String) throws {
        let output = try scratch().flagctl("check", "--format", format, "a.json").output
        expectEqual(output.split(separator: mark, omittingEmptySubsequences: false).count, 4, "\(output)")
    }

    @Test func `other commands report the first error`() throws {
        let run = try scratch().flagctl("resolve", "--version", "1.4", "a.json")
        expect(run.error.hasPrefix("a.json:2:3: error: found a comment"))
        expectEqual(run.error.split(separator: "error:").count, 2)
        expectEqual(run.status, 2)
    }
}
