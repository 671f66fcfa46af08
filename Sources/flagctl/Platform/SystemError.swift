#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A failed call of the operating system, as its error number.
struct SystemError: Error, Hashable {
    let number: Int32

    /// The error of the call that failed just now on this thread.
    static var last: SystemError { SystemError(number: errno) }

    static let missing = SystemError(number: ENOENT)
    static let isFolder = SystemError(number: EISDIR)
    static let notFolder = SystemError(number: ENOTDIR)

    /// The system's own words, in lower case as the rest of a message is: "permission denied".
    var text: String {
        guard let words = unsafe strerror(number) else { return "system error \(number)" }
        let text = unsafe String(cString: words)
        return text.prefix(1).lowercased() + text.dropFirst()
    }

    /// Runs a call again for as long as a signal interrupts it.
    ///
    /// - Returns: what the call gave, -1 for a failure, as the C library has it.
    static func retryingInterrupts<Number: SignedInteger>(_ call: () -> Number) -> Number {
        while true {
            let result = call()
            if result != -1 || errno != EINTR { return result }
        }
    }
}
