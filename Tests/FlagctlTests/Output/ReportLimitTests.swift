import FlagAnalysis
import FlagResolver
import TestSupport
import Testing

@testable import flagctl

/// Reports for services that take only so much.
struct ReportLimitTests {
    private static let rule = SARIFReport.Rule(code: "r", summary: "S.", severity: .error, help: "H.")

    private func results(_ counts: KeyValuePairs<Severity, Int>, allowed: Int = 0) -> [SARIFReport.Result] {
        func result(_ severity: Severity, _ number: Int, _ suppression: String? = nil) -> SARIFReport.Result {
            SARIFReport.Result(
                diagnostic: Diagnostic(
                    subject: .name("a.json"), severity: severity, message: "\(number)", code: "r"),
                fingerprint: "\(severity) \(number)", suppression: suppression)
        }
        return (0..<allowed).map { result(.error, $0, "meant") }
            + counts.flatMap { severity, count in (0..<count).map { result(severity, $0) } }
    }

    private func log(_ results: [SARIFReport.Result]) throws -> JSONValue {
        var buffer = TextBuffer()
        SARIFReport(rules: [Self.rule], results: results, failures: RunFailures()).write(to: &buffer)
        return try #require(
            try JSONTree(parsing: buffer.bytes, limits: .init(byteCount: .max)).root.member(named: "runs")?.array?.first
        )
    }

    @Test func `a SARIF log has at most 25,000 results, the most severe, and says how many are left out`() throws {
        let run = try log(results([.note: 20_000, .warning: 4_999, .error: 20_000], allowed: 7))
        let levels = try #require(run.member(named: "results")?.array).map { $0.member(named: "level")?.string }
        expectEqual(levels.count, 25_000)
        expect(levels.prefix(20_000).allSatisfy { $0 == "error" })
        expect(levels.dropFirst(20_000).prefix(4_999).allSatisfy { $0 == "warning" })
        expectEqual(levels.last, "note")
        let invocation = try #require(run.member(named: "invocations")?.array?.first)
        expect(invocation.member(named: "executionSuccessful")?.bool == true)
        expectEqual(
            invocation.member(named: "toolExecutionNotifications")?.description,
            """
            [{"level":"warning","message":{"text":"20,006 results left out (7 errors \
            and 19,999 notes), because code scanning takes at most 25,000; --format json has all of them"}}]
            """)
    }

    @Test func `25,000 results are all written in their order, without a notification`() throws {
        let run = try log(results([.note: 12_500, .error: 12_500]))
        let levels = try #require(run.member(named: "results")?.array).map { $0.member(named: "level")?.string }
        expectEqual(levels.count, 25_000)
        expectEqual(levels.first, "note")
        expectEqual(run.member(named: "invocations")?.description, #"[{"executionSuccessful":true}]"#)
    }

    private func comment(_ add: (inout MarkdownComment) -> Void) -> String {
        var buffer = TextBuffer()
        MarkdownComment.write(listing: "flagctl x", to: &buffer, add)
        return buffer.text
    }

    @Test(arguments: [65_536 - 8, 65_536 - 7, 1_000_000])
    func `a comment that fits is complete, and a longer one says what is left out`(_ count: Int) {
        let text = comment { comment in
            comment.add { $0.write("head\n") }
            for _ in 0..<count { comment.add(.row) { $0.write("r") } }
            comment.add { $0.write("\nz\n") }
        }
        expect(text.utf8.count <= 65_536)
        expect(text.hasPrefix("head\nr"))
        let shown = text.utf8.count { $0 == UInt8(ascii: "r") }
        guard count > 65_536 - 8 else { return expect(shown == count && !text.contains("Not shown")) }
        expect(text.utf8.count > 64_900)
        expect(text.contains("r\nz\n\n**Not shown here: "))
        expect(text.hasSuffix(" rows**, because a comment has at most 65,536 characters. All of them: `flagctl x`\n"))
    }

    @Test func `rows that do not count are left out first`() {
        let text = comment { comment in
            for index in 0..<8_000 {
                comment.add(index.isMultiple(of: 2) ? .detail : .row) {
                    $0.write(index.isMultiple(of: 2) ? "detail\n" : "important row \n")
                }
            }
        }
        expectEqual(text.split(separator: "\n").count { $0 == "important row " }, 4_000)
        expect(text.contains("detail\n") && text.contains("**Not shown here: "))
    }

    @Test(
        arguments: [
            (["resolve", "--version", "1"], "resolve"), (["matrix"], "matrix"), (["diff", "other.json"], "diff"),
            (["release", "2.0.0", "--previous", "1.0.0"], ""),
        ] as [([String], String)])
    func `Markdown of every command fits a comment`(_ arguments: [String], _ command: String) throws {
        let scratch = try Scratch()
        func document(_ value: Int) -> String {
            "{\((0..<4_000).map { "\"setting-\($0)\": {\"defaultValue\": \(value)}" }.joined(separator: ","))}"
        }
        try scratch.write(document(1), to: "a.json")
        try scratch.write(document(2), to: "other.json")
        let run = try scratch.flagctl(arguments + ["a.json", "--format", "markdown"])
        expect(run.output.utf8.count <= 65_536)
        guard !command.isEmpty else { return }
        expect(run.output.contains("**Not shown here: "), "\(run)")
        expect(run.output.hasSuffix("All of them: `flagctl \(command) --format json`\n"))
    }

    @Test(
        arguments: [
            ("=1+1", #""'=1+1""#), ("+1", #""'+1""#), ("-1", "-1"), ("-1.5e3", "-1.5e3"), ("-1+2", #""'-1+2""#),
            ("-", #""'-""#),
            ("@A1", #""'@A1""#), ("＝1", #""'＝1""#), ("=a,\"b\"", #""'=a,""b""""#), ("a=1", "a=1"), ("", ""),
            // Escapes keep a spreadsheet from skipping what comes before the sign.
            ("\t=1", #"\t=1"#), ("\r=1", #"\r=1"#), ("\n=1", #"\n=1"#), (">=1.0.0", ">=1.0.0"),
        ] as [(String, String)])
    func `a spreadsheet runs no field`(_ field: String, _ expected: String) {
        var buffer = TextBuffer()
        CSVReport.write(field, to: &buffer)
        expectEqual(buffer.text, expected)
    }
}
