import FlagStore

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// The error number of a failed system call.
struct SystemError: Error, Hashable {
    let number: Int32

    /// The error of the last failed call on this thread.
    static var last: SystemError { SystemError(number: errno) }

    static let missing = SystemError(number: ENOENT)
    static let isFolder = SystemError(number: EISDIR)
    static let notFolder = SystemError(number: ENOTDIR)

    /// Whether the permissions of a file or of a folder forbid the call.
    var isAboutPermissions: Bool { number == EACCES || number == EPERM }

    /// The system's message, with a lower-case first letter: "permission denied".
    var text: String {
        let text = CMessage.system(number)
        return text.prefix(1).lowercased() + text.dropFirst()
    }

    /// Repeats a call while signals interrupt it.
    ///
    /// - Returns: The result of the call; -1 if it failed.
    static func retryingInterrupts<Number: SignedInteger>(_ call: () -> Number) -> Number {
        while true {
            let result = call()
            if result != -1 || errno != EINTR { return result }
        }
    }
}
