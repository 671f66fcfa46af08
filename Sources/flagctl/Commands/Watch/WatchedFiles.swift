import FlagResolver
import FlagStore

/// The files that a run depends on.
struct WatchedFiles {
    /// The fingerprint of each file, by its path; `nil` for a missing file.
    typealias State = [ExactText: FileFingerprint?]

    private let inputs: RunInputs

    /// - Throws: `UsageError` if no file of the command line can change.
    init(_ arguments: ParsedArguments, of command: Command) throws(UsageError) {
        inputs = RunInputs(arguments, of: command)
        guard !inputs.includesStandardInput else {
            throw .other(
                problem: "--watch cannot read standard input again", help: "name files or directories, or drop --watch")
        }
        let canChange = inputs.sources.found.contains { source in
            if case .source(.revision) = source { false } else { true }
        }
        guard canChange || !inputs.optionFiles.isEmpty else {
            throw .other(
                problem: "--watch has nothing to watch: a file at a revision never changes",
                help: "name a file or a directory, or drop --watch")
        }
    }

    /// The fingerprints of all files now.
    ///
    /// - Parameter further: Files that the command line does not name.
    func state(further: some Sequence<ExactText>) -> State {
        var state: State = [:]
        func add(_ path: String) { state[ExactText(path)] = .some(FileFingerprint(of: path)) }
        for found in inputs.sources.found {
            switch found {
            case .source(let source):
                if let path = source.path { add(path) }
            case .failure(let error): add(error.subject)
            }
        }
        for path in inputs.optionFiles { add(path) }
        for path in further { add(path.text) }
        return state
    }

    /// The paths of the files that differ between two states, sorted.
    static func differences(_ old: State, _ new: State) -> [String] {
        let paths = Set(old.keys).union(new.keys)
        return paths.filter { old[$0] != new[$0] }.sorted().map(\.text)
    }
}
