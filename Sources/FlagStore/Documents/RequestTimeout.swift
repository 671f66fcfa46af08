import FlagResolver

/// Ends the current request at its deadline.
///
/// There is one timer for all requests, which looks for the current deadline when it fires. A timer for each would stay in
/// memory until its time has come, although its request was answered long before: the system keeps cancelled timers.
final class RequestTimeout: Sendable {
    private let clock: any StoreClock
    private let state = Locked(State())

    private struct State: Sendable {
        /// The deadline of the current request, and what happens then.
        var deadline: Duration?
        var expire: (@Sendable () -> Void)?
        var timer: Task<Void, Never>?
        var isStopped = false
    }

    init(clock: any StoreClock) {
        self.clock = clock
    }

    /// Starts the time of a request, of which there is one at a time.
    ///
    /// - Parameters:
    ///   - deadline: The monotonic time of its end, not earlier than that of the request before.
    ///   - expire: Called at that time, unless the request has ended.
    func start(at deadline: Duration, expire: @escaping @Sendable () -> Void) {
        state.withLock { state in
            guard !state.isStopped else { return }
            (state.deadline, state.expire) = (deadline, expire)
            guard state.timer == nil else { return }
            state.timer = Task { [weak self, clock] in
                var next: Duration? = deadline
                while let deadline = next, (try? await clock.sleep(until: deadline)) != nil { next = self?.fire() }
            }
        }
    }

    /// Ends the time of the current request.
    func end() {
        state.withLock { ($0.deadline, $0.expire) = (nil, nil) }
    }

    /// Stops the timer for ever.
    func stop() {
        let timer = state.withLock { state in
            (state.deadline, state.expire, state.isStopped) = (nil, nil, true)
            defer { state.timer = nil }
            return state.timer
        }
        timer?.cancel()
    }

    /// Lets the current request expire if its time is over; returns the next deadline, `nil` if there is none.
    private func fire() -> Duration? {
        let now = clock.monotonicTime
        let (expire, next) = state.withLock { state -> ((@Sendable () -> Void)?, Duration?) in
            if let deadline = state.deadline, deadline > now { return (nil, deadline) }
            let expire = state.expire
            (state.deadline, state.expire, state.timer) = (nil, nil, nil)
            return (expire, nil)
        }
        expire?()
        return next
    }
}
