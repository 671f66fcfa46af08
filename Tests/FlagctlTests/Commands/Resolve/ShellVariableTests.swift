import FlagResolver
import FlagStore
import TestSupport
import Testing

@testable import flagctl

/// F5: the format `env` is safe to evaluate in a shell, whoever wrote the names and values.
@Suite(.blocking)
struct ShellVariableTests {
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    private static let shells = ["sh", "dash", "bash", "zsh", "ksh", "mksh", "yash"]

    private static func isThere(_ shell: String) -> Bool {
        (try? Subprocess.run("sh", ["-c", "command -v \(shell)"], atMost: 4096))?.status == 0
    }

    private static let values = [
        "", "plain", "it's", "'", "'''", "\"", "\\", "\\'", "a b", " a ", "\t", "\n", "line\nend\n", "\r", "a\r\nb",
        "\n\n",
        "$HOME ${HOME} $(id) `id` $((1+1))", "!! !1 ^a^b", "*?[a]~{a,b}", "; id", "&& id #", "-n", "-e \\n \\c",
        "%s %d",
        "é日😀", "\u{1}\u{1B}[2J\u{7F}", "a=b", "'; id; '", "'\\''", "\\\\n", "EOF\n$X", "\u{202E}",
    ]

    /// The lines of an output without comments. The first line of an incomplete output is one.
    private static func assignments(in output: String) -> [String] {
        output.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("#") }
    }

    @Test(arguments: shells)
    func `a shell reads every value back as it was`(_ shell: String) throws {
        guard Self.isThere(shell) else {
            expect(shell != "sh")
            return
        }
        for value in Self.values {
            try scratch.write(json: ["v": .string(value)], to: "a.json")
            let run = try scratch.shell(
                """
                flagctl resolve --version 1 --format env --prefix P_ a.json > assignments
                \(shell) -c 'eval "$(cat assignments)"; printf "%s" "$P_V" > value'; echo "status $?"
                \(shell) -c '. ./assignments; printf "%s" "$P_V"' | cmp - value
                """)
            expectEqual(run, Run(output: "status 0\n", error: "", status: 0), "\(shell), \(value.debugDescription)")
            try expectEqual(scratch.read("value"), value, "\(shell)")
        }
    }

    @Test func `other values are written as JSON`() throws {
        try scratch.write(#"{"a": true, "b": 1.50, "c": null, "d": [1, "it's"], "été": "x"}"#, to: "a.json")
        try expectEqual(
            scratch.flagctl("resolve", "--version", "1", "--format", "env", "a.json"),
            Run(output: "A='true'\nB='1.50'\nC='null'\nD='[1,\"it'\\''s\"]'\n__T__='x'\n", error: "", status: 0))
    }

    /// Names of settings, and how the message goes on after `would set`.
    private static let refused: [(name: String, problem: String)] =
        [
            "path", "PATH", "Path", "ifs", "home", "env", "bash_env", "shellopts", "bashopts", "ps1", "ps2", "ps4",
            "prompt_command", "cdpath", "globignore", "pwd", "oldpwd", "optind", "ppid", "lineno", "uid", "euid",
            "shell",
            "random", "zdotdir", "fpath", "_", "-", "bash.func", "bashEnv", "Bash.Env", "tmout", "mailcheck",
            "histfile",
        ].map { ($0, "which shells use themselves") }
        + [
            "ld.preload", "ld_library_path", "ld-audit", "dyld.insert.libraries", "lc_all", "lang", "tz", "tmpdir",
            "editor",
            "git.ssh.command", "pythonpath", "node_options", "perl5opt", "rubyopt", "java_tool_options",
            "http_proxy", "https.proxy", "ssl_cert_file", "sslkeylogfile", "glibc.tunables", "makeflags", "pager",
            "term",
        ].map { ($0, "which changes how programs run") }
        + ["2fa", "1", ""].map { ($0, "which is not a valid variable name") }

    @Test(arguments: refused)
    func `a name that a shell or a program uses is an error that names the setting`(
        _ name: String, _ problem: String
    ) throws {
        try scratch.write(json: .object([(name, .string("hostile")), ("good", .integer(1))]), to: "a.json")
        let variable = VariableName.text(for: name.utf8, prefix: "")
        let run = try scratch.flagctl("resolve", "--version", "1", "--format", "env", "a.json")
        expectEqual(Self.assignments(in: run.output), ["GOOD='1'"])
        expectEqual(run.status, 2)
        expect(
            run.error.hasPrefix(
                "a.json:1:2: error: \(NameText.quoted(name)) would set \"\(variable)\", \(problem) [unusable-variable]\n"
            ),
            "\(run.error)")
        expect(run.error.hasSuffix("   = help: add a prefix: --prefix APP_\n"))
        let report = try scratch.shell("flagctl resolve --version 1 --report env=out a.json > /dev/null; cat out")
        expect(report.output == run.output && report.error == run.error)
        let prefixed = try scratch.flagctl("resolve", "--version", "1", "--format", "env", "--prefix", "APP_", "a.json")
        expect(prefixed.status == 0 && prefixed.output.contains("APP_\(variable)='hostile'\n"), "\(prefixed)")
    }

    /// What shells set by themselves is an oracle for the list.
    @Test(arguments: shells)
    func `every variable that a shell sets by itself is refused`(_ shell: String) throws {
        guard Self.isThere(shell) else {
            expect(shell != "sh")
            return
        }
        let list = shell == "bash" ? "compgen -v" : "set"
        let run = try Subprocess.run(
            "sh", ["-c", "env -i \"$(command -v \(shell))\" -c '\(list)' | sed 's/=.*//'"], atMost: 1 << 20)
        let names = String(decoding: run.output, as: UTF8.self).split(separator: "\n").map(String.init)
        expect(names.contains("IFS") || names.contains("PWD"), "\(names)")
        for name in names where name.allSatisfy({ $0.isASCII && !$0.isLowercase }) && ShellVariable.isName(name) {
            expect(ShellVariable.problem(with: name) != nil, "\(shell) sets \(name)")
        }
    }

    @Test(arguments: [
        "options", "é", "histogram", "perlite", "epoch", "gem.price", "bundle.id", "ldap", "paths", "shellfish",
    ])
    func `other names are free`(_ name: String) {
        expectNil(ShellVariable.problem(with: VariableName.text(for: name.utf8, prefix: "")))
    }

    @Test func `a prefix that makes a name unusable is an error too`() throws {
        try scratch.write(#"{"preload": "x", "s": 1, "a.b": 1, "a-b": 2}"#, to: "a.json")
        let run = try scratch.flagctl(
            "resolve", "--version", "1", "--format", "env", "--prefix", "LD_", "--flag", "s", "a.json")
        expect(Self.assignments(in: run.output).isEmpty && run.status == 2)
        expect(run.error.hasPrefix("a.json:1:18: error: \"s\" would set \"LD_S\", which changes how programs run"))
        expect(run.error.hasSuffix("   = help: choose a prefix other than LD_\n"))
        let collision = try scratch.flagctl("resolve", "--version", "1", "--format", "env", "--prefix", "my_", "a.json")
        expectEqual(Self.assignments(in: collision.output), ["my_PRELOAD='x'", "my_S='1'"])
        expect(collision.error.contains("would both be my_A_B [variable-collision]"))
    }

    @Test(
        arguments: [
            ("--format env --prefix ''", "--prefix \"\": a shell variable cannot begin with this"),
            ("--format env --prefix 1_", "--prefix \"1_\": a shell variable cannot begin with this"),
            ("--format env --prefix 'A='", "--prefix \"A=\": a shell variable cannot begin with this"),
            ("--format env --prefix 'A;id '", "--prefix \"A;id \": a shell variable cannot begin with this"),
            ("--format env --prefix é", "--prefix \"é\": a shell variable cannot begin with this"),
            ("--prefix A_", "--prefix \"A_\": only the format env has variables"),
            ("--format json --prefix A_", "--prefix \"A_\": only the format env has variables"),
        ])
    func `a prefix is the beginning of a name, for the one format that has names`(
        _ options: String, _ message: String
    ) throws {
        let run = try scratch.shell("flagctl resolve --version 1 \(options) no-such-file.json")
        expect(run.output.isEmpty && run.status == 2)
        expect(run.error.hasPrefix("flagctl resolve: error: \(message)\n"), "\(run.error)")
    }

    @Test func `a prefix is for a report too`() throws {
        try scratch.write(#"{"path": "x"}"#, to: "a.json")
        let run = try scratch.flagctl("resolve", "--version", "1", "--prefix", "A_", "--report", "env=-", "a.json")
        expectEqual(run, Run(output: "path  x\nA_PATH='x'\n", error: "", status: 0))
    }
}
