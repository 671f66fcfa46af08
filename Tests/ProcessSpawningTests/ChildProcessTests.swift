// Apps on other platforms cannot start processes.
#if os(macOS) || os(Linux)
    import Foundation
    import ProcessSpawning
    import TestSupport
    import Testing

    @Suite(.blocking)
    struct ChildProcessTests {
        private func shell(_ script: String, output: ChildProcess.Stream = .null) throws -> ChildProcess {
            try ChildProcess(["sh", "-c", script], output: output)
        }

        @Test(
            arguments: [("exit 0", 0), ("exit 7", 7), ("kill -KILL $$", 137), ("kill -TERM $$", 143)]
                as [(String, Int32)])
        func `the status is that of the exit, or 128 plus the number of the signal`(script: String, status: Int32)
            throws
        {
            try expectEqual(shell(script).wait().status, status)
        }

        @Test func `a file is created for this user only, and emptied by the next program`() throws {
            let folder = try TemporaryDirectory()
            let file = ChildProcess.Stream.file(folder.path + "/output")
            _ = try shell("echo a longer line", output: file).wait()
            try expectEqual(folder.permissions("output"), 0o600)
            _ = try shell("echo short", output: file).wait()
            try expectEqual(folder.bytes("output"), Array("short\n".utf8))
        }

        @Test func `a descriptor is shared with the program`() throws {
            let folder = try TemporaryDirectory()
            try folder.write("first\n", to: "output")
            let file = unsafe open(folder.path + "/output", O_WRONLY | O_APPEND)
            defer { close(file) }
            _ = try shell("echo second", output: .descriptor(file)).wait()
            try expectEqual(folder.bytes("output"), Array("first\nsecond\n".utf8))
        }

        @Test func `without streams, there is nothing to read, and output is lost`() throws {
            try expectEqual(shell("echo out && echo error >&2 && ! read line").wait().status, 0)
        }

        @Test func `a program that runs has not ended, and one that has ended is not waited for again`() throws {
            let program = try ChildProcess(["sleep", "1000"])
            try expectNil(program.endIfEnded())
            expectEqual(kill(program.identifier, SIGKILL), 0)
            try expectEqual(program.wait().status, 137)
            let failure = #expect(throws: ChildProcess.Failure.self) { try program.wait() }
            expectEqual(failure?.errorNumber, ECHILD)
            expectEqual(failure?.description, "cannot run \"sleep\": error \(ECHILD)")
        }

        @Test func `signals that the thread blocks reach the program`() throws {
            var signals = sigset_t()
            var previous = sigset_t()
            unsafe sigemptyset(&signals)
            unsafe sigaddset(&signals, SIGTERM)
            unsafe pthread_sigmask(SIG_BLOCK, &signals, &previous)
            defer { unsafe pthread_sigmask(SIG_SETMASK, &previous, nil) }
            try expectEqual(shell("kill -TERM $$").wait().status, 143)
        }

        @Test func `the end has the processor time and the memory of the program`() throws {
            let idle = try shell("exit 0").wait()
            let busy = try shell("i=0; while [ $i -lt 100000 ]; do i=$((i + 1)); done").wait()
            expect(busy.processorNanoseconds > idle.processorNanoseconds)
            expect(idle.peakMemory > 65_536)
        }

        @Test(arguments: [[], ["no-such-program-at-all"]] as [[String]])
        func `a program that is not there cannot be started`(words: [String]) {
            let failure = #expect(throws: ChildProcess.Failure.self) { try ChildProcess(words) }
            expectEqual(failure?.errorNumber, ENOENT)
            expectEqual(failure?.program, words.first ?? "")
        }
    }
#endif
