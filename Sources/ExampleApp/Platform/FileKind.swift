#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// What there is at a path.
enum FileKind {
    /// Whether a path leads to a directory, symbolic links followed.
    static func isDirectory(_ path: String) -> Bool {
        var status = stat()
        // The call writes into the value on this stack frame.
        return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
