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

/// The date of the system.
enum WallClock {
    static var now: Instant {
        var time = timespec()
        // The call writes into this local value, and fails only for an unknown clock.
        guard unsafe clock_gettime(CLOCK_REALTIME, &time) == 0 else { return Instant(seconds: 0) }
        return Instant(seconds: Int64(time.tv_sec), nanoseconds: Int32(clamping: time.tv_nsec))
    }
}
