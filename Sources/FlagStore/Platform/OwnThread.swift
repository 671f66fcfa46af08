import FlagResolver

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// A thread for blocking work, which must not run on Swift's shared threads.
///
/// The signal SIGPIPE is blocked on it: a library that writes to a connection that the other side has closed gets an
/// error, and the process continues.
package enum OwnThread {
    /// Runs work on a new thread, and does not wait for it.
    ///
    /// - Returns: Whether the thread was started; the system may have no more.
    package static func start(_ work: @escaping @Sendable () -> Void) -> Bool {
        let box = unsafe Unmanaged.passRetained(Work(work))
        #if canImport(Darwin)
            var thread: pthread_t?
        #else
            var thread = pthread_t()
        #endif
        // The thread releases the reference that was retained above.
        let status = unsafe pthread_create(&thread, nil, runWork, box.toOpaque())
        guard status == 0 else {
            unsafe box.release()
            return false
        }
        #if canImport(Darwin)
            if let thread = unsafe thread { unsafe pthread_detach(thread) }
        #else
            _ = pthread_detach(thread)
        #endif
        return true
    }
}

extension OwnThread {
    /// Blocks the thread for a time, or until the work is cancelled.
    package static func pause(_ duration: Duration, unless cancellation: Cancellation) {
        let end = ContinuousClock.now + duration
        while !cancellation.isCancelled, case let left = ContinuousClock.now.duration(to: end), left > .zero {
            pause(milliseconds: left < .milliseconds(200) ? Int32(left / .milliseconds(1)) + 1 : 200)
        }
    }

    /// Blocks the thread for a time.
    package static func pause(milliseconds: Int32) {
        _ = poll(nil, 0, milliseconds)
    }
}

/// A cancellation flag for work on another thread.
package final class Cancellation: Sendable {
    private let state = Locked(false)

    package init() {}

    package var isCancelled: Bool { state.withLock { $0 } }

    package func cancel() {
        state.withLock { $0 = true }
    }
}

private func blockBrokenPipes() {
    var signals = sigset_t()
    // The calls write into this local value and read it.
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, SIGPIPE)
    _ = unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
}

private final class Work: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) {
        self.body = body
    }
}

#if canImport(Darwin)
    private func runWork(_ argument: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
        blockBrokenPipes()
        unsafe Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
        return nil
    }
#else
    private func runWork(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        guard let argument = unsafe argument else { return nil }
        blockBrokenPipes()
        unsafe Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
        return nil
    }
#endif
