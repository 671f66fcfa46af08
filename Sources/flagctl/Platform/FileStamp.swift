#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// What changes about a file when its content does: another file in its place, another size, another time.
struct FileStamp: Hashable, Sendable {
    let device: UInt64
    let file: UInt64
    let size: Int64
    let seconds: Int64
    let nanoseconds: Int64

    /// The stamp of what is at a path now; `nil` where nothing is.
    init?(of path: String) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        device = UInt64(truncatingIfNeeded: status.st_dev)
        file = UInt64(truncatingIfNeeded: status.st_ino)
        size = Int64(truncatingIfNeeded: status.st_size)
        #if canImport(Darwin)
            let time = status.st_mtimespec
        #else
            let time = status.st_mtim
        #endif
        seconds = Int64(truncatingIfNeeded: time.tv_sec)
        nanoseconds = Int64(truncatingIfNeeded: time.tv_nsec)
    }
}
