// Apps on other platforms cannot start processes.
#if os(macOS) || os(Linux)
    import FlagResolver

    #if canImport(Darwin)
        import Darwin
    #elseif canImport(Glibc)
        @unsafe @preconcurrency import Glibc
    #elseif canImport(Musl)
        @unsafe @preconcurrency import Musl
    #endif

    /// A program that runs beside the tests. It is killed when nobody refers to it any more.
    ///
    /// This is not Foundation's `Process`: on Linux, that leaves each program a socket of every other one that is started at
    /// the same time. Each then counts as running until all of them have ended; whoever waits for it keeps a core busy, and
    /// Swift Testing does not notice in the meantime that the process of an exit test has ended.
    package final class TestProcess: Sendable {
        package struct Failure: Error {
            package let program: String
            package let errorNumber: Int32
        }

        private let identifier: pid_t
        private let streams: TemporaryDirectory
        /// `nil` until the system has told it. From then on, the identifier may be that of another process.
        private let knownStatus = Locked<Int32?>(nil)

        /// Starts a program that is found on the search path.
        ///
        /// - Parameters:
        ///   - words: The name or path of the program, and its arguments.
        ///   - environment: Variables to add to those of this process.
        ///   - folder: Its working directory; by default that of this process.
        package init(_ words: [String], environment: [String: String] = [:], in folder: String? = nil) throws {
            streams = try TemporaryDirectory()
            let start = folder.map { ["sh", "-c", "cd \"$0\" && exec \"$@\"", $0] } ?? []
            let variables = environment.map { "\($0.key)=\($0.value)" }
            let command = start + (variables.isEmpty ? [] : ["env"] + variables) + words
            identifier = try Self.start(command, output: streams.path + "/output", error: streams.path + "/error")
        }

        private static func start(_ words: [String], output: String, error: String) throws -> pid_t {
            #if canImport(Darwin)
                var actions: posix_spawn_file_actions_t?
                var attributes: posix_spawnattr_t?
            #else
                var actions = unsafe posix_spawn_file_actions_t()
                var attributes = posix_spawnattr_t()
            #endif
            unsafe posix_spawn_file_actions_init(&actions)
            defer { unsafe posix_spawn_file_actions_destroy(&actions) }
            let mode = O_WRONLY | O_CREAT | O_TRUNC
            unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
            unsafe posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output, mode, 0o600)
            unsafe posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, error, mode, 0o600)

            // The threads of the tests block signals, which programs expect to get.
            unsafe posix_spawnattr_init(&attributes)
            defer { unsafe posix_spawnattr_destroy(&attributes) }
            var signals = sigset_t()
            unsafe sigemptyset(&signals)
            unsafe posix_spawnattr_setsigmask(&attributes, &signals)
            unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))

            var pointers = unsafe words.map { unsafe strdup($0) }
            unsafe pointers.append(nil)
            defer { while let pointer = unsafe pointers.popLast() { unsafe free(pointer) } }
            var identifier = pid_t()
            let number = unsafe posix_spawnp(&identifier, words[0], &actions, &attributes, pointers, environ)
            guard number == 0 else { throw Failure(program: words[0], errorNumber: number) }
            return identifier
        }

        /// Its standard output so far.
        package var output: String { text("output") }

        /// Its standard error so far.
        package var errors: String { text("error") }

        private func text(_ name: String) -> String {
            String(decoding: (try? streams.bytes(name)) ?? [], as: UTF8.self)
        }

        package var isRunning: Bool { status(options: WNOHANG) == nil }

        /// Blocks the thread until the program has ended.
        ///
        /// - Returns: The exit status; 128 plus the number of a signal that ended it.
        @discardableResult
        package func wait() -> Int32 {
            status(options: 0) ?? 127
        }

        /// Ends it without notice, as a system that needs memory does.
        package func kill() {
            knownStatus.withLock { status in
                if status == nil { _ = sendSignal(SIGKILL, to: identifier) }
            }
            wait()
        }

        private func status(options: Int32) -> Int32? {
            knownStatus.withLock { known in
                var word: Int32 = 0
                while known == nil {
                    switch unsafe waitpid(identifier, &word, options) {
                    case identifier:
                        let signal = word & 0x7F
                        known = signal == 0 ? (word >> 8) & 0xFF : 128 + signal
                    case -1 where errno == EINTR: continue
                    case -1: known = 127
                    default: return nil
                    }
                }
                return known
            }
        }

        deinit {
            kill()
        }
    }

    private func sendSignal(_ signal: Int32, to process: pid_t) -> Int32 {
        kill(process, signal)
    }
#endif
