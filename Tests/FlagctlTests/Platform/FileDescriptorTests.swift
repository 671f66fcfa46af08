import TestSupport
import Testing

@testable import flagctl

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// Pipes that another program has made non-blocking, as Node.js and ssh do.
@Suite(.blocking)
struct FileDescriptorTests {
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
        try #require(try scratch.shell("mkfifo pipe").status == 0)
    }

    private var pipe: String { scratch.path + "/pipe" }

    @Test func `everything is written to a pipe that does not block`() throws {
        let reader = try TestProcess(["sh", "-c", "wc -c < pipe"], in: scratch.path)
        try write(count: 8_000_000)
        expectEqual(reader.wait(), 0)
        expectEqual(Int(reader.output.filter { $0.isNumber }), 8_000_000)
    }

    private func write(count: Int) throws {
        let end = try FileDescriptor.writing(pipe)
        expectEqual(fcntl(end.number, F_SETFL, O_NONBLOCK), 0)
        try FileDescriptor.writeAll([UInt8](repeating: 7, count: count), to: end.number)
    }

    @Test func `everything is read from a pipe that does not block`() throws {
        let writer = try TestProcess(
            ["sh", "-c", "exec > pipe; for i in 1 2 3 4 5 6 7 8 9; do head -c 9000 /dev/zero; done"], in: scratch.path)
        let end = try FileDescriptor.reading(pipe)
        expectEqual(fcntl(end.number, F_SETFL, O_NONBLOCK), 0)
        try expectEqual(end.readAll(atMost: 1_000_000).count, 81_000)
        expectEqual(writer.wait(), 0)
    }
}
