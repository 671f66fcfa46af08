import FlagAnalysis
import TestSupport
import Testing

@testable import flagctl

@Suite(.blocking)
struct WrappedDiagnosticTests {
    private let diagnostic = Diagnostic(
        subject: .name("a.json"), severity: .error, message: "one two three four five", code: "code",
        notes: ["six seven eight nine ten"], help: "eleven twelve thirteen")

    private func text(_ width: Int?, isColored: Bool = false) -> String {
        var buffer = TextBuffer()
        DiagnosticRenderer(style: TextStyle(isColored: isColored), width: 80, wrappingWidth: width)
            .write(diagnostic, to: &buffer)
        return buffer.text
    }

    @Test func `message, notes and help continue on indented lines`() {
        expectEqual(
            text(30),
            """
            a.json: error: one two three
                four five [code]
               = note: six seven eight
                       nine ten
               = help: eleven twelve
                       thirteen

            """)
    }

    @Test func `without a width, each is one line`() {
        expectEqual(
            text(nil),
            """
            a.json: error: one two three four five [code]
               = note: six seven eight nine ten
               = help: eleven twelve thirteen

            """)
        expectEqual(text(80), text(nil))
    }

    @Test func `colour has no width`() {
        let codes = /\u{1B}\[[0-9;]*m/
        expectEqual(text(30, isColored: true).replacing(codes, with: ""), text(30))
    }

    @Test func `check wraps on a terminal, and never elsewhere`() throws {
        let scratch = try Scratch()
        try scratch.copyExample()
        let shown = try scratch.shell(
            "export program; script -qec 'stty cols 60; \"$program\" check --color never app.json' /dev/null | tr -d '\\r'"
        )
        expect(shown.output.contains(" this entry of \"syncInterval\" never\n    wins: for every"), "\(shown)")
        let lines = shown.output.split(separator: "\n" as Character)
        expect(lines.dropLast().allSatisfy { $0.count <= 60 }, "\(shown)")
        let piped = try scratch.shell("COLUMNS=60 flagctl check app.json")
        expect(piped.output.contains(" this entry of \"syncInterval\" never wins:"), "\(piped)")
    }
}
