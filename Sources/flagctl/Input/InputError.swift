import FlagAnalysis

/// Why an input could not be read.
enum InputError: Error, Hashable, Sendable {
    case missing(path: String, suggestion: String?)
    case unreadable(path: String, SystemError)
    /// A folder without a file of the expected kind.
    case emptyFolder(path: String, FolderContent)
    case unmatchedPattern(String)
    /// A pipe, a socket or a device that a folder or another file names.
    case notRegularFile(String)
    case git(name: String, GitFailure)
    /// Two inputs have the same name, so their results could not be told apart.
    case sameName(String)
    /// An input that is not a file cannot be compared with a revision of itself.
    case notComparable(String)
}

/// Why git could not read a document.
enum GitFailure: Hashable, Sendable {
    case notInstalled
    case notStarted(SystemError)
    /// git failed with its own message.
    case refused(command: String, status: Int32, message: String)
    /// The revision is missing from a shallow clone.
    case shallow(String)
    case isFolder
    case revisionLikeOption
    /// Another user owns the repository; git names the command that allows it.
    case dubiousOwnership(String, command: String?)
    /// No revision has the file.
    case noHistory
    /// Only a file has a history.
    case folderWithoutHistory
}

extension InputError {
    /// The input that could not be read.
    var subject: String {
        switch self {
        case .missing("", _): "\"\""
        case .missing(let path, _), .unreadable(let path, _), .emptyFolder(let path, _): path
        case .unmatchedPattern(let pattern): pattern
        case .notRegularFile(let path): path
        case .git(let name, _): name
        case .notComparable(let name), .sameName(let name): name
        }
    }

    /// The problem in one line.
    var message: String {
        switch self {
        case .missing("", _): "the name is empty; expected a file or directory"
        case .missing: "no such file or directory"
        case .unreadable(_, let error): "cannot be read: \(error.text)"
        case .emptyFolder(_, .documents): "directory contains no JSON document"
        case .emptyFolder(_, .expectations): "directory contains no expectation file"
        case .emptyFolder(_, .code): "directory contains no Swift file"
        case .unmatchedPattern: "pattern matches no file"
        case .notRegularFile: "cannot be read: it is not a regular file, so it may never end"
        case .notComparable: "--against needs files"
        case .sameName: "two inputs have this name, so their results could not be told apart"
        case .git(_, .notInstalled): "reading a revision needs git, but git is not on the search path"
        case .git(_, .notStarted(let error)): "git cannot be started: \(error.text)"
        case .git(_, .refused(let command, let status, let message)):
            message.isEmpty ? "git \(command) ended with status \(status)" : "git \(command) says: \(message)"
        case .git(_, .shallow(let revision)): "this is a shallow clone, which lacks \(quoted(revision))"
        case .git(_, .dubiousOwnership(let message, _)): "git says: \(message)"
        case .git(_, .isFolder): "is a directory at that revision; expected a document"
        case .git(_, .revisionLikeOption): "a revision cannot begin with \"-\""
        case .git(_, .noHistory): "no git revision has this file"
        case .git(_, .folderWithoutHistory): "is a directory; expected a file"
        }
    }

    /// What to do about it; `nil` if the message says so.
    var help: String? {
        switch self {
        case .missing(let path, nil) where path.contains("://"):
            "flagctl reads files, not addresses: fetch it first and pipe it in with \"-\""
        case .missing("", _): "in a script, check the variable that it comes from; standard input is \"-\""
        case .missing(let path, nil) where path.hasPrefix(":"):
            "REV:PATH needs a revision before the colon: \(quoted("HEAD\(path)"))"
        case .missing(let path, nil) where path.hasSuffix(":"):
            "REV:PATH needs the path of a file after the colon: \(quoted("\(path)Configs/app.json"))"
        case .missing(_, let suggestion): suggestion.map { Spelling.didYouMean(quoted($0)) }
        case .unreadable: nil
        case .emptyFolder(_, .documents):
            "every \"*.json\" below it counts, except \"*.schema.json\", \"*.expectations.json\", \"flagctl.json\" and hidden files"
        case .emptyFolder(_, .expectations): "every \"*.expectations.json\" below it counts, except hidden files"
        case .emptyFolder(_, .code): "every \"*.swift\" below it counts, except hidden files and directories"
        case .unmatchedPattern: "\"**\" matches any number of directories: \"Configs/**/*.json\""
        case .notRegularFile: "a pipe or a device is read if the command line names it itself"
        case .git(_, .notInstalled): "install git, or give the file itself"
        case .git(_, .refused(_, _, let message)) where message.contains("exists on disk, but not in"):
            "the file is new since that revision; there is nothing to compare it with"
        case .git(_, .refused(_, _, let message)) where message.lowercased().contains("valid object name"):
            "fetch it first: git fetch origin; \"git branch --all\" lists the branches"
        case .git(_, .refused("ls-tree", _, _)): "--against compares with a git revision: run it inside the repository"
        case .git(_, .refused("log", _, let message)) where message.contains("not a git repository"):
            "the history is that of a git repository: run it inside one; \"--published\" lists publications instead"
        case .git(_, .refused(_, _, let message)) where message.contains("not a git repository"):
            "REV:PATH is a file at a git revision: run it inside the repository"
        case .git(_, .shallow):
            "get the older revisions with git fetch --unshallow; on GitHub Actions, give actions/checkout fetch-depth: 0"
        case .git(_, .refused): "REV:PATH takes the path from the top of the repository, or from here as REV:./PATH"
        case .git(_, .dubiousOwnership(_, let command)): command.map { "if you trust the repository: \($0)" }
        case .git(_, .folderWithoutHistory): "name one file in it"
        case .git(_, .noHistory): "commit it first; the path is that of a file below this directory"
        case .git(_, .isFolder): "name one file: REV:PATH/file.json"
        case .git: nil
        case .sameName: "give standard input another name with --stdin-name"
        case .notComparable: "compare two documents of any kind with flagctl diff OLD NEW"
        }
    }

    var diagnostic: Diagnostic {
        Diagnostic(subject: .name(subject), severity: .error, message: message, help: help)
    }
}
