#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A program that is run to its end, and what the system says it cost.
struct ChildProcess {
    let arguments: [String]

    struct Cost {
        /// Processor time in nanoseconds, of the program and the system for it.
        let nanoseconds: Double

        /// The nanoseconds until the program ended, which are fewer if it uses several cores.
        let elapsedNanoseconds: Double

        /// The most memory that was resident, in bytes.
        ///
        /// Linux counts from before the program was loaded: never less than this process had in use when it started it.
        let peakMemory: Double
    }

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Runs the program with its standard output in a file, and what it tells besides in another one beside it.
    func run(output: String) throws -> Cost {
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
        #else
            var actions = unsafe posix_spawn_file_actions_t()
        #endif
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        let mode = O_WRONLY | O_CREAT | O_TRUNC
        unsafe posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output, mode, 0o600)
        unsafe posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, output + ".messages", mode, 0o600)

        var pointers = unsafe arguments.map { unsafe strdup($0) }
        unsafe pointers.append(nil)
        defer { while let pointer = unsafe pointers.popLast() { unsafe free(pointer) } }
        var child = pid_t()
        let start = ContinuousClock.now
        let status = unsafe posix_spawnp(&child, arguments[0], &actions, nil, pointers, environ)
        guard status == 0 else {
            throw Failure(description: "cannot run \(arguments[0]): error \(status)")
        }
        return try wait(for: child, since: start)
    }

    private func wait(for child: pid_t, since start: ContinuousClock.Instant) throws -> Cost {
        var status: Int32 = 0
        var usage = rusage()
        while unsafe wait4(child, &status, 0, &usage) == -1 {
            guard errno == EINTR else { throw Failure(description: "cannot wait for \(arguments[0]): error \(errno)") }
        }
        let elapsed = start.duration(to: .now).components
        guard status == 0 else {
            throw Failure(description: "\(arguments.joined(separator: " ")) ended with status \(status)")
        }
        let seconds = Double(usage.ru_utime.tv_sec) + Double(usage.ru_stime.tv_sec)
        let microseconds = Double(usage.ru_utime.tv_usec) + Double(usage.ru_stime.tv_usec)
        #if canImport(Darwin)
            let unit = 1.0
        #else
            let unit = 1024.0
        #endif
        return Cost(
            nanoseconds: seconds * 1e9 + microseconds * 1e3,
            elapsedNanoseconds: Double(elapsed.seconds) * 1e9 + Double(elapsed.attoseconds) / 1e9,
            peakMemory: Double(usage.ru_maxrss) * unit)
    }
}
