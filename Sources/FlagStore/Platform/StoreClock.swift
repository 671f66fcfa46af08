#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The time, as a store sees it: two clocks, and waiting.
///
/// Intervals and ages within one run come from the monotonic clock, so that the wall clock may jump without effect. The
/// wall clock only dates what outlives the process, and reads dates that servers send.
public protocol StoreClock: Sendable {
    /// The monotonic time since some fixed moment; it goes on while the device sleeps.
    var monotonicTime: Duration { get }

    /// What the wall clock shows, in seconds since 1970.
    var wallTime: Int64 { get }

    /// Waits until a moment of the monotonic clock.
    ///
    /// - Throws: `CancellationError` if the task is cancelled first.
    func sleep(until deadline: Duration) async throws
}

/// The clocks of the system.
public struct SystemClock: StoreClock {
    private let start = ContinuousClock.now

    /// Clocks whose monotonic time starts now.
    public init() {}

    public var monotonicTime: Duration { start.duration(to: .now) }

    public var wallTime: Int64 {
        var now = timespec()
        // The call writes into the value on this stack frame and fails only for a clock that does not exist.
        guard unsafe clock_gettime(CLOCK_REALTIME, &now) == 0 else { return 0 }
        return Int64(now.tv_sec)
    }

    public func sleep(until deadline: Duration) async throws {
        try await Task.sleep(until: start + deadline, clock: .continuous)
    }
}

extension Duration {
    /// The longest time that a store works with, 136 years. Sums of longer times could overflow.
    static let longest = Duration.seconds(Int64(1) << 32)
}
