import FlagResolver
import TestSupport
import Testing

@testable import flagctl

@Suite(.blocking)
struct ArgumentParserTests {
    private static let version = Option<AppVersion>(
        name: "version", aliases: ["app-version"], required: .version("V"), summary: "the version")
    private static let format = Option<SampleFormat>(
        name: "format", value: .choice("FORMAT"), default: .text, summary: "the format")
    private static let flag = Option<[String]>(name: "flag", values: .text("NAME"), summary: "a setting")
    private static let policy = Option<[String]>(
        name: "policy", letter: "e", values: .text("TEXT"), summary: "a policy")
    private static let within = Option<VersionSet?>(
        name: "within", value: .requirement("REQUIREMENT"), summary: "the versions")
    private static let others = Option<[AppVersion]>(
        name: "others", commaSeparated: .version("V[,V…]"), summary: "other versions")
    private static let explain = Option<Bool>(name: "explain", summary: "say why")
    private static let file = Operand<[String]>(several: .file("FILE"), summary: "the files")

    private enum SampleFormat: String, ReportFormat {
        case text
        case json
    }

    static let command = Command(
        name: "sample", summary: "a sample", examples: [], operands: [file],
        options: [version, format, flag, policy, within, others, explain], run: { (_, _) in .clean })

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
        expectEqual(parsed[Self.version], AppVersion("1"))
        expectEqual(parsed[Self.file], ["f"])
        expect(!parsed[Self.explain])
    }

    @Test func `repeated options keep their order`() throws {
        let parsed = try #require(try parse("--flag b --version 1 --flag=a f --flag x=y"))
        expectEqual(parsed[Self.flag], ["b", "a", "x=y"])
    }

    @Test func `a switch may be given twice, a letter takes its value with or without a blank`() throws {
        let parsed = try #require(try parse("--explain --explain -e one -etwo --version 1 f"))
        expect(parsed[Self.explain])
        expectEqual(parsed[Self.policy], ["one", "two"])
    }

    @Test func `a value has the type of its option`() throws {
        let parsed = try #require(
            try parse("--version 1.0 --format json --within >=2 --others 1,1.0.0 --others=3 f"))
        expectEqual(parsed[Self.version], AppVersion("1"))
        expectEqual(parsed[Self.format], .json)
        expectEqual(parsed[Self.within], (try VersionSet(parsing: ">=2.0.0")))
        expectEqual(parsed[Self.others], [AppVersion("1"), AppVersion("3")])
    }

    @Test func `an option that is not given has its default`() throws {
        let parsed = try #require(try parse("--version 1 f"))
        expectEqual(parsed[Self.format], .text)
        expectNil(parsed[Self.within])
        expectEqual(parsed[Self.flag], [])
        expectEqual(parsed[Self.others], [])
    }

    @Test func `an option that the command does not declare has no value, and must not be read as if it had`()
        async throws
    {
        let parsed = try #require(try parse("--version 1 f"))
        expectNil(parsed[ifDeclared: Option<Bool>(name: "elsewhere", summary: "of another command")])
        expect(parsed[ifDeclared: Self.explain] == false)
        await #expect(processExitsWith: .failure) {
            guard case .run(let parsed) = try ArgumentParser.parse(["--version", "1", "f"], for: Self.command) else {
                return
            }
            _ = parsed[Option<Bool>(name: "elsewhere", summary: "of another command")]
        }
    }

    @Test func `after two hyphens everything is an operand, and one hyphen always is`() throws {
        let parsed = try #require(try parse("--version 1 - -- --explain -h"))
        expectEqual(parsed[Self.file], ["-", "--explain", "-h"])
    }

    @Test func `a value that begins with a hyphen needs the equals sign`() throws {
        try expectEqual(parse("--flag=-x --version 1 f")?[Self.flag], ["-x"])
        try expectEqual(parse("--flag - --version 1 f")?[Self.flag], ["-"])
        #expect(throws: UsageError.missingValue(Self.flag.declaration)) { try parse("--flag -x --version 1 f") }
    }

    @Test(arguments: ["--help", "-h", "--verison --help", "--version --help", "f --version 1 --help"])
    func `help is given whatever else is wrong`(_ line: String) throws {
        try expectNil(parse(line))
    }

    static let mistakes: [(String, UsageError)] = [
        ("--verison 1 f", .unknownOption("--verison", command: "sample", suggestion: "--version")),
        ("--hepl", .unknownOption("--hepl", command: "sample", suggestion: "--help")),
        ("-version 1 f", .unknownOption("-version", command: "sample", suggestion: "--version")),
        ("-x", .unknownOption("-x", command: "sample", suggestion: nil)),
        ("--nothing-like-it", .unknownOption("--nothing-like-it", command: "sample", suggestion: nil)),
        ("--", .missingOption(version.declaration)),
        ("--version", .missingValue(version.declaration)),
        ("--version --explain", .missingValue(version.declaration)),
        ("--explain=yes", .surplusValue(explain.declaration, value: "yes")),
        ("--version 1 --app-version 2 f", .repeated(version.declaration)),
        (
            "--format jsn",
            .unknownChoice(format.declaration.label, value: "jsn", choices: ["text", "json"], suggestion: "json")
        ),
        ("f", .missingOption(version.declaration)),
        (
            "--version 1",
            .missingOperand(
                name: "FILE", summary: "the files",
                hint: "usage: flagctl sample --version V [--format FORMAT] "
                    + "[--flag NAME]… [--policy TEXT]… [--within REQUIREMENT] [--others V[,V…]]… [--explain] FILE…")
        ),
        (
            "--version app.json",
            .badValue(
                version.declaration.label, value: "app.json",
                problem: "this was taken as the value, so no FILE is left",
                help: "write the value of --version before the file")
        ),
        (
            "--version 1 --within <0.0.0-0 f",
            .badValue(
                within.declaration.label, value: "<0.0.0-0", problem: "it contains no version",
                help: "are the bounds swapped?")
        ),
    ]

    @Test(arguments: mistakes)
    func `a mistake is reported with what was meant`(_ line: String, _ error: UsageError) {
        #expect(throws: error) { try parse(line) }
    }

    @Test func `each operand takes one text, and the last one the rest`() throws {
        let (version, name) = (
            Operand<AppVersion>(.version("V"), summary: "a"), Operand<String>(.text("NAME"), summary: "b")
        )
        var command = Self.command
        command.operands = [version, name, Self.file]
        guard case .run(let parsed) = try ArgumentParser.parse(["2.0", "--version=1", "a", "-", "b"], for: command)
        else {
            Issue.record("the help was given")
            return
        }
        expectEqual(parsed[version], AppVersion("2"))
        expectEqual(parsed[name], "a")
        expectEqual(parsed[Self.file], ["-", "b"])
        expectEqual(parsed.texts(ofOperandNamed: "V"), ["2.0"])
    }

    @Test(arguments: [([], nil), (["json"], .json)] as [([String], SampleFormat?)])
    private func `an optional operand is nil if it is missing`(_ words: [String], _ expected: SampleFormat?) throws {
        let choice = Operand<SampleFormat?>(optional: .choice("FORMAT"), summary: "a")
        let command = Command(
            name: "sample", summary: "a sample", examples: [], operands: [choice], run: { (_, _) in .clean })
        guard case .run(let parsed) = try ArgumentParser.parse(words[...], for: command) else {
            Issue.record("the help was given")
            return
        }
        expectEqual(parsed[choice], expected)
        expectEqual(choice.declaration.synopsis, "[FORMAT]")
        expectEqual(choice.declaration.words(), ["text", "json"])
    }

    @Test func `an operand with a bad value is named, and a word that cannot be a version gets the hint`() {
        var command = Self.command
        let version = Operand<AppVersion>(.version("V"), summary: "a", hintForMissingValue: "a version comes first")
        command.operands = [version, Self.file]
        for (text, help) in [("next", "a version comes first"), ("1..2", nil)] as [(String, String?)] {
            #expect {
                try ArgumentParser.parse(["--version=1", text, "f"], for: command)
            } throws: { error in
                guard case UsageError.badValue(let label, text, _, help)? = error as? UsageError else { return false }
                return label.text == "V"
            }
        }
    }

    @Test func `one operand too many is named`() {
        var command = Self.command
        command.operands = [
            Operand<String>(.text("NAME"), summary: "one"), Operand<String>(.file("FILE"), summary: "two"),
        ]
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
            for name in [command.name] + command.aliases { expect(names.insert(name).inserted, "\(name)") }
            var options: Set<String> = []
            for option in command.declarations {
                for name in [option.name] + option.aliases + (option.letter.map { [String($0)] } ?? []) {
                    expect(options.insert(name).inserted, "\(command.name) --\(name)")
                }
                expect(!option.summary.hasSuffix("."))
            }
            expect(!command.examples.isEmpty, "\(command.name)")
            expect(command.operandDeclarations.dropLast().allSatisfy { $0.count != .oneOrMore }, "\(command.name)")
            expect(command.operandDeclarations.count { $0.count != .one } <= 1, "\(command.name)")
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
                expectEqual(words.prefix(2), ["flagctl", command.name], "\(example.line)")
                var defaults = ArgumentDefaults()
                // The project file names the documents.
                if words.contains("--config") { defaults.documents = .init(texts: ["app.json"], origin: .builtIn) }
                #expect(throws: Never.self, "\(example.line)") {
                    try ArgumentParser.parse(words.dropFirst(2), for: command, defaults: defaults)
                }
            }
        }
    }
}
