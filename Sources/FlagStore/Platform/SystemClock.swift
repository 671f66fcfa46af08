#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

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
