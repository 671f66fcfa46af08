import TestSupport
import Testing

@testable import flagctl

/// Every wait is for an output, at most a minute.
@Suite(.blocking)
struct WatchTests {
    private func shell(_ script: String, in scratch: Scratch) throws -> Run {
        try scratch.shell(ShellFunctions.waiting + "runs() { await '^watching' messages \"$1\"; }\n" + script)
    }

    @Test func `a changed file is checked again, and an interrupt ends with 130`() throws {
        let scratch = try Scratch()
        try scratch.write("{\"a\": 1}", to: "a.json")
        let run = try shell(
            """
            "$program" matrix --watch a.json > output 2> messages & pid=$!
            runs 1
            echo '{"a": 22}' > b; mv b a.json
            await 'a  22' output
            runs 2
            end INT
            cat output messages
            """, in: scratch)
        expectEqual(
            run.output,
            """
            status 130
               *
            a  1
            1 setting, 1 version range covers every version
               *
            a  22
            1 setting, 1 version range covers every version
            watching 1 file; press Ctrl-C to stop

            --- a.json changed
            watching 1 file; press Ctrl-C to stop

            """, "\(run.error)")
        expect(!run.output.contains("\u{1B}"))
    }

    @Test func `a file may be removed, created again, and replaced`() throws {
        let scratch = try Scratch()
        try scratch.write("{\"a\": 1}", to: "a.json")
        let run = try shell(
            """
            "$program" check --watch a.json > output 2> messages & pid=$!
            runs 1
            rm a.json
            await 'a.json: error: no such file' messages
            runs 2
            echo '{"a" 2}' > a.json
            await 'json-syntax' output
            runs 3
            echo '{"a": 2}' > b.json; mv b.json a.json
            runs 4
            end INT
            """, in: scratch)
        expectEqual(run.output, "status 130\n", "\(run.error)")
        let messages = try scratch.read("messages").split(separator: "\n").map(String.init)
        expect(
            messages.last { $0.contains("errors,") || $0.contains("error,") }?.hasPrefix("0 errors, 0 warnings") == true
        )
    }

    @Test func `a change that keeps the size and the modification time counts`() throws {
        let scratch = try Scratch()
        try scratch.write("{\"a\": 1}", to: "a.json")
        let run = try shell(
            """
            touch -t 202001010000 stamp; touch -r stamp a.json
            "$program" matrix --watch a.json > output 2> messages & pid=$!
            runs 1
            printf '{"a": 2}' > a.json; touch -r stamp a.json
            await 'a  2' output
            end INT
            """, in: scratch)
        expectEqual(run.output, "status 130\n", "\(run.error)")
    }

    @Test func `a new member of a folder counts`() throws {
        let scratch = try Scratch()
        try scratch.write("{\"a\": 1}", to: "Configs/a.json")
        let run = try shell(
            """
            "$program" matrix --watch --report json=report.json Configs > output 2> messages & pid=$!
            runs 1
            echo '{"b": 1}' > Configs/b.json
            await 'Configs/b.json:' output
            runs 2
            end INT
            grep -c changed messages
            """, in: scratch)
        expectEqual(run.output, "status 130\n1\n", "\(run.error)")
    }

    @Test(
        arguments: [
            ("prove --policy a.policies a.json", "a.policies", "p: for *: a == 2"),
            ("prove --policy a.policies --releases r.txt a.json", "r.txt", "1.1"),
            ("check --patch p.json a.json", "p.json", "{\\\"a\\\": 2}"),
            ("test a.expectations.json", "a.json", "{\\\"a\\\": 2}"),
            ("test a.expectations.json", "a.expectations.json", "{}"),
        ] as [(String, String, String)])
    func `a change of anything that a run reads starts it again`(_ line: String, _ file: String, _ content: String)
        throws
    {
        let scratch = try Scratch()
        try scratch.write("{\"a\": 1}", to: "a.json")
        try scratch.write("p: for *: a == 1\n", to: "a.policies")
        try scratch.write("1.0\n", to: "r.txt")
        try scratch.write("{}", to: "p.json")
        try scratch.write(
            #"{"document": "a.json", "expectations": [{"name": "a", "for": "*", "expect": {"a": 1}}]}"#,
            to: "a.expectations.json")
        let run = try shell(
            """
            "$program" \(line) --watch > output 2> messages & pid=$!
            runs 1
            echo "\(content)" > \(file)
            await '--- \(file) changed' messages
            runs 2
            end INT
            """, in: scratch)
        expectEqual(run.output, "status 130\n", "\(run.error)")
    }

    @Test func `when nobody reads the results it ends by itself`() throws {
        let scratch = try Scratch()
        try scratch.write("{\"a\": 1}", to: "a.json")
        let run = try scratch.shell("{ \"$program\" matrix --watch a.json; echo \"status $?\" >&2; } | head -1")
        expectEqual(run.output, "   *\n")
        expectEqual(run.error, "watching 1 file; press Ctrl-C to stop\nstatus 0\n")
    }

    @Test(
        arguments: [
            ("-", "--watch cannot read standard input again"), ("a.json -", "--watch cannot read standard input again"),
            ("HEAD:a.json", "--watch has nothing to watch"), ("--patch - a.json", "--watch cannot read standard input"),
        ] as [(String, String)])
    func `what cannot change cannot be watched`(_ operands: String, _ message: String) throws {
        let run = try Run(shell: "flagctl check --watch \(operands)", in: PackageFolder.path)
        expect(run.error.hasPrefix("flagctl check: error: \(message)"), "\(run.error)")
        expect(run.output.isEmpty && run.status == 2)
    }
}
