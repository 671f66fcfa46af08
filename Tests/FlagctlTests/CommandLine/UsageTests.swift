import TestSupport
import Testing

@testable import flagctl

@Suite(.blocking)
struct UsageTests {
    @Test(arguments: ["--version", "-V", "version"])
    func `the version of the program has several names`(_ name: String) throws {
        try expectEqual(Run([name]), Run(output: "flagctl \(ToolVersion.current)\n", error: "", status: 0))
        try expectEqual(Run([name, "1.4.0"]).status, 2)
    }

    @Test func `without a command, the commands are listed on standard error`() throws {
        let help = try Run(["help"])
        try expectEqual(Run([]), Run(output: "", error: help.output, status: 2))
        expect(help.output.contains("\nCommands:\n  resolve"), "\(help.output)")
    }

    @Test func `every command is found by its name, and by its aliases`() {
        for name in CommandName.allCases {
            expectEqual(name.command.name, name.rawValue)
            for word in name.command.allNames { expectEqual(Command.named(word)?.name, name.rawValue) }
        }
        let words = Command.all.flatMap(\.allNames)
        expectEqual(Set(words).count, words.count)
    }

    @Test(
        arguments: [
            ("hlep", "flagctl: error: unknown command \"hlep\"\n   = help: did you mean \"help\"?\n"),
            ("--verison", "flagctl: error: unknown option \"--verison\"\n   = help: did you mean \"--version\"?\n"),
            ("-v", "flagctl: error: unknown option \"-v\"\n   = help: did you mean \"--version\"?\n"),
            (
                "--no-color check",
                "flagctl: error: unknown option \"--no-color\"\n   = help: write --color never after the command\n"
            ),
            (
                "check --no-color",
                "flagctl check: error: \"check\" has no option \"--no-color\"\n   = help: did you mean \"--color never\"?\n"
            ),
            (
                "policies",
                "flagctl: error: unknown command \"policies\"\n   = help: did you mean \"flagctl help policies\"?\n"
            ),
            (
                "targetting",
                "flagctl: error: unknown command \"targetting\"\n   = help: did you mean \"flagctl help targeting\"?\n"
            ),
            (
                "help a b",
                "flagctl help: error: one argument too many: \"b\"\n   = help: usage: flagctl help [COMMAND]\n"
            ),
            (
                "help xyzzy",
                "flagctl help: error: unknown command \"xyzzy\"\n   = help: \"flagctl help\" lists the commands\n"
            ),
            (
                "--version 1.4.0 app.json",
                """
                flagctl: error: --version alone is the version of flagctl itself
                   = help: the version of the app is an option of a command: flagctl resolve --version 1.4.0 app.json

                """
            ),
            (
                "app.json",
                """
                flagctl: error: unknown command "app.json"
                   = help: a file comes after a command: flagctl resolve --version 1.4.0 app.json

                """
            ),
        ] as [(String, String)])
    func `a mistake on the command line goes to standard error and exits 2`(_ line: String, _ error: String) throws {
        let run = try Run(shell: "flagctl \(line)", in: PackageFolder.path)
        expectEqual(run.error, error)
        expect(run.output.isEmpty)
        expectEqual(run.status, 2)
    }

    @Test func `colour is used when it is asked for, and says nothing alone`() throws {
        let colored = try Run(["help", "--color=always", "--nope"])
        let plain = try Run(["help", "--nope"])
        expect(colored.error.contains("\u{1B}[1;31merror:\u{1B}[0m"))
        expect(!plain.error.contains("\u{1B}"))
        var stripped = colored.error
        for codes in ["1", "1;31", "34", "0"] {
            stripped = stripped.split(separator: "\u{1B}[\(codes)m", omittingEmptySubsequences: false).joined()
        }
        expectEqual(stripped, plain.error)
    }

    @Test func `the help of every command matches its snapshot`() throws {
        try Snapshot.expect(["help"], matches: "help")
        for command in Command.all {
            try Snapshot.expect(["help", command.name], matches: "help-\(command.name)")
            try expectEqual(Run([command.name, "--help"]), Run(["help", command.name]))
        }
    }

    @Test(.enabled(if: FileSystem.exists("/dev/full"), "this system has no /dev/full"))
    func `output that cannot be written is an error`() throws {
        let run = try Run(shell: "flagctl help > /dev/full", in: PackageFolder.path)
        expectEqual(run.status, 2)
        expectEqual(run.error, "flagctl: error: the output cannot be written: no space left on device\n")
    }
}
