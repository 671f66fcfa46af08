extension InputError {
    /// The input that it is about.
    var subject: String {
        switch self {
        case .missing(let path, _), .unreadable(let path, _), .emptyFolder(let path): path
        case .unmatchedPattern(let pattern): pattern
        case .git(let name, _): name
        }
    }

    /// The problem in one line.
    var message: String {
        switch self {
        case .missing: "no such file or directory"
        case .unreadable(_, let error): "cannot be read: \(error.text)"
        case .emptyFolder: "directory holds no JSON document"
        case .unmatchedPattern: "pattern matches no file"
        case .git(_, .notInstalled): "a revision is read with git, and there is no git on the search path"
        case .git(_, .notStarted(let error)): "git cannot be started: \(error.text)"
        case .git(_, .refused(let status, let message)):
            message.isEmpty ? "git show ended with status \(status)" : "git show says: \(message)"
        case .git(_, .isFolder): "is a directory at that revision, and a document is needed"
        case .git(_, .revisionLikeOption): "a revision cannot begin with \"-\""
        }
    }

    /// What to do about it; `nil` where the message says it all.
    var help: String? {
        switch self {
        case .missing(let path, nil) where path.contains("://"):
            "flagctl reads files, not addresses: fetch it first and pipe it in with \"-\""
        case .missing(_, let suggestion): suggestion.map { "did you mean \(quoted($0))?" }
        case .unreadable: nil
        case .emptyFolder: "every \"*.json\" below it counts, except \"*.schema.json\" and what is hidden"
        case .unmatchedPattern: "\"**\" stands for any number of directories: \"Configs/**/*.json\""
        case .git(_, .notInstalled): "install git, or give the file itself"
        case .git(_, .refused(_, let message)) where message.contains("exists on disk, but not in"):
            "the file is new since that revision; there is nothing to compare it with"
        case .git(_, .refused(_, let message)) where message.contains("invalid object name"):
            "fetch it first; a shallow clone has no older revisions (git fetch --unshallow, or fetch-depth: 0 in CI)"
        case .git(_, .refused): "REV:PATH takes the path from the top of the repository, or from here as REV:./PATH"
        case .git(_, .isFolder): "name one file: REV:PATH/file.json"
        case .git: nil
        }
    }

    var diagnostic: Diagnostic {
        Diagnostic(subject: .name(subject), severity: .error, message: message, help: help)
    }
}
