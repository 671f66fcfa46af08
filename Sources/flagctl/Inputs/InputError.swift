/// Why an input gave no document, as data. The wording is in `InputError+Wording.swift`.
enum InputError: Error, Hashable, Sendable {
    case missing(path: String, suggestion: String?)
    case unreadable(path: String, SystemError)
    /// A folder below which there is no `*.json` but schemas.
    case emptyFolder(path: String)
    case unmatchedPattern(String)
    case git(name: String, GitFailure)
}

/// Why `git show` gave no document.
enum GitFailure: Hashable, Sendable {
    case notInstalled
    case notStarted(SystemError)
    /// git's own words.
    case refused(status: Int32, message: String)
    case isFolder
    case revisionLikeOption
}
