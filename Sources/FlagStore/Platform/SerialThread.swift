import FlagResolver

/// Runs blocking work in order, one item at a time, on a separate thread.
///
/// The thread ends when there is no more work, and another one starts with the next item. If the system has no thread
/// left, the caller's thread does the work.
package final class SerialThread: Sendable {
    package typealias Work = @Sendable () -> Void

    private let state = Locked(State())

    private struct State: Sendable {
        var queue: [Work] = []
        var isRunning = false
    }

    package init() {}

    /// Adds work, and does not wait for it.
    package func enqueue(_ work: @escaping Work) {
        let needsThread = state.withLock { state in
            state.queue.append(work)
            defer { state.isRunning = true }
            return !state.isRunning
        }
        guard needsThread else { return }
        if !OwnThread.start({ [self] in runQueue() }) { runQueue() }
    }

    /// Adds work, and waits for it and for everything that was added before.
    package func run<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result {
        await withCheckedContinuation { continuation in
            enqueue { continuation.resume(returning: work()) }
        }
    }

    private func runQueue() {
        while true {
            let work = state.withLock { state -> [Work] in
                defer { state.queue = [] }
                state.isRunning = !state.queue.isEmpty
                return state.queue
            }
            guard !work.isEmpty else { return }
            for item in work { item() }
        }
    }
}
