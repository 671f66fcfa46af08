#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// This process: its signals, its environment, its end.
enum RunningProcess {
    /// Makes a closed pipe an ordinary error of `write`, and an interrupt an end with the shell's status for it.
    static func handleSignals() {
        signal(SIGPIPE, SIG_IGN)
        signal(SIGINT) { _ in _exit(130) }
    }

    /// Lets time go by; an interrupt ends the process meanwhile.
    static func wait(milliseconds: Int32) {
        _ = poll(nil, 0, milliseconds)
    }

    /// A variable of the environment; `nil` where it is not set.
    static func variable(_ name: String) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        return unsafe String(cString: value)
    }

    /// Ends the process without running what libraries left for the end: everything is written by now.
    static func end(_ status: Int32) -> Never {
        _exit(status)
    }
}
