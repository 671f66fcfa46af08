import TestSupport
import Testing

@testable import flagctl

@Suite(.blocking)
struct ManualPageTests {
    @Test(.enabled(if: Tool.isThere("groff"), "groff is not installed"))
    func `groff gives no warnings`() throws {
        let run = try Run(shell: "flagctl man | groff -man -ww -Tutf8 > /dev/null", in: PackageFolder.path)
        expectEqual(run, Run(output: "", error: "", status: 0))
    }

    @Test(.enabled(if: Tool.isThere("man"), "man is not installed"))
    func `man shows every command, option, alias, exit status and variable`() throws {
        let run = try Run(shell: "flagctl man | MANWIDTH=100 man -l -E UTF-8 - | col -bx", in: PackageFolder.path)
        // Where a line is broken does not matter.
        let words = run.output.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
        for command in Command.all {
            expect(run.output.contains("\n   \(command.name)\n"), "\(command.name)")
            for alias in command.aliases { expect(words.contains(alias)) }
            for option in command.declarations {
                expect(words.contains(option.spellings.joined(separator: ", ")), "\(option.name)")
            }
            for example in command.examples { expect(run.output.contains(example.line), "\(example.line)") }
        }
        for name in ["EXIT STATUS", "ENVIRONMENT", "EXAMPLES", "NO_COLOR", "FORCE_COLOR", "TERM", "130"] {
            expect(words.contains(name))
        }
    }

    @Test(
        arguments: [
            ("a.b", "a.b"), (".TH", "\\&.TH"), ("'quoted'", "\\(aqquoted\\(aq"), ("\\fB", "\\efB"), ("a-b", "a\\-b"),
            ("~^`\"", "\\(ti\\(ha\\(ga\\(dq"), ("V[,V…]", "V[,V\\[u2026]]"), ("a\n.b", "a .b"), ("😀", "\\[u1F600]"),
        ] as [(String, String)])
    func `no text can become a request or an escape`(_ text: String, _ expected: String) {
        var page = Troff()
        page.paragraph(text)
        // A quote is escaped wherever it stands, so it needs no other protection.
        expectEqual(page.text, ".PP\n\(expected)\n")
    }
}
