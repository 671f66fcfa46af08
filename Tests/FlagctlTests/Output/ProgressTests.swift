import TestSupport
import Testing

@testable import flagctl

struct ProgressTests {
    /// A terminal whose clock the test moves.
    private final class Terminal {
        var now = Duration.zero
        var text = ""

        var screen: Progress.Screen {
            Progress.Screen(write: { self.text += String(decoding: $0, as: UTF8.self) }, now: { self.now })
        }
    }

    private static let erasing = "\r\u{1B}[K"

    @Test func `nothing is shown in the first half second, and nothing is erased`() {
        let terminal = Terminal()
        var progress = Progress("file", of: 100, on: terminal.screen)
        for step in 0..<100 {
            terminal.now = .milliseconds(5 * step - 1)
            progress.step()
        }
        progress.end()
        expect(terminal.text.isEmpty)
    }

    @Test func `the line changes ten times a second, and is erased at the end`() {
        let terminal = Terminal()
        var progress = Progress("revision", of: 3000, on: terminal.screen)
        for step in 0..<3000 {
            terminal.now = .milliseconds(step)
            progress.step()
        }
        progress.end()
        progress.end()
        let lines = terminal.text.split(separator: Self.erasing, omittingEmptySubsequences: false)
        expectEqual(lines.count, 1 + 25 + 1)
        expectEqual(lines.dropFirst().first, "501 of 3,000 revisions")
        expectEqual(lines.dropLast().last, "2,901 of 3,000 revisions")
        expect(lines.first == "" && lines.last == "")
    }

    @Test func `a single step has no progress`() {
        let terminal = Terminal()
        var progress = Progress("file", of: 1, on: terminal.screen)
        terminal.now = .seconds(9)
        progress.step()
        progress.end()
        expect(terminal.text.isEmpty)
    }

    @Test(.enabled(if: Tool.isThere("script"), "script is not installed"))
    func `a long run shows its progress on a terminal, and only there`() throws {
        let scratch = try Scratch()
        // The second file comes through a pipe, after a second.
        try scratch.write(#"{"a": 1}"#, to: "a.json")
        let setup = "mkfifo p; (sleep 1.2; cat a.json) > p & "
        let command = "check --color never a.json p a.json ./p"
        let shown = try scratch.shell(
            "\(setup) export program; script -qec '\"$program\" \(command.replacing(" ./p", with: "")) q.json > out' /dev/null"
        )
        expect(shown.output.contains("\(Self.erasing)3 of 3 files\(Self.erasing)"), "\(shown)")
        try expect(scratch.read("out").isEmpty)
        let piped = try scratch.shell("rm p; \(setup) flagctl check a.json p q.json")
        expect(!piped.error.contains(" of 3 files") && !piped.output.contains(" of 3 files"), "\(piped)")
    }
}
