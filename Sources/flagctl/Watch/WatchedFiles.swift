/// The files that a run depends on, and what they look like at one time.
struct WatchedFiles {
    /// Each file by its path; `nil` where it is not there.
    typealias State = [String: FileStamp?]

    private let operands: [String]
    private let content: FolderContent
    /// What options name: policies, releases, patches.
    private let others: [String]
    /// Reports that are written by the run itself, which would start it again and again.
    private let written: [String]

    /// - Throws: `UsageError` where nothing that is named can change.
    init(_ arguments: ParsedArguments, of command: Command) throws(UsageError) {
        operands = arguments.operands
        content = command.folderContent
        others = command.options.flatMap { option -> [String] in
            if case .file = option.argument { arguments.all(option) } else { [] }
        }
        written = arguments.all(.report).compactMap { value in
            value.split(separator: "=", maxSplits: 1).last.map(String.init)
        }
        guard !(operands + others).contains("-") else {
            throw .other(
                problem: "--watch cannot read standard input again", help: "name files or directories, or drop --watch")
        }
        let found = InputSources(operands, standardInputName: "", of: content).found
        let canChange = found.contains { source in
            if case .success(.revision) = source { false } else { true }
        }
        guard canChange || !others.isEmpty else {
            throw .other(
                problem: "--watch has nothing to watch: a file at a revision never changes",
                help: "name a file or a directory, or drop --watch")
        }
    }

    /// What all files look like now.
    ///
    /// - Parameter further: Files beyond those of the command line.
    func state(further: some Sequence<String>) -> State {
        var state: State = [:]
        let own = Set(written.compactMap { try? FileSystem.entry(at: $0).identity })
        for found in InputSources(operands, standardInputName: "", of: content).found {
            switch found {
            case .success(.file(let path)):
                if let entry = try? FileSystem.entry(at: path), own.contains(entry.identity) { continue }
                state[path] = .some(FileStamp(of: path))
            case .success: break
            case .failure(let error): state[error.subject] = .some(FileStamp(of: error.subject))
            }
        }
        for path in others { state[path] = .some(FileStamp(of: path)) }
        for path in further { state[path] = .some(FileStamp(of: path)) }
        return state
    }

    /// The paths that two states differ in, sorted.
    static func differences(_ old: State, _ new: State) -> [String] {
        let paths = Set(old.keys).union(new.keys)
        return paths.filter { old[$0] != new[$0] }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
}
