import TestSupport
import Testing

@testable import flagctl

/// No name and no value is a command for the service that reads the log of a step.
@Suite(.blocking)
struct LogCommandsTests {
    @Test(arguments: [
        ("::stop-commands::x", "\\u003a:stop-commands::x"),
        (" \t::error::x", " \t\\u003a:error::x"),
        ("a\n::b::\n::", "a\n\\u003a:b::\n\\u003a:"),
        ("a ::b::", "a ::b::"),
        (":a::b", ":a::b"),
        ("x ##[set-output name=a;]b", "x \\u0023#[set-output name=a;]b"),
        ("##vso[task.x]", "\\u0023#vso[task.x]"),
        ("###[", "#\\u0023#["),
        ("## [x], #[ and ##a-[", "## [x], #[ and ##a-["),
    ])
    func `only the beginning of a command is escaped`(_ text: String, _ escaped: String) {
        var bytes = Array(text.utf8)
        LogCommands.escape(&bytes)
        expectEqual(String(decoding: bytes, as: UTF8.self), escaped)
        // Twice is as good as once.
        LogCommands.escape(&bytes)
        expectEqual(String(decoding: bytes, as: UTF8.self), escaped)
    }

    private static let command = "##[set-output name=x;]y"

    /// Every command that prints names or values, in each format that is not for a service itself.
    private static let lines = [
        "check .", "check --format json .", "check --format ndjson .", "check --format sarif .",
        "check --format junit .",
        "check --format gitlab .", "check missing::", "resolve --version 1 .", "resolve --version 1 --format csv .",
        "resolve --version 1 --format markdown .", "resolve --version 1 --format ndjson .",
        "resolve --version 1 --explain .", "explain '::a::b' '::stop-commands::x.json'", "matrix .",
        "matrix --format csv .",
        "matrix --format html .", "matrix --format markdown .", "matrix --transpose .",
        "diff '::stop-commands::x.json' n.json",
        "diff --format markdown '::stop-commands::x.json' n.json",
        "when 'exists(\"::a::b\")' '::stop-commands::x.json'",
        "when '\"::a::b\" == 1' '::stop-commands::x.json'", "prove -e 'for *: exists(\"::a::b\")' .",
        "stale --floor 1 .",
        "fmt --check .", "resolve --version 1 '##[error]x.json'", "config --config '##[error]flagctl.json'",
        "release 2.0.0 --previous 1.0.0 .", "test .", "::stop-commands::x", "readers list --readers .", "init x",
    ]

    @Test(arguments: lines)
    func `no line of a report is a command`(_ line: String) throws {
        let scratch = try Scratch()
        let document = """
            {"::a::b": {"defaultValue": "\(Self.command)", "valuesByVersion": [
            {"appVersion": ">=2", "value": "::add-mask::x"}, {"appVersion": ">=3", "value": "##vso[x]"},
            {"when": {"c": "\(Self.command)"}, "value": "y"}]}, "e": {"defaultValue": 1, "valuesByVersion": [{"appVersion": "\(Self.command)", "value": 2}]}}
            """
        try scratch.write(document, to: "::stop-commands::x.json")
        try scratch.write(document.replacing(">=2", with: ">=1"), to: "n.json")
        try scratch.write("{\"formats\": {\"check\": \"json\"}}", to: "##[error]flagctl.json")
        let run = try scratch.shell("flagctl \(line)")
        let all = (run.output + "\n" + run.error).split(separator: "\n")
        for text in all {
            let start = text.drop { $0 == " " || $0 == "\t" }
            expect(!start.hasPrefix("::") && !text.contains("##["), "\(line): \(text)")
        }
        expect(!(run.output + run.error).contains("##vso["), "\(line)")
    }

    @Test func `a long report without line ends has no command at the edge of a part`() throws {
        var buffer = TextBuffer(to: .output)
        buffer.beginText()
        buffer.write("a##")
        buffer.write("[b\n")
        buffer.write(":")
        buffer.write(":c")
        buffer.endText()
        expectEqual(buffer.text, "a\\u0023#[b\n\\u003a:c")
    }
}
