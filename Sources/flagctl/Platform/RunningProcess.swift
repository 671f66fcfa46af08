#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// This process: its signals, its environment, its exit.
enum RunningProcess {
    /// Makes a closed pipe, and a file over the size limit, ordinary errors of `write`. SIGINT exits with 130, as in shells.
    static func handleSignals() {
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
        signal(SIGINT) { _ in _exit(130) }
    }

    /// Runs a closure and defers the signals that would end the process.
    static func deferringSignals<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) {
        var signals = sigset_t()
        var previous = sigset_t()
        unsafe sigemptyset(&signals)
        for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] { unsafe sigaddset(&signals, number) }
        unsafe pthread_sigmask(SIG_BLOCK, &signals, &previous)
        defer { unsafe pthread_sigmask(SIG_SETMASK, &previous, nil) }
        try body()
    }

    /// Waits. SIGINT still ends the process.
    static func wait(milliseconds: Int32) {
        _ = poll(nil, 0, milliseconds)
    }

    /// An environment variable; `nil` if it is not set.
    static func variable(_ name: String) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        return unsafe String(cString: value)
    }

    /// All environment variables, as `NAME=VALUE`.
    static var environment: [String] {
        let first: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
        #if canImport(Darwin)
            unsafe first = _NSGetEnviron().pointee
        #else
            unsafe first = environ
        #endif
        guard let variables = unsafe first else { return [] }
        var found: [String] = []
        while let variable = unsafe variables[found.count] { found.append(unsafe String(cString: variable)) }
        return found
    }

    /// The name of the user in the system's list of users; `nil` if the list lacks it, as is common in containers.
    static var userName: String? {
        var entry = unsafe passwd()
        var found: UnsafeMutablePointer<passwd>?
        var texts = [CChar](repeating: 0, count: 16_384)
        return unsafe texts.withUnsafeMutableBufferPointer { texts in
            guard let start = texts.baseAddress,
                unsafe getpwuid_r(geteuid(), &entry, start, texts.count, &found) == 0,
                let name = unsafe found?.pointee.pw_name
            else { return nil }
            return unsafe String(cString: name)
        }
    }

    /// Ends the process without exit handlers, after everything has been written.
    static func end(_ status: Int32) -> Never {
        _exit(status)
    }
}
