// Apps on other platforms cannot start processes.
#if os(macOS) || os(Linux)
    import FlagResolver
    import ProcessSpawning

    #if canImport(Darwin)
        import Darwin
    #elseif canImport(Glibc)
        @unsafe @preconcurrency import Glibc
    #elseif canImport(Musl)
        @unsafe @preconcurrency import Musl
    #elseif canImport(Android)
        @unsafe @preconcurrency import Android
    #endif

    /// A program that runs beside the tests. It is killed when nobody refers to it any more.
    ///
    /// This is not Foundation's `Process`: on Linux, that leaves each program a socket of every other one that is started at
    /// the same time. Each then counts as running until all of them have ended; whoever waits for it keeps a core busy, and
    /// Swift Testing does not notice in the meantime that the process of an exit test has ended.
    package final class TestProcess: Sendable {
        private let child: ChildProcess
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
            child = try ChildProcess(
                command, output: .file(streams.path + "/output"), error: .file(streams.path + "/error"))
        }

        /// Its standard output so far.
        package var output: String { text("output") }

        /// Its standard error so far.
        package var errors: String { text("error") }

        private func text(_ name: String) -> String {
            String(decoding: (try? streams.bytes(name)) ?? [], as: UTF8.self)
        }

        package var isRunning: Bool { status(waits: false) == nil }

        /// Blocks the thread until the program has ended.
        ///
        /// - Returns: The exit status; 128 plus the number of a signal that ended it.
        @discardableResult
        package func wait() -> Int32 {
            status(waits: true) ?? 127
        }

        /// Ends it without notice, as a system that needs memory does.
        package func kill() {
            knownStatus.withLock { status in
                if status == nil { _ = sendSignal(SIGKILL, to: child.identifier) }
            }
            wait()
        }

        /// Suspends it: it stays in memory, and does not run.
        package func suspend() {
            knownStatus.withLock { status in
                if status == nil { _ = sendSignal(SIGSTOP, to: child.identifier) }
            }
        }

        private func status(waits: Bool) -> Int32? {
            knownStatus.withLock { known in
                if known == nil {
                    do throws(ChildProcess.Failure) {
                        known = waits ? try child.wait().status : try child.endIfEnded()?.status
                    } catch {
                        known = 127
                    }
                }
                return known
            }
        }

        deinit {
            kill()
        }
    }

    extension TestProcess {
        /// Whether a file system can be mounted here that only one process sees.
        package static let canMount: Bool = {
            guard let folder = try? TemporaryDirectory() else { return false }
            let mount = "mount -t tmpfs -o size=64k tmpfs \"$0\""
            return (try? TestProcess(["unshare", "-rm", "sh", "-c", mount, folder.path]))?.wait() == 0
        }()
    }

    private func sendSignal(_ signal: Int32, to process: pid_t) -> Int32 {
        kill(process, signal)
    }
#endif
