import TestSupport

@testable import flagctl

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// Runs the program without a process of its own.
///
/// Paths are relative to the working folder, which a thread of its own can have: the threads of ``BlockingTestsTrait`` leave
/// that of the process.
enum ProgramInProcess {
    /// Commands that end with a signal, or ask a question.
    private static let commandsForProcesses: Set<String> = ["serve", "publish", "rollback"]

    /// - Returns: `nil` if only a process shows what the run does: it reads standard input or a descriptor, keeps running, or
    ///   the test is about another program, which `FLAGCTL` names.
    static func run(_ arguments: [String], in folder: String) -> Run? {
        guard isPossible, !commandsForProcesses.contains(arguments.first ?? ""),
            !arguments.contains(where: { $0 == "-" || $0 == "--watch" || $0.contains("/dev/") || $0.hasSuffix("=-") }),
            #available(macOS 15, *), BlockingTestsTrait.ownsCurrentThread, WorkingFolder.belongsToThread
        else { return nil }
        guard let previous = try? FileSystem.resolved("."), unsafe chdir(folder) == 0 else { return nil }
        defer { _ = unsafe chdir(previous) }
        var session = Session()
        session.output = TextBuffer()
        let status = Program.run(arguments, in: &session)
        return Run(output: session.output.text, error: session.messages.text, status: status.rawValue)
    }

    /// Whether the environment lets runs be compared with their expected outputs.
    private static let isPossible: Bool = {
        let variables = [
            "COLUMNS", "NO_COLOR", "FORCE_COLOR", "FLAGCTL", "FLAGCTL_CONFIG", "FLAGCTL_EXCLUDE", "FLAGCTL_FAIL_ON",
            "FLAGCTL_FORMAT", "FLAGCTL_POLICY", "FLAGCTL_RELEASES", "FLAGCTL_SEVERITY",
        ]
        return variables.allSatisfy { RunningProcess.variable($0) == nil }
    }()
}

/// A working folder for each thread.
private enum WorkingFolder {
    /// Whether the current thread has a working folder of its own. It gets one if the system allows it.
    static var belongsToThread: Bool {
        #if canImport(Darwin)
            return false
        #else
            // The C library declares the function only with GNU extensions. Repeating it is harmless.
            guard let function = unshare else { return false }
            let fileSystemFlag: Int32 = 0x200
            return function(fileSystemFlag) == 0
        #endif
    }

    #if !canImport(Darwin)
        private typealias Unshare = @convention(c) (Int32) -> Int32

        private static let unshare: Unshare? = unsafe dlsym(nil, "unshare").map {
            unsafe unsafeBitCast($0, to: Unshare.self)
        }
    #endif
}
