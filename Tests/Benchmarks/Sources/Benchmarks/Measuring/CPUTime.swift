#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// Processor time: what work costs, however busy the machine is with something else.
enum CPUTime {
    /// Nanoseconds of this process so far.
    static func now() -> Double {
        read(CLOCK_PROCESS_CPUTIME_ID)
    }

    /// Nanoseconds of this thread so far.
    static func ofThread() -> Double {
        read(CLOCK_THREAD_CPUTIME_ID)
    }

    private static func read(_ clock: clockid_t) -> Double {
        var time = timespec()
        unsafe clock_gettime(clock, &time)
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }
}
