import FlagAnalysis
import FlagResolver
import FlagSigning
import FlagStore

extension CommandOption where Self == Option<String?> {
    /// Read before the arguments are parsed, because the file supplies missing ones.
    static var config: Self {
        Option(
            name: "config", value: .file("FILE"),
            summary: "the project file; flagctl.json here or above is the default",
            isCommon: true
        ).configurable
    }
}

/// The project file of a run, which supplies the arguments that the command line omits: `flagctl.json`.
enum ProjectFile {
    /// The values for the arguments that a command line omits, including those of the environment.
    ///
    /// `--config` takes precedence over `FLAGCTL_CONFIG`, which takes precedence over a file in this folder or above.
    /// An empty path means none.
    ///
    /// - Returns: `nil` if the project file cannot be read, which has been reported.
    static func defaults(for arguments: [String], _ session: inout Session) -> ArgumentDefaults? {
        if let named = RawArguments(arguments).value(of: "config") ?? RunningProcess.variable("FLAGCTL_CONFIG") {
            return defaults(in: named, &session)
        }
        let found = search()
        if let found, let problem = problem(with: found) {
            session.report(problem.diagnostic)
            return nil
        }
        return defaults(in: found, &session)
    }

    /// The values of a project file, and those of the environment.
    ///
    /// - Parameter path: The path of the file; `nil` or empty for none.
    static func defaults(in path: String?, _ session: inout Session) -> ArgumentDefaults? {
        var defaults = ArgumentDefaults()
        if let path, PrivateKeyText.isKey(path), !FileSystem.exists(path) {
            let error = UsageError.key("--config")
            session.report(
                Diagnostic(subject: .name("--config"), severity: .error, message: error.message, help: error.help))
            return nil
        }
        if let path, !path.isEmpty {
            guard let reader = DocumentReader(patches: [], session: &session),
                let tree = reader.json(of: .optionFile(path), in: &session)
            else { return nil }
            var project = ProjectReader(tree, path: path)
            defaults = project.defaults()
            for problem in project.problems { session.report(problem) }
            guard project.problems.isEmpty else { return nil }
            // The file is an input of the run.
            defaults.options["config"] = .init(texts: [path], origin: .builtIn)
        }
        defaults.variable = RunningProcess.variable
        return defaults
    }

    /// Why a file that nobody has named is not read; `nil` if it can be.
    private static func problem(with path: String) -> InputError? {
        let root = RootFolder(of: FilePath.directory(of: path))
        if (try? FileSystem.entry(at: path))?.kind != .file { return .notRegularFile(path) }
        return root.contains(path) ? nil : .outside(path, of: root)
    }

    /// The nearest file in this folder or above, up to the top of the git repository; outside a repository, only here.
    private static func search() -> String? {
        let here = FileSystem.workingFolder
        let top = RepositoryFolder.top(of: here) ?? here
        let depth = FilePath.names(of: here).count - FilePath.names(of: top).count
        return (0...depth).lazy.map { String(repeating: "../", count: $0) + FolderContent.projectName }
            .first { FileSystem.exists($0) }
    }
}
