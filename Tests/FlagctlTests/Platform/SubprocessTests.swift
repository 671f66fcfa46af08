import TestSupport
import Testing

@testable import flagctl

@Suite(.blocking)
struct SubprocessTests {
    @Test func `output, error and status come back`() throws {
        let run = try Subprocess.run("sh", ["-c", "printf out; printf err >&2; exit 7"], atMost: 100)
        expectEqual(String(decoding: run.output, as: UTF8.self), "out")
        expectEqual(String(decoding: run.error, as: UTF8.self), "err")
        expectEqual(run.status, 7)
    }

    @Test func `much on both streams is no deadlock`() throws {
        let script = "head -c 3000000 /dev/zero >&2; head -c 3000000 /dev/zero"
        let run = try Subprocess.run("sh", ["-c", script], atMost: .max)
        expectEqual(run.output.count, 3_000_000)
        expectEqual(run.error.count, 3_000_000)
    }

    @Test func `a program that never stops writing is left to its closed pipe`() throws {
        let run = try Subprocess.run("cat", ["/dev/zero"], atMost: 100_000)
        expect(run.output.count >= 100_000)
        expectEqual(run.status, 128 + 13)
    }

    @Test func `a program that is not there is missing`() {
        #expect(throws: SystemError.missing) { try Subprocess.run("no-such-program-at-all", [], atMost: 1) }
    }

    @Test func `standard input is empty`() throws {
        try expect(Subprocess.run("cat", [], atMost: 1).output.isEmpty)
    }
}
