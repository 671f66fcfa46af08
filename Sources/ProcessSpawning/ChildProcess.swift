#if canImport(Darwin)
    package import Darwin
#elseif canImport(Glibc)
    @unsafe @preconcurrency package import Glibc
#elseif canImport(Musl)
    @unsafe @preconcurrency package import Musl
#elseif canImport(Android)
    @unsafe @preconcurrency package import Android
#endif

/// A program that this process has started.
package struct ChildProcess: Sendable {
    /// What one of the three standard streams of the program is.
    package enum Stream {
        /// There is nothing to read, and what is written is lost.
        case null
        /// An open descriptor of this process.
        case descriptor(Int32)
        /// A file to write to: it is created for this user only, or emptied.
        case file(String)
    }

    /// The program cannot be started, or cannot be waited for.
    package struct Failure: Error, CustomStringConvertible {
        /// The name or path of the program; empty if none was given.
        package let program: String
        /// An error number of the system, as in `errno`.
        package let errorNumber: Int32

        package var description: String { "cannot run \"\(program)\": error \(errorNumber)" }
    }

    /// How the program ended.
    package struct End {
        /// The exit status; 128 plus the signal number if a signal ended the program, as in shells.
        package let status: Int32
        /// The processor time in nanoseconds, of the program and the system for it.
        package let processorNanoseconds: Double
        /// The most memory that was resident, in bytes.
        package let peakMemory: Double

        fileprivate init(word: Int32, _ usage: rusage) {
            let signal = word & 0x7F
            status = signal == 0 ? (word >> 8) & 0xFF : 128 + signal
            let seconds = Double(usage.ru_utime.tv_sec) + Double(usage.ru_stime.tv_sec)
            let microseconds = Double(usage.ru_utime.tv_usec) + Double(usage.ru_stime.tv_usec)
            processorNanoseconds = seconds * 1e9 + microseconds * 1e3
            #if canImport(Darwin)
                peakMemory = Double(usage.ru_maxrss)
            #else
                peakMemory = Double(usage.ru_maxrss) * 1024
            #endif
        }
    }

    /// The name or path of the program.
    private let program: String
    package let identifier: pid_t

    /// Waits until the program has ended. After that, the system may give its identifier to another process.
    package func wait() throws(Failure) -> End {
        while true {
            if let end = try end(options: 0) { return end }
        }
    }

    /// How the program ended; `nil` if it is running. After the end, the system may give its identifier to another process.
    package func endIfEnded() throws(Failure) -> End? {
        try end(options: WNOHANG)
    }

    private func end(options: Int32) throws(Failure) -> End? {
        var word: Int32 = 0
        var usage = rusage()
        while true {
            switch unsafe wait4(identifier, &word, options, &usage) {
            case identifier: return End(word: word, usage)
            case 0: return nil
            case _ where errno == EINTR: continue
            default: throw Failure(program: program, errorNumber: errno)
            }
        }
    }
}

#if os(tvOS) || os(watchOS)
    extension ChildProcess {
        /// On these systems, apps cannot start programs.
        package init(
            _ words: [String], environment: [String]? = nil, input: Stream = .null, output: Stream = .null,
            error: Stream = .null
        ) throws(Failure) {
            throw Failure(program: words.first ?? "", errorNumber: ENOTSUP)
        }
    }
#else
    extension ChildProcess {
        /// Starts a program.
        ///
        /// No signal is blocked for it, and `SIGPIPE` ends it, even if this process blocks or ignores signals.
        ///
        /// - Parameters:
        ///   - words: The name of the program, which is looked up on the search path, or its path; then its arguments.
        ///   - environment: The variables of the program, as `NAME=VALUE`; `nil` for those of this process.
        package init(
            _ words: [String], environment: [String]? = nil, input: Stream = .null, output: Stream = .null,
            error: Stream = .null
        ) throws(Failure) {
            program = words.first ?? ""
            #if canImport(Darwin)
                var actions: posix_spawn_file_actions_t?
                var attributes: posix_spawnattr_t?
            #else
                var actions = unsafe posix_spawn_file_actions_t()
                var attributes = posix_spawnattr_t()
            #endif
            unsafe posix_spawn_file_actions_init(&actions)
            defer { unsafe posix_spawn_file_actions_destroy(&actions) }
            for (stream, number) in [(input, STDIN_FILENO), (output, STDOUT_FILENO), (error, STDERR_FILENO)] {
                switch stream {
                case .null: unsafe posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0)
                case .descriptor(let own): unsafe posix_spawn_file_actions_adddup2(&actions, own, number)
                case .file(let path):
                    let mode = O_WRONLY | O_CREAT | O_TRUNC
                    unsafe posix_spawn_file_actions_addopen(&actions, number, path, mode, 0o600)
                }
            }

            unsafe posix_spawnattr_init(&attributes)
            defer { unsafe posix_spawnattr_destroy(&attributes) }
            var defaults = sigset_t()
            unsafe sigemptyset(&defaults)
            unsafe sigaddset(&defaults, SIGPIPE)
            unsafe posix_spawnattr_setsigdefault(&attributes, &defaults)
            var blocked = sigset_t()
            unsafe sigemptyset(&blocked)
            unsafe posix_spawnattr_setsigmask(&attributes, &blocked)
            unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))

            let arguments = unsafe Self.cStrings(words)
            let variables = unsafe environment.map { unsafe Self.cStrings($0) }
            var texts = unsafe arguments + (variables ?? [])
            defer { while let text = unsafe texts.popLast() { unsafe free(text) } }
            #if canImport(Darwin)
                let inherited = unsafe _NSGetEnviron().pointee
            #else
                let inherited = unsafe environ
            #endif
            var child = pid_t()
            let number =
                if let variables = unsafe variables {
                    unsafe posix_spawnp(&child, program, &actions, &attributes, arguments, variables)
                } else {
                    unsafe posix_spawnp(&child, program, &actions, &attributes, arguments, inherited)
                }
            guard number == 0 else { throw Failure(program: program, errorNumber: number) }
            identifier = child
        }

        /// The texts as C strings, to be freed, and a null pointer at the end.
        private static func cStrings(_ texts: [String]) -> [UnsafeMutablePointer<CChar>?] {
            unsafe texts.map { unsafe strdup($0) } + [nil]
        }
    }
#endif
