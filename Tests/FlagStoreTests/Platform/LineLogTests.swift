import FlagResolver
import FlagStore
import TestSupport
import Testing

/// Lines for people, read or not.
@Suite(.blocking)
struct LineLogTests {
    /// A reader that waits until it may go on.
    private final class Reader: Sendable {
        let text = Locked("")
        let mayRead = Locked(false)

        func read(_ bytes: [UInt8]) {
            while !mayRead.withLock({ $0 }) { OwnThread.pause(milliseconds: 1) }
            text.withLock { $0 += String(decoding: bytes, as: UTF8.self) }
        }
    }

    private static func log(_ reader: Reader) -> LineLog {
        LineLog(dropNote: { "dropped \($0) lines" }, output: { reader.read($0) })
    }

    @Test func `messages arrive in order`() {
        let reader = Reader()
        reader.mayRead.withLock { $0 = true }
        let log = Self.log(reader)
        for number in 0..<100 { log.write(Array("\(number)\n".utf8)) }
        log.finish()
        expectEqual(reader.text.withLock { $0 }, (0..<100).map { "\($0)\n" }.joined())
    }

    @Test func `messages that nobody reads are dropped and counted, and nobody waits`() {
        let reader = Reader()
        let log = Self.log(reader)
        let line = Array((String(repeating: "x", count: 1_023) + "\n").utf8)
        let capacity = LineLog.maximumByteCount / line.count
        // The reader goes on only after this loop: a log that waited for it would never end.
        for _ in 0..<capacity * 3 { log.write(line) }
        reader.mayRead.withLock { $0 = true }
        log.finish()
        log.write(Array("later\n".utf8))
        log.finish()
        let lines = reader.text.withLock { $0 }.split(separator: "\n")
        let kept = lines.count { $0.hasPrefix("x") }
        expect(capacity...(capacity * 2) ~= kept)
        // The thread may have begun to write in between, so that there is more than one note.
        let notes = lines.filter { $0.hasPrefix("dropped ") }
        let dropped = notes.reduce(0) { $0 + ($1.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) }
        expectEqual(kept + dropped, capacity * 3, "\(notes)")
        expect(lines.count == kept + notes.count + 1 && lines.last == "later" && lines.dropLast().last == notes.last)
    }
}
