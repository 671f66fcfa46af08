import TestSupport
import Testing

@testable import flagctl

@Suite(.blocking)
struct ArgumentParserTests {
    private static let version = Option(
        name: "version", aliases: ["app-version"], argument: .text("V"), use: .required, summary: "the version")
    private static let format = Option(
        name: "format", argument: .choice("FORMAT", of: ["text", "json"]), summary: "the format")
    private static let flag = Option(name: "flag", argument: .text("NAME"), use: .repeated, summary: "a setting")
    private static let policy = Option(
        name: "policy", letter: "e", argument: .text("TEXT"), use: .repeated, summary: "a policy")
    private static let explain = Option(name: "explain", summary: "say why")
    private static let file = Operand(name: "FILE", count: .oneOrMore, summary: "the files")

    private static let command = Command(
        name: "sample", summary: "a sample", examples: [], operands: [file],
        options: [version, format, flag, policy, explain], run: { (_, _) in .clean })

    private func parse(_ line: String) throws(UsageError) -> ParsedArguments? {
        let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        switch try ArgumentParser.parse(words[...], for: Self.command) {
        case .run(let parsed): return parsed
        case .help: return nil
        }
    }

    @Test(
        arguments: [
            "--version 1 f", "--version=1 f", "f --version 1", "--app-version 1 f", "--app-version=1 -- f",
        ])
    func `a value stands after a blank or an equals sign, before or after the operands`(_ line: String) throws {
        let parsed = try #require(try parse(line))
        #expect(parsed.value(Self.version) == "1")
        #expect(parsed.operands == ["f"])
        #expect(!parsed.has(Self.explain))
    }

    @Test func `repeated options keep their order`() throws {
        let parsed = try #require(try parse("--flag b --version 1 --flag=a f --flag x=y"))
        #expect(parsed.all(Self.flag) == ["b", "a", "x=y"])
    }

    @Test func `a switch may be given twice, a letter takes its value with or without a blank`() throws {
        let parsed = try #require(try parse("--explain --explain -e one -etwo --version 1 f"))
        #expect(parsed.has(Self.explain))
        #expect(parsed.all(Self.policy) == ["one", "two"])
    }

    @Test func `after two hyphens everything is an operand, and one hyphen always is`() throws {
        let parsed = try #require(try parse("--version 1 - -- --explain -h"))
        #expect(parsed.operands == ["-", "--explain", "-h"])
    }

    @Test func `a value that begins with a hyphen needs the equals sign`() throws {
        #expect(try parse("--flag=-x --version 1 f")?.all(Self.flag) == ["-x"])
        #expect(try parse("--flag - --version 1 f")?.all(Self.flag) == ["-"])
        #expect(throws: UsageError.missingValue(Self.flag)) { try parse("--flag -x --version 1 f") }
    }

    @Test(arguments: ["--help", "-h", "--verison --help", "--version --help", "f --version 1 --help"])
    func `help is given whatever else is wrong`(_ line: String) throws {
        #expect(try parse(line) == nil)
    }

    static let mistakes: [(String, UsageError)] = [
        ("--verison 1 f", .unknownOption("--verison", command: "sample", suggestion: "--version")),
        ("--hepl", .unknownOption("--hepl", command: "sample", suggestion: "--help")),
        ("-version 1 f", .unknownOption("-version", command: "sample", suggestion: "--version")),
        ("-x", .unknownOption("-x", command: "sample", suggestion: nil)),
        ("--nothing-like-it", .unknownOption("--nothing-like-it", command: "sample", suggestion: nil)),
        ("--", .missingOption(version)),
        ("--version", .missingValue(version)),
        ("--version --explain", .missingValue(version)),
        ("--explain=yes", .surplusValue(explain, value: "yes")),
        ("--version 1 --app-version 2 f", .repeated(version)),
        ("--format jsn", .unknownChoice(format, value: "jsn", choices: ["text", "json"], suggestion: "json")),
        ("f", .missingOption(version)),
        (
            "--version 1",
            .missingOperand(
                file,
                hint: "usage: flagctl sample --version V [--format FORMAT] "
                    + "[--flag NAME]… [--policy TEXT]… [--explain] FILE…")
        ),
    ]

    @Test(arguments: mistakes)
    func `a mistake is told with what was meant`(_ line: String, _ error: UsageError) {
        #expect(throws: error) { try parse(line) }
    }

    @Test func `one operand too many is named`() {
        var command = Self.command
        command.operands = [Operand(name: "NAME", summary: "one"), Operand(name: "FILE", summary: "two")]
        #expect {
            try ArgumentParser.parse(["--version=1", "a", "b", "c"], for: command)
        } throws: { error in
            guard case UsageError.surplusOperand("c", _)? = error as? UsageError else { return false }
            return true
        }
    }

    @Test func `every command declares itself without contradiction`() {
        var names: Set<String> = []
        for command in Command.all {
            for name in [command.name] + command.aliases { #expect(names.insert(name).inserted, "\(name)") }
            var options: Set<String> = []
            for option in command.options + [.help] {
                for name in [option.name] + option.aliases + (option.letter.map { [String($0)] } ?? []) {
                    #expect(options.insert(name).inserted, "\(command.name) --\(name)")
                }
                #expect(!option.summary.hasSuffix("."))
            }
            #expect(!command.examples.isEmpty, "\(command.name)")
            #expect(command.operands.dropLast().allSatisfy { $0.count == .one }, "\(command.name)")
        }
    }

    /// A line without the pipes and redirections of the shell, which stand outside of quotes.
    private static func command(of line: String) -> Substring {
        var isQuoted = false
        return line.prefix { character in
            if character == "'" { isQuoted.toggle() }
            return isQuoted || !"|<>".contains(character)
        }
    }

    @Test func `every example in the help is read without an error`() throws {
        for command in Command.all {
            for example in command.examples {
                let run = try Run(
                    shell: "set -- \(Self.command(of: example.line))\n"
                        + "for word; do printf '%s\\n' \"$word\"; done", in: PackageFolder.path)
                let words = run.output.split(separator: "\n").map(String.init)
                #expect(words.prefix(2) == ["flagctl", command.name], "\(example.line)")
                #expect(throws: Never.self, "\(example.line)") {
                    try ArgumentParser.parse(words.dropFirst(2), for: command)
                }
            }
        }
    }
}
