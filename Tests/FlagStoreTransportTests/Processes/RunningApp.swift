// Apps on other platforms cannot start processes.
#if os(macOS) || os(Linux)
    import FlagResolver
    import Foundation
    import TestSupport

    /// The example app as a process of its own.
    final class RunningApp: Sendable {
        private let process: Locked<Process>
        private let streams: TemporaryDirectory

        /// The path of the app, which is built beside the tests.
        static let path: String = {
            var place = CommandLine.arguments.first ?? ""
            #if os(Linux)
                place = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? place
            #endif
            var folder = URL(fileURLWithPath: place)
            // On macOS the tests are a bundle, several folders below the products.
            while folder.path != "/" {
                folder.deleteLastPathComponent()
                let candidate = folder.appendingPathComponent("ExampleApp").path
                if FileManager.default.isExecutableFile(atPath: candidate) { return candidate }
            }
            return "ExampleApp"
        }()

        /// Starts the app.
        ///
        /// - Parameter environment: Variables to add to those of this process.
        convenience init(_ arguments: [String], environment: [String: String] = [:]) throws {
            try self.init(program: Self.path, arguments, environment)
        }

        /// Starts a shell script in a private mount namespace; `"$app"` is the app.
        convenience init(shell script: String, environment: [String: String] = [:]) throws {
            let words = ["unshare", "-rm", "sh", "-c", "app='\(Self.path)'\n\(script)"]
            try self.init(program: "/usr/bin/env", words, environment)
        }

        private init(program: String, _ arguments: [String], _ environment: [String: String]) throws {
            streams = try TemporaryDirectory()
            let process = Process()
            process.executableURL = URL(fileURLWithPath: program)
            process.arguments = arguments
            process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
            process.standardInput = FileHandle.nullDevice
            for name in ["output", "error"] { try streams.write("", to: name) }
            process.standardOutput = FileHandle(forWritingAtPath: streams.path + "/output")
            process.standardError = FileHandle(forWritingAtPath: streams.path + "/error")
            try process.run()
            self.process = Locked(process)
        }

        /// Its standard output so far.
        var output: String { text("output") }

        /// Its standard error so far.
        var errors: String { text("error") }

        private func text(_ name: String) -> String {
            String(decoding: (try? streams.bytes(name)) ?? [], as: UTF8.self)
        }

        private var isRunning: Bool { process.withLock { $0.isRunning } }

        /// Kills it without notice, as a system that needs memory does.
        func kill() {
            process.withLock { process in
                sendKill(to: process.processIdentifier)
                process.waitUntilExit()
            }
        }

        /// Waits until it exits.
        func status() async -> Int32 {
            await eventually { !isRunning }
            if isRunning { kill() }
            return process.withLock { $0.terminationStatus }
        }

        /// Blocks the thread until it exits.
        func statusNow() -> Int32 {
            process.withLock { process in
                process.waitUntilExit()
                return process.terminationStatus
            }
        }

        /// Waits until its output contains a text.
        func writes(_ text: String) async -> Bool {
            await eventually { output.contains(text) }
            return output.contains(text)
        }

        deinit {
            if isRunning { kill() }
        }
    }
#endif
