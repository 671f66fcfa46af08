import TestSupport
import Testing

@testable import flagctl

/// The completions are tried in the shells themselves.
@Suite(.blocking)
struct CompletionTests {
    /// What bash completes for each line; the words of a line are as bash takes it apart, the last is the one to complete.
    private func bash(_ lines: [[String]], in scratch: Scratch) throws -> [[String]] {
        let calls = lines.map { words in
            "try \(words.map { ShellQuoting.quoted($0) }.joined(separator: " "))"
        }
        try scratch.write(
            """
            flagctl() { "$FLAGCTL_PROGRAM" "$@"; }
            source completion.bash
            try() {
                COMP_WORDS=("$@")
                COMP_CWORD=$(($# - 1))
                $(complete -p flagctl | sed 's/.*-F \\([^ ]*\\) .*/\\1/')
                printf '%s\\n' "${COMPREPLY[@]}"
                echo ---
            }
            \(calls.joined(separator: "\n"))
            """, to: "try.bash")
        let run = try scratch.shell(
            "flagctl completion bash > completion.bash && FLAGCTL_PROGRAM=$program bash --noprofile --norc try.bash")
        expect(run.error.isEmpty && run.status == 0, "\(run.error)")
        return run.output.split(separator: "---\n", omittingEmptySubsequences: false).dropLast().map { part in
            part.split(separator: "\n").map(String.init)
        }
    }

    /// What fish completes for each line.
    private func fish(_ lines: [String], in scratch: Scratch) throws -> [[String]] {
        let run = try scratch.shell(
            """
            flagctl completion fish > flagctl.fish
            mkdir -p bin && ln -s "$program" bin/flagctl
            HOME=$PWD PATH=$PWD/bin:$PATH fish --no-config -c 'source flagctl.fish
            for line in \(lines.map { "\"\($0)\"" }.joined(separator: " "))
                complete -C $line
                echo ---
            end'
            """)
        expect(run.error.isEmpty && run.status == 0, "\(run.error)")
        return run.output.split(separator: "---\n", omittingEmptySubsequences: false).dropLast().map { part in
            part.split(separator: "\n").map { $0.split(separator: "\t").first.map(String.init) ?? "" }
        }
    }

    /// The line that zsh has after each text, whose `\\t` are presses of the key for completion.
    private func zsh(_ texts: [String], in scratch: Scratch) throws -> [String] {
        let presses = texts.enumerated().map { number, text in
            """
            zpty -w -n shell $'\(text)\\C-t'
            zpty -w shell $'cp buffer buffer\(number); echo DO""NE\(number)'
            zpty -r -m shell output '*DONE\(number)*'
            """
        }
        try scratch.write(
            """
            zmodload zsh/zpty
            zpty shell env TERM=dumb PATH=$PWD/bin:$PATH zsh -f -i
            zpty -w shell "PS1='> '; autoload -U compinit; compinit -u -D; source ./_flagctl"
            zpty -w shell 'show() { print -r -- "$BUFFER" > buffer; zle kill-whole-line }; zle -N show'
            zpty -w shell "bindkey '^T' show; echo RE''ADY"
            zpty -r -m shell output '*READY*'
            \(presses.joined(separator: "\n"))
            zpty -d shell
            """, to: "try.zsh")
        let run = try scratch.shell(
            """
            mkdir -p bin && ln -s "$program" bin/flagctl
            flagctl completion zsh > _flagctl; zsh -n _flagctl && timeout 30 zsh -f try.zsh
            """)
        expectEqual(run.status, 0, "\(run.error)")
        return try texts.indices.map { try scratch.read("buffer\($0)") }
    }

    @Test(.enabled(if: Tool.isThere("bash"), "bash is not installed"))
    func `bash completes every command, alias, option and choice that is declared`() throws {
        let scratch = try Scratch()
        var lines: [[String]] = [["flagctl", ""]]
        var expected: [[String]] = [Command.all.map(\.name) + ["--version", "--help"]]
        for command in Command.all {
            for name in command.allNames {
                lines.append(["flagctl", name, "--"])
                expected.append(command.declarations.flatMap { ([$0.name] + $0.aliases).map { "--\($0)" } })
            }
            for option in command.declarations {
                guard case .choice(_, let choices) = option.form else { continue }
                lines += [
                    ["flagctl", command.name, "--\(option.name)", ""],
                    ["flagctl", command.name, "--\(option.name)", "="],
                    ["flagctl", command.name, "--\(option.name)", "=", String(choices.first?.prefix(1) ?? "")],
                ]
                let first = choices.first?.prefix(1) ?? ""
                expected += [choices, choices, choices.filter { $0.hasPrefix(first) }]
            }
        }
        try expectEqual(bash(lines, in: scratch), expected)
    }

