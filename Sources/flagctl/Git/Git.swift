import FlagResolver

/// Runs git so that its output does not depend on the user's settings, and so that no repository makes it start a program.
///
/// Every process of git starts here. The repository may come from somebody else, as in an unpacked archive:
///
/// 1. git does not search for it (``GitRepository``), so no folder of a working tree is taken for a repository.
/// 2. Options override each setting of the repository that names a program, for the commands that are used.
/// 3. No command converts the content of a file, compares texts with a program, or follows a submodule.
/// 4. git reaches no other repository: no protocol is allowed, and missing objects are not fetched.
enum Git {
    /// Runs a command of git and waits for it.
    ///
    /// - Parameters:
    ///   - folder: The folder whose repository is read. Paths among the arguments stay relative to the working folder.
    ///   - limit: The largest number of bytes to read. Beyond it, git ends because its pipe is closed.
    ///   - literalPaths: Whether special characters in paths are ordinary ones. Not every command supports it.
    /// - Throws: `GitFailure` if git cannot be started, or the folder is in no repository.
    static func run(
        _ arguments: [String], input: [UInt8] = [], in folder: String = ".", atMost limit: Int = maximumByteCount,
        literalPaths: Bool = true
    ) throws(GitFailure) -> Subprocess {
        let options = try GitRepository.options(for: folder) + (literalPaths ? ["--literal-pathspecs"] : [])
        return try start(options + arguments, input: input, atMost: limit)
    }

    /// The output of a command of git.
    ///
    /// - Throws: `GitFailure` if git cannot be started, or fails.
    static func output(
        _ arguments: [String], input: [UInt8] = [], in folder: String = "."
    ) throws(GitFailure) -> [UInt8] {
        let result = try run(arguments, input: input, in: folder)
        guard result.status == 0 else { throw GitFailure(result, of: arguments) }
        return result.output
    }

    /// Runs git with the given options before the command.
    ///
    /// - Parameter variables: Variables of the environment, as `NAME=VALUE`, besides those that every command has.
    static func start(
        _ arguments: [String], input: [UInt8] = [], variables: [String] = [], atMost limit: Int = maximumByteCount
    ) throws(GitFailure) -> Subprocess {
        do throws(SystemError) {
            return try Subprocess.run(
                "git", options + arguments, input: input, environment: environment + variables, atMost: limit)
        } catch {
            throw error == .missing ? .notInstalled : .notStarted(error)
        }
    }

    /// Options for a command that may compare working files with objects: the filters of the settings convert none of them.
    ///
    /// - Throws: `GitFailure` if a filter has a name that no option can contain.
    static func optionsWithoutFilters() throws(GitFailure) -> [String] {
        let words = ["config", "-z", "--name-only", "--get-regexp", #"^filter\..*\.(clean|smudge|process|required)$"#]
        // The exit status is 1 if there is none.
        let names = try run(words).output.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
        if let name = names.first(where: { $0.containsByte("=") }) {
            throw .refused(command: "config", status: 1, message: "\(quoted(name)) cannot be overridden")
        }
        return names.flatMap { ["-c", $0.ends(withBytesOf: ".required") ? "\($0)=false" : "\($0)="] }
    }

    /// Enough for a listing of a large repository, or for the content of many documents.
    static let maximumByteCount = 256 << 20

    /// Options before the command, which override the settings of the user and of the repository.
    private static let options =
        ["--no-pager", "--no-replace-objects"]
        + [
            "log.showRoot=true", "log.showSignature=false", "log.diffMerges=separate", "core.warnAmbiguousRefs=true",
            "color.ui=false", "submodule.recurse=false",
            // Programs that git would start.
            "core.fsmonitor=false", "core.hooksPath=/dev/null", "core.sshCommand=false",
            "core.alternateRefsCommand=false",
            "credential.helper=", "diff.external=", "gpg.program=false", "protocol.allow=never",
        ].flatMap { ["-c", $0] }

    /// The environment of this process, without the variables that change what git prints or fetches, and with English
    /// messages.
    private static let environment: [String] =
        RunningProcess.environment.filter { variable in
            if variable.starts(withBytesOf: "LC_ALL=") || variable.starts(withBytesOf: "LANGUAGE=") { return false }
            return !variable.starts(withBytesOf: "GIT_") || keptVariables.contains { variable.starts(withBytesOf: $0) }
        } + [
            "LC_ALL=C", "GIT_GRAFT_FILE=/dev/null/none", "GIT_OPTIONAL_LOCKS=0", "GIT_ALLOW_PROTOCOL=",
            "GIT_NO_LAZY_FETCH=1", "GIT_TERMINAL_PROMPT=0",
        ]

    /// The beginnings of the variables of git that are kept. They say where the repository and the settings of the caller are.
    /// Options of each command override the settings that change its output.
    private static let keptVariables = [
        "GIT_DIR=", "GIT_WORK_TREE=", "GIT_COMMON_DIR=", "GIT_INDEX_FILE=", "GIT_OBJECT_DIRECTORY=",
        "GIT_ALTERNATE_OBJECT_DIRECTORIES=", "GIT_QUARANTINE_PATH=", "GIT_CONFIG_", "GIT_EXEC_PATH=",
    ]
}
