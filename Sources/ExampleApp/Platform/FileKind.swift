#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// The kind of a file.
enum FileKind {
    /// Whether a path refers to a directory, following symbolic links.
    static func isDirectory(_ path: String) -> Bool {
        var status = stat()
        // The call writes into this local value.
        return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
