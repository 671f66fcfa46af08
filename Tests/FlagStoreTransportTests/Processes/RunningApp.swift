// Apps on other platforms cannot start processes.
#if os(macOS) || os(Linux)
    import TestSupport

    /// The example app as a process of its own.
    final class RunningApp: Sendable {
        private let process: TestProcess

        /// The path of the app, which is built beside the tests.
        static let path = BuiltProgram.path(of: "ExampleApp")

        /// Starts the app.
        ///
        /// - Parameter environment: Variables to add to those of this process.
        convenience init(_ arguments: [String], environment: [String: String] = [:]) throws {
            try self.init([Self.path] + arguments, environment)
        }

        /// Starts a shell script in a private mount namespace; `"$app"` is the app.
        convenience init(shell script: String, environment: [String: String] = [:]) throws {
            try self.init(["unshare", "-rm", "sh", "-c", "app='\(Self.path)'\n\(script)"], environment)
        }

        private init(_ words: [String], _ environment: [String: String]) throws {
            process = try TestProcess(words, environment: environment)
        }

        /// Its standard output so far.
        var output: String { process.output }

        /// Its standard error so far.
        var errors: String { process.errors }

        /// Kills it without notice, as a system that needs memory does.
        func kill() {
            process.kill()
        }

        /// Suspends it, as a system that shows another app does.
        func suspend() {
            process.suspend()
        }

        /// Waits until it exits.
        func status() async -> Int32 {
            await eventually { !process.isRunning }
            if process.isRunning { kill() }
            return process.wait()
        }

        /// Blocks the thread until it exits.
        func statusNow() -> Int32 {
            process.wait()
        }

        /// Waits until its output contains a text.
        func writes(_ text: String) async -> Bool {
            await eventually { output.contains(text) }
            return output.contains(text)
        }
    }
#endif
