#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// Ends the process.
enum Process {
    static func fail() -> Never {
        exit(1)
    }
}