    @Test(.enabled(if: Tool.isThere("bash"), "bash is not installed"))
    func `bash completes files where files belong, and nothing where anything may stand`() throws {
        let scratch = try Scratch()
        for name in ["app.json", "a b.json", "rules.policies"] { try scratch.write("", to: "files/\(name)") }
        let found = try bash(
            [
                ["flagctl", "check", "files/a"], ["flagctl", "check", "files/app.json", "--releases", "files/r"],
                ["flagctl", "prove", "--policy", "=", "files/r"], ["flagctl", "release", "files/a"],
                ["flagctl", "release", "2.0.0", "files/ap"],
                ["flagctl", "release", "--previous", "1", "2", "files/ap"],
                ["flagctl", "release", "--previous", "=", "1", "2", "files/ap"], ["flagctl", "explain", "files/a"],
                ["flagctl", "when", "a == 1", "files/ap"], ["flagctl", "check", "--stdin-name", "files/a"],
                ["flagctl", "check", "--", "--for"], ["flagctl", "help", "co"], ["flagctl", "completion", "z"],
                ["flagctl", "nonsense", ""], ["flagctl", "lint", "--fail-on", "w"],
                ["flagctl", "explain", "a", "b", "files/a"],
            ], in: scratch)
        expectEqual(
            found.map { $0.sorted() },
            [
                ["files/a b.json", "files/app.json"], ["files/rules.policies"], ["files/rules.policies"], [],
                ["files/app.json"], ["files/app.json"], ["files/app.json"], [], ["files/app.json"], [], [],
                ["completion", "config"], ["zsh"], [], ["warning"], [],
            ])
    }

