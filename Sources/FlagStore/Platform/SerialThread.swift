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
        /// What is done when ``queue`` is empty.
        var later: [(name: String?, work: Work)] = []
        var isRunning = false
    }

    package init() {}

    /// Adds work, and does not wait for it.
    package func enqueue(_ work: @escaping Work) {
        add { $0.queue.append(work) }
    }

    /// Adds work that is done when no other work waits, and does not wait for it.
    ///
    /// - Parameter name: Work of the same name that still waits is not done any more; `nil` to do all of it.
    package func enqueueLater(_ name: String?, _ work: @escaping Work) {
        add { state in
            if name != nil { state.later.removeAll { $0.name == name } }
            state.later.append((name, work))
        }
    }

    private func add(_ change: @Sendable (inout State) -> Void) {
        let needsThread = state.withLock { state in
            change(&state)
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

    /// Waits for everything that was added before, and for the work that is done later.
    package func finish() async {
        await withCheckedContinuation { continuation in
            enqueueLater(nil) { continuation.resume() }
        }
    }

    private func runQueue() {
        while true {
            let work = state.withLock { state -> [Work] in
                defer { state.queue = [] }
                if state.queue.isEmpty, !state.later.isEmpty { return [state.later.removeFirst().work] }
                state.isRunning = !state.queue.isEmpty
                return state.queue
            }
            guard !work.isEmpty else { return }
            for item in work { item() }
        }
    }
}
