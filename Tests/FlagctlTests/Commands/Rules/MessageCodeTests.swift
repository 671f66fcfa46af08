import FlagAnalysis
import FlagImport
import FlagResolver
import TestSupport
import Testing

@testable import flagctl

/// `flagctl rules` explains every code that any command prints.
@Suite(.blocking)
struct MessageCodeTests {
    /// Every type that lists codes, and every literal in the sources of the command.
    private static func codes() throws -> Set<String> {
        var codes = Set(Rules.documented.map(\.code.rawValue))
        codes.formUnion(StaleFinding.Code.allCases.map(\.rawValue))
        codes.formUnion(BoundaryCode.allCases.map(\.rawValue))
        codes.formUnion(RetargetedDocument.Refusal.Code.allCases.map(\.rawValue))
        codes.formUnion(DocumentError.Code.allCases.map(\.rawValue))
        codes.formUnion(ImportProblem.Code.allCases.map(\.rawValue))
        codes.formUnion(try literals(#"code: "\([a-z-]*\)""#, in: "Sources/flagctl"))
        codes.formUnion(try literals(#"static let code = "\([a-z-]*\)""#, in: "Sources/flagctl"))
        codes.formUnion(
            try literals(#"Code(rawValue: "\([a-z-]*\)")"#, in: "Sources/FlagResolver Sources/FlagAnalysis"))
        // Messages of `test` and `rollout`, and what cannot be analysed.
        codes.formUnion(try literals(#"diagnostic("\([a-z-]*\)")"#, in: "Sources/flagctl"))
        codes.formUnion(
            try literals(
                #"[^a-z]"\([a-z]*-[a-z-]*\)", \(nil\|key\|node\|nodes\)"#, in: "Sources/flagctl/Commands/Rollout"))
        codes.formUnion(try literals(#"case \..*: "\([a-z]*-[a-z-]*\)""#, in: "Sources/FlagAnalysis/Cases"))
        return codes
    }

    private static func literals(_ pattern: String, in folders: String) throws -> Set<String> {
        let run = try Run(
            shell: "find \(folders) -name '*.swift' -exec sed -n '/\\/\\/\\//!s/.*\(pattern).*/\\1/p' {} +",
            in: PackageFolder.path)
        let found = Set(run.output.split(separator: "\n").map(String.init))
        expect(!found.isEmpty && run.status == 0, "\(pattern): \(run.error)")
        return found
    }

    @Test func `every code of every command has an explanation`() throws {
        let codes = try Self.codes()
        expect(codes.count > 100)
        for code in codes.sorted() { expect(ExplainedCode(code) != nil, "\(code)") }
        let script = codes.sorted().map { "flagctl rules \($0) >/dev/null || echo \($0)" }.joined(separator: "\n")
        let run = try Run(shell: script, in: PackageFolder.path)
        expectEqual(run, Run(output: "", error: "", status: 0))
    }

    @Test func `no message has the code of a rule, and each names commands that exist`() {
        let rules = Set(Rules.documented.map(\.code.rawValue))
        expectEqual(Set(MessageCode.all.map(\.code)).count, MessageCode.all.count)
        for message in MessageCode.all {
            expect(!rules.contains(message.code), "\(message.code)")
            expect(!message.commands.isEmpty && message.commands.allSatisfy { Command.named($0) != nil }, "\(message)")
            expect(message.meaning.hasSuffix(".") && message.advice.hasSuffix("."), "\(message)")
        }
    }

    /// A command that takes a file reports the faults of the file.
    @Test(arguments: [
        ("releases", ["bad-releases"]), ("readers", ["bad-reader"]),
        ("policy", ["bad-policy", "violated-policy", "several-patterns", "not-a-number", "never-taken"]),
        ("context", ["bad-context"]), ("baseline", ["bad-baseline"]), ("keys", ["bad-keys"]),
        ("header-file", ["bad-header"]), ("etcd-user", ["bad-credentials"]), ("flag", ["unknown-setting"]),
    ])
    func `a code names every command with the option that leads to it`(option: String, codes: [String]) throws {
        let commands = Command.all.filter { $0.option(named: option) != nil }.map(\.name)
        expect(!commands.isEmpty)
        for code in codes {
            let message = try #require(MessageCode.named(code))
            expect(Set(commands).subtracting(message.commands).isEmpty, "\(code)")
        }
    }

    @Test func `a message is explained in each format`() throws {
        let text = try Run(["rules", "never-taken"])
        expectEqual(
            text,
            Run(
                output: """
                    never-taken (prove, check, when, release, publish)

                    A setting is compared with a value that it never takes.

                    What to do: Correct the value in the policy, most likely a spelling mistake.

                    """, error: "", status: 0))
        let markdown = try Run(["rules", "never-taken", "--format", "markdown"])
        expect(markdown.output.hasPrefix("## never-taken\n\nA setting is compared"), "\(markdown)")
        let json = try Run(["rules", "never-taken", "--format", "json"])
        expect(
            json.output.contains(
                #""rules":[],"messages":[{"code":"never-taken","commands":["prove","check","when","release","publish"]"#
            ),
            "\(json)")
        let near = try Run(["rules", "never-takn"])
        expect(near.status == 2 && near.error.contains(#"did you mean "never-taken"?"#), "\(near)")
    }

    @Test func `one fault has one code in all commands`() throws {
        let scratch = try Scratch()
        try scratch.write(
            #"{ "a": { "defaultValue": 1, "valuesByVersion": [{ "appversion": ">=2.0.0", "value": 2 }] } }"#,
            to: "a.json")
        for command in ["check", "resolve --version 1.0.0", "matrix", "explain a", "stale --floor 1.0.0"] {
            let run = try scratch.shell("flagctl \(command) a.json")
            expect((run.output + run.error).contains("[unknown-member]"), "\(command): \(run)")
        }
        try scratch.write(
            #"""
            { "a": { "defaultValue": 1, "valuesByVersion": [
              { "rollout": { "percent": 20, "salt": "s" }, "value": 2 } ] } }
            """#, to: "b.json")
        let rollout = try scratch.flagctl("rollout", "a", "--percent", "10", "b.json")
        expect((rollout.output + rollout.error).contains("[shrunk-rollout]"), "\(rollout)")
    }
}