    @Test(.enabled(if: Tool.isThere("bash"), "bash is not installed"))
    func `bash completes attributes with what the documents of the line declare and test`() throws {
        let scratch = try Scratch()
        try scratch.write(
            #"""
            {"$attributes": {
               "ring": {"type": "string", "values": ["internal", "beta", "5", "true"]}, "premium": {"type": "boolean"}},
             "s": {"defaultValue": 0, "valuesByVersion": [
               {"when": {"country": "DE", "targetingKey": "u"}, "rollout": {"percent": 5, "salt": "x", "by": "team"}, "value": 1}]}}
            """#, to: "app.json")
        try scratch.write("{", to: "broken.json")
        let line = ["flagctl", "resolve", "app.json", "broken.json", "missing.json", "--version", "1", "--attribute"]
        let found = try bash(
            [
                line + [""], line + ["r"], line + ["ring", "="], line + ["ring", "=", "b"],
                line + ["premium", "=", "t"],
                line + ["country", "=", ""], line + ["=", "r"], line + ["=", "ring", "=", "i"],
                line + ["ring", "=", "beta", "--attribute", "c"], line + ["ring", "=", "beta", "--for"],
                line + ["ring", "=", "beta", "app"], ["flagctl", "resolve", "--attribute", "r"],
            ], in: scratch)
        expectEqual(
            found,
            [
                ["country=", "premium=", "ring=", "team="], ["ring="], [#"\"5\""#, #"\"true\""#, "beta", "internal"],
                ["beta"], ["true"], [], ["ring="], ["internal"], ["country="], ["--format"], ["app.json"], [],
            ])
    }

    /// Two settings in a document, and a project file with another one.
    private func documents() throws -> Scratch {
        let scratch = try Scratch()
        try scratch.write(#"{"search": {"engine": 1, "on off": 2}, "sync": 3}"#, to: "app.json")
        try scratch.write(#"{"project": 1}"#, to: "settings/p.json")
        try scratch.write(#"{"inputs": ["settings"]}"#, to: "flagctl.json")
        return scratch
    }

    @Test(.enabled(if: Tool.isThere("bash"), "bash is not installed"))
    func `bash completes settings, lists of rules, and reports`() throws {
        let found = try bash(
            [
                ["flagctl", "matrix", "app.json", "--flag", "s"],
                ["flagctl", "matrix", "app.json", "--flag", "=", "sy"],
                ["flagctl", "explain", ""], ["flagctl", "explain", "x", "app"],
                ["flagctl", "log", "pr"], ["flagctl", "log", "app"], ["flagctl", "log", "x", "app"],
                ["flagctl", "diff", "app.json", "--allow", "se"],
                ["flagctl", "check", "--select", "unused"], ["flagctl", "check", "--select", "v-prefix,unused"],
                ["flagctl", "references", "--ignore", "=", "unread-setting,unk"],
                ["flagctl", "check", "--report", "s"],
                ["flagctl", "check", "--report", "sarif", "=", "ap"],
                ["flagctl", "check", "--report", "=", "sarif", "=", "ap"],
                ["flagctl", "check", "--report", "sarif", "=", "x", "--fail"],
            ], in: documents())
        expectEqual(
            found,
            [
                ["search.engine", #"search.on\ off"#, "sync"], ["sync"], ["project"], ["app.json"],
                ["project"], ["app.json"], ["app.json"], ["search.engine", #"search.on\ off"#], ["unused-allow"],
                ["v-prefix,unused-allow"],
                ["unread-setting,unknown-setting-name"], ["sarif="], ["app.json"], ["app.json"], ["--fail-on"],
            ])
    }

    @Test(.enabled(if: Tool.isThere("fish"), "fish is not installed"))
    func `fish completes settings, lists of rules, and reports`() throws {
        let found = try fish(
            [
                "flagctl matrix app.json --flag s", "flagctl matrix app.json --flag=sy", "flagctl explain ",
                "flagctl log pr", "flagctl log app.j", "flagctl check --select unused",
                "flagctl check --select v-prefix,unused", "flagctl check --report s",
                "flagctl check --report sarif=app", "flagctl check --report=sarif=app",
            ], in: documents())
        expectEqual(
            found,
            [
                ["search.engine", "search.on off", "sync"], ["--flag=sync"], ["project"], ["project"], ["app.json"],
                ["unused-allow"],
                ["v-prefix,unused-allow"], ["sarif="], ["sarif=app.json"], ["--report=sarif=app.json"],
            ])
    }

    @Test(.enabled(if: Tool.isThere("zsh"), "zsh is not installed"))
    func `zsh completes settings, lists of rules, and reports`() throws {
        let found = try zsh(
            [
                #"flagctl check app.json --select v-prefix,unused\t --report sar\tapp\t"#,
                #"flagctl explain proj\t app.j\t"#,
            ], in: documents())
        let first = try #require(found.first)
        expect(
            first.contains("--select v-prefix,unused-allow") && first.contains("--report sarif=app.json"), "\(first)")
        expect(found.last?.contains("flagctl explain project app.json") == true, "\(found)")
    }

    @Test(.enabled(if: Tool.isThere("fish"), "fish is not installed"))
    func `fish completes commands, options, choices and files`() throws {
        let scratch = try Scratch()
        try scratch.write("", to: "files/app.json")
        let found = try fish(
            [
                "flagctl che", "flagctl check --fail-on ", "flagctl lint --rele", "flagctl help pro",
                "flagctl check files/a", "flagctl test --format t", "flagctl explain files/a",
                "flagctl explain x files/a", "flagctl release --previous 1 files/a",
                "flagctl release --previous 1 2 files/a", "flagctl release --previous=1 2 files/a",
                "flagctl check files/app.json files/a", "flagctl help check --fail",
                "flagctl check --stdin-name files/a", "flagctl check --releases files/a", "flagctl check -- files/a",
                "flagctl rules files/a",
            ], in: scratch)
        expectEqual(
            found,
            [
                ["check"], ["error", "note", "warning"], ["--releases"], ["project", "prove"], ["files/app.json"],
                ["tap", "text"], [], ["files/app.json"], [], ["files/app.json"], ["files/app.json"], ["files/app.json"],
                [], [], ["files/app.json"], ["files/app.json"], [],
            ])
    }

    @Test(.enabled(if: Tool.isThere("zsh"), "zsh is not installed"))
    func `zsh completes commands, options and choices`() throws {
        // The version of the app is an option of a command, although `flagctl --version` alone has another meaning.
        let found = try zsh(
            [#"flagctl che\t--fail\t=war\t--rele\t"#, #"flagctl resolve --version 1.4.0 --only\t--form\t=js\t"#],
            in: Scratch())
        expectEqual(
            found,
            [
                "flagctl check --fail-on=warning --releases=\n",
                "flagctl resolve --version 1.4.0 --only-overridden --format=json \n",
            ])
    }

    @Test func `an unknown shell is an error, with the one that was meant`() throws {
        try expectEqual(
            Run(["completion", "fsh"]),
            Run(
                output: "",
                error: """
                    flagctl completion: error: SHELL cannot be "fsh"; it is one of bash, zsh, fish
                       = help: did you mean "fish"?

                    """, status: 2))
    }
}
