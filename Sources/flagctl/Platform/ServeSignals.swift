#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// The signals that a server waits for. They are blocked in all threads and taken by one, so that no handler is needed.
enum ServeSignals {
    enum Request {
        case reload
        case terminate
        case interrupt
    }

    private static let requests: [(number: Int32, request: Request)] = [
        (SIGINT, .interrupt), (SIGTERM, .terminate), (SIGHUP, .reload),
    ]

    /// Blocks the signals in this thread and in all threads that it starts.
    static func block() {
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        for (number, _) in requests { unsafe sigaddset(&signals, number) }
        unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
    }

    /// The request of a signal that has arrived; `nil` if none has.
    static func take() -> Request? {
        var pending = sigset_t()
        guard unsafe sigpending(&pending) == 0 else { return nil }
        for (number, request) in requests where unsafe sigismember(&pending, number) == 1 {
            var wanted = sigset_t()
            var taken: Int32 = 0
            unsafe sigemptyset(&wanted)
            unsafe sigaddset(&wanted, number)
            guard unsafe sigwait(&wanted, &taken) == 0 else { continue }
            return request
        }
        return nil
    }
}
