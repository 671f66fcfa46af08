import FlagResolver
import FlagStore

/// Writes the messages of a server to standard error, on a thread of its own.
///
/// Nobody may be reading: a log collector has stopped, or a terminal is paused. The server must not wait for them. Messages
/// for which there is no room are dropped, and the next ones say how many.
final class ServeLog: Sendable {
    private let state = Locked(State())
    private let output: @Sendable ([UInt8]) -> Void

    private struct State: Sendable {
        /// The bytes that nobody has begun to write.
        var pending: [UInt8] = []
        var droppedCount = 0
        var isWriting = false
    }

    static let maximumByteCount = 256 << 10

    /// - Parameter output: Writes bytes, and returns when they are written. One thread at a time calls it.
    init(output: @escaping @Sendable ([UInt8]) -> Void = { try? StandardStream.error.write($0) }) {
        self.output = output
    }

    /// Adds lines, or drops them if there is no room. Never waits.
    func write(_ lines: [UInt8]) {
        guard !lines.isEmpty else { return }
        let needsThread = state.withLock { state in
            var note: [UInt8] = []
            if state.droppedCount > 0 {
                note = Array(
                    "flagctl serve: \(Count.of(state.droppedCount, "line")) of this log dropped, because nobody read them\n"
                        .utf8)
            }
            guard state.pending.count + note.count + lines.count <= Self.maximumByteCount else {
                state.droppedCount += lines.count { $0 == UInt8(ascii: "\n") }
                return false
            }
            state.pending += note
            state.pending += lines
            state.droppedCount = 0
            defer { state.isWriting = true }
            return !state.isWriting
        }
        guard needsThread else { return }
        if !OwnThread.start({ [self] in writePending() }) { state.withLock { $0.isWriting = false } }
    }

    private func writePending() {
        while true {
            let bytes = state.withLock { state in
                defer { state.pending = [] }
                state.isWriting = !state.pending.isEmpty
                return state.pending
            }
            guard !bytes.isEmpty else { return }
            output(bytes)
        }
    }

    /// Waits until everything is written, but not for long.
    func finish() {
        for _ in 0..<100 where state.withLock({ $0.isWriting }) { OwnThread.pause(milliseconds: 10) }
    }
}
