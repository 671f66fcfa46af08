/// Why an input gave no document, as data. The wording is in `InputError+Wording.swift`.
enum InputError: Error, Hashable, Sendable {
    case missing(path: String, suggestion: String?)
    case unreadable(path: String, SystemError)
    /// A folder below which there is no file of the kind that is looked for.
    case emptyFolder(path: String, FolderContent)
    case unmatchedPattern(String)
    /// A path that a folder or another file names, and that is a pipe, a socket or a device.
    case notRegularFile(String)
    case git(name: String, GitFailure)
    /// Two inputs are called the same, so that no result could be told from the other's.
    case sameName(String)
    /// What is no file cannot be compared with itself at a revision.
    case notComparable(String)
}

/// Why git gave no document.
enum GitFailure: Hashable, Sendable {
    case notInstalled
    case notStarted(SystemError)
    /// git's own words.
    case refused(command: String, status: Int32, message: String)
    /// The revision is not in a clone that has only the newest ones.
    case shallow(String)
    case isFolder
    case revisionLikeOption
}
