import TestSupport
import Testing

@testable import flagctl

/// Pipes, sockets and devices: never opened in a folder, and read as streams where they are named.
@Suite(.blocking)
struct StreamInputTests {
    private static let document = #"{"s":{"defaultValue":0,"valuesByVersion":[{"appVersion":">=1.0.0","value":2}]}}"#

    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
        try scratch.write(Self.document, to: "d/a.json")
        try scratch.write("{}", to: "empty.json")
        let made = try scratch.shell(
            "mkfifo d/pipe.json fifo; ln -s ../fifo d/to-pipe.json; ln -s /dev/null d/device.json")
        try #require(made.status == 0)
    }

    /// Runs lines of shell in which `guarded` runs the program, and ends it after a minute if it waits for something.
    private func shell(_ script: String) throws -> Run {
        try scratch.shell(
            """
            guarded() {
                "$program" "$@" & pid=$!
                (sleep 60; kill -9 $pid) > /dev/null 2>&1 & guard=$!
                wait $pid; status=$?
                kill $guard 2> /dev/null
                return $status
            }
            \(script)
            """)
    }

    private static let skipped = """
        d/device.json: note: skipped: this is a device, and directories and patterns include only regular files
        d/pipe.json: note: skipped: this is a named pipe, and directories and patterns include only regular files
        d/to-pipe.json: note: skipped: this is a named pipe, and directories and patterns include only regular files

        """

    @Test(
        arguments: [
            "resolve --version 1", "check --fail-on error", "matrix", "prove -e 'for *: s == 0 or s == 2'",
            "release 2.0.0 --previous 1.5.0", "stale --floor 0.0.1", "retarget 1.0.0 1.1.0", "fmt --check",
            "diff --against HEAD",
        ], ["d", "'d/*.json'", "'**/d/*.json'"])
    func `what is no regular file in a folder is skipped, with a message`(_ command: String, _ operand: String) throws {
        try scratch.makeRepository()
        let run = try shell("guarded \(command) \(operand) < /dev/null")
        let alone = try scratch.shell("flagctl \(command) d/a.json")
        expect(run.error.hasPrefix(Self.skipped), "\(run.error)")
        expectEqual(run.output, alone.output)
        expectEqual(String(run.error.dropFirst(Self.skipped.count)), alone.error)
        expect(run.status == alone.status && run.status < 2)
    }

    @Test func `a folder of expectations skips them too, also as the document of a file`() throws {
        let cases = #""expectations": [{"name": "s", "version": "1", "expect": {"s": 2}}]}"#
        try scratch.write(#"{"document": "../d/a.json", \#(cases)"#, to: "t/a.expectations.json")
        let run = try shell("mkfifo t/x.expectations.json; guarded test t")
        expectEqual(run.status, 0, "\(run)")
        expect(run.error.hasPrefix("t/x.expectations.json: note: skipped: this is a named pipe"))
        try scratch.write(#"{"document": "../fifo", \#(cases)"#, to: "t/b.expectations.json")
        let other = try shell("guarded test t")
        expectEqual(other.status, 2)
        expect(
            other.error.contains(
                """
                t/../fifo: error: cannot be read: it is not a regular file, so it may never end
                   = help: a pipe or a device is read if the command line names it itself

                """), "\(other.error)")
    }

    @Test(.enabled(if: Tool.isThere("python3"), "nothing here makes a socket"))
    func `a socket is skipped`() throws {
        let run = try shell(
            """
            python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind("d/socket.json")'
            guarded check d 2>&1 | grep socket
            """)
        expectEqual(
            run.output,
            "d/socket.json: note: skipped: this is a socket, and directories and patterns include only regular files\n")
    }

    @Test(arguments: ["only", "'only/*'"])
    func `a folder with nothing else in it is an error`(_ operand: String) throws {
        let run = try shell("mkdir only; mkfifo only/x.json; guarded check \(operand)")
        expect(run.status == 2 && run.output.isEmpty)
        expect(run.error.hasPrefix("only/x.json: note: skipped: this is a named pipe"))
        expect(
            run.error.contains("error: directory contains no JSON document")
                || run.error.contains("error: pattern matches no file"))
    }

    @Test(
        arguments: [
            "matrix <(cat d/a.json)", "diff <(cat d/a.json) <(cat d/a.json)",
            "matrix --patch <(cat empty.json) d/a.json",
            "prove --policy <(echo 'for *: s == 0 or s == 2') d/a.json", "check --releases <(echo 1.0.0) d/a.json",
            "check --baseline <(flagctl check --format json d/a.json) d/a.json",
            "resolve --version 1 --expect <(flagctl resolve --version 1 --format json d/a.json) d/a.json",
            "matrix /dev/stdin < d/a.json", "matrix - < d/a.json", "matrix /dev/fd/3 3< d/a.json",
        ])
    func `a stream that is named is read`(_ line: String) throws {
        try scratch.write("flagctl() { \"$program\" \"$@\"; }; flagctl \(line)", to: "line")
        let run = try shell("command -v bash > /dev/null || exit 77; export program; bash line")
        guard run.status != 77 else { return }
        expectEqual(run.status, 0, "\(run)")
    }

    @Test(arguments: ["fifo", "d/pipe.json"])
    func `a named pipe that is named waits for its writer`(_ path: String) throws {
        let run = try shell("(sleep 0.2; cat d/a.json > \(path)) & guarded resolve --version 1 \(path)")
        expect(run.output == "s  2\n" && run.status == 0, "\(run)")
    }

    @Test func `opening what has become a pipe in the meantime never waits`() throws {
        try expectNil(FileSystem.readRegularFile(scratch.path + "/fifo", atMost: 10))
        try expectNil(FileSystem.readRegularFile("/dev/null", atMost: 10))
        try expectEqual(FileSystem.readRegularFile(scratch.path + "/d/a.json", atMost: 3)?.bytes, Array("{\"s".utf8))
        #expect(throws: InputError.notRegularFile(scratch.path + "/fifo")) {
            try InputSource.listedFile(scratch.path + "/fifo").read(atMost: 10)
        }
    }

    @Test func `what is no regular file is never written`() throws {
        let run = try shell(
            """
            cat d/a.json > fifo & guarded fmt --apply fifo; echo "status $?"; test -p fifo || echo gone
            cat d/a.json > fifo & guarded stale --floor 2 --apply fifo 2>/dev/null; echo "status $?"; test -p fifo || echo gone
            """)
        let formatted = try scratch.shell("flagctl fmt --apply - < d/a.json")
        let rest = try scratch.shell("flagctl stale --floor 2 --apply - < d/a.json")
        expectEqual(run.output, "\(formatted.output)status 0\n\(rest.output)status \(rest.status)\n", "\(run)")
        expect(run.error.isEmpty, "\(run.error)")
    }
}
