#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// The clocks of a store.
///
/// Intervals and ages within a run use the monotonic clock, so jumps of the wall clock have no effect. The wall clock is
/// used only for what outlives the process, and for dates that servers send.
public protocol StoreClock: Sendable {
    /// The monotonic time since a fixed moment; it continues while the device sleeps.
    var monotonicTime: Duration { get }

    /// The wall clock time, in seconds since 1970.
    var wallTime: Int64 { get }

    /// Waits until a monotonic time.
    ///
    /// - Throws: `CancellationError` if the task is cancelled first.
    func sleep(until deadline: Duration) async throws

    /// Waits until a monotonic time, or a little longer.
    ///
    /// The default waits without a tolerance.
    ///
    /// - Parameters:
    ///   - deadline: The monotonic time.
    ///   - tolerance: How much longer it may wait, so that the system can wake the device for several timers at once.
    /// - Throws: `CancellationError` if the task is cancelled first.
    func sleep(until deadline: Duration, tolerance: Duration) async throws
}

extension StoreClock {
    public func sleep(until deadline: Duration, tolerance: Duration) async throws {
        try await sleep(until: deadline)
    }
}

/// The clocks of the system.
public struct SystemClock: StoreClock {
    private let start = ContinuousClock.now

    /// Creates clocks whose monotonic time starts now.
    public init() {}

    public var monotonicTime: Duration { start.duration(to: .now) }

    public var wallTime: Int64 {
        var now = timespec()
        // The call writes into this local value, and fails only for an unknown clock.
        guard unsafe clock_gettime(CLOCK_REALTIME, &now) == 0 else { return 0 }
        return Int64(now.tv_sec)
    }

    public func sleep(until deadline: Duration) async throws {
        try await Task.sleep(until: start + deadline, clock: .continuous)
    }

    public func sleep(until deadline: Duration, tolerance: Duration) async throws {
        try await Task.sleep(until: start + deadline, tolerance: max(Duration.zero, tolerance), clock: .continuous)
    }
}

extension Duration {
    /// The longest duration that a store uses, 136 years. Sums of longer ones could overflow.
    static let maximum = Duration.seconds(Int64(1) << 32)
}
