#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// The metadata that changes when the content of a file may have changed.
package struct FileFingerprint: Hashable, Sendable {
    package let device: UInt64
    package let number: UInt64
    package let byteCount: Int64
    package let modification: Duration
    package let change: Duration

    /// The fingerprint of the file at a path, following symbolic links; `nil` if there is none.
    package init?(of path: String) {
        var status = stat()
        // The call writes into this local value.
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
