#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// What the system says about a file without its being read: another fingerprint, perhaps other bytes.
struct FileFingerprint: Hashable, Sendable {
    let device: UInt64
    let number: UInt64
    let byteCount: Int64
    let modification: Duration
    let change: Duration

    /// The fingerprint of what a path leads to, symbolic links followed; `nil` if that is nothing.
    init?(of path: String) {
        var status = stat()
        // The call writes into the value on this stack frame.
        guard unsafe stat(path, &status) == 0 else { return nil }
        device = UInt64(truncatingIfNeeded: status.st_dev)
        number = UInt64(truncatingIfNeeded: status.st_ino)
        byteCount = Int64(truncatingIfNeeded: status.st_size)
        #if canImport(Darwin)
            (modification, change) = (Duration(status.st_mtimespec), Duration(status.st_ctimespec))
        #else
            (modification, change) = (Duration(status.st_mtim), Duration(status.st_ctim))
        #endif
    }
}

extension Duration {
    fileprivate init(_ time: timespec) {
        self = .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
    }
}
