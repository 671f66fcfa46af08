import FlagResolver

/// Writes lines for people, such as those on standard error, on a thread of its own.
///
/// Nobody may be reading: a log collector has stopped, or a terminal is paused. A server, or the read of a setting that reports
/// a problem, must not wait for them. Lines for which there is no room are dropped, and the next ones say how many.
package final class LineLog: Sendable {
    private let state = Locked(State())
    private let dropNote: @Sendable (Int) -> String
    private let output: @Sendable ([UInt8]) -> Void

    private struct State: Sendable {
        /// The bytes that nobody has begun to write.
        var pending: [UInt8] = []
        var droppedCount = 0
        var isWriting = false
    }

    package static let maximumByteCount = 256 << 10

    /// - Parameters:
    ///   - dropNote: The line that says how many lines were dropped.
    ///   - output: Writes bytes, and returns when they are written. One thread at a time calls it.
    package init(dropNote: @escaping @Sendable (Int) -> String, output: @escaping @Sendable ([UInt8]) -> Void) {
        self.dropNote = dropNote
        self.output = output
    }

    /// Adds lines, or drops them if there is no room. Never waits.
    package func write(_ lines: [UInt8]) {
        guard !lines.isEmpty else { return }
        let needsThread = state.withLock { state in
            let note = state.droppedCount > 0 ? Array((dropNote(state.droppedCount) + "\n").utf8) : []
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
    package func finish() {
        for _ in 0..<100 where state.withLock({ $0.isWriting }) { OwnThread.pause(milliseconds: 10) }
    }
}
