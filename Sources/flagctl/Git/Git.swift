import FlagResolver

/// Runs git so that its output does not depend on the user's settings.
enum Git {
    /// Runs a command of git and waits for it.
    ///
    /// - Parameters:
    ///   - limit: The largest number of bytes to read. Beyond it, git ends because its pipe is closed.
    ///   - literalPaths: Whether special characters in paths are ordinary ones. Not every command supports it.
    /// - Throws: `GitFailure` if git cannot be started.
    static func run(
        _ arguments: [String], input: [UInt8] = [], atMost limit: Int = maximumByteCount, literalPaths: Bool = true
    ) throws(GitFailure) -> Subprocess {
        let options = literalPaths ? ["--literal-pathspecs"] + options : options
        do throws(SystemError) {
            return try Subprocess.run(
                "git", options + arguments, input: input, environment: environment, atMost: limit)
        } catch {
            throw error == .missing ? .notInstalled : .notStarted(error)
        }
    }

    /// The output of a command of git.
    ///
    /// - Throws: `GitFailure` if git cannot be started, or fails.
    static func output(_ arguments: [String], input: [UInt8] = []) throws(GitFailure) -> [UInt8] {
        let result = try run(arguments, input: input)
        guard result.status == 0 else { throw GitFailure(result, of: arguments) }
        return result.output
    }

    /// Enough for a listing of a large repository, or for the content of many documents.
    static let maximumByteCount = 256 << 20

    /// Options before the command, which override the user's settings.
    private static let options = [
        "--no-pager", "--no-replace-objects", "-c", "log.showRoot=true", "-c", "log.showSignature=false", "-c",
        "log.diffMerges=separate", "-c", "core.warnAmbiguousRefs=true",
    ]

    /// The environment of this process, without the variables that change what git prints, and with English messages.
    private static let environment: [String] =
        RunningProcess.environment.filter { variable in
            if variable.starts(withBytesOf: "LC_ALL=") || variable.starts(withBytesOf: "LANGUAGE=") { return false }
            return !variable.starts(withBytesOf: "GIT_") || keptVariables.contains { variable.starts(withBytesOf: $0) }
        } + ["LC_ALL=C", "GIT_GRAFT_FILE=/dev/null/none", "GIT_OPTIONAL_LOCKS=0"]

    /// The beginnings of the variables of git that are kept. They say where the repository and the settings are, and how a
    /// partial clone fetches what it lacks. Options of each command override the settings that change its output.
    private static let keptVariables = [
        "GIT_DIR=", "GIT_WORK_TREE=", "GIT_COMMON_DIR=", "GIT_INDEX_FILE=", "GIT_OBJECT_DIRECTORY=",
        "GIT_ALTERNATE_OBJECT_DIRECTORIES=", "GIT_QUARANTINE_PATH=", "GIT_CEILING_DIRECTORIES=",
        "GIT_DISCOVERY_ACROSS_FILESYSTEM=", "GIT_CONFIG_", "GIT_EXEC_PATH=", "GIT_SSH", "GIT_ASKPASS=",
        "GIT_TERMINAL_PROMPT=", "GIT_SSL_", "GIT_HTTP_", "GIT_PROXY_", "GIT_PROTOCOL",
    ]
}
