/// Why an input could not be read. `InputError+Wording.swift` has the messages.
enum InputError: Error, Hashable, Sendable {
    case missing(path: String, suggestion: String?)
    case unreadable(path: String, SystemError)
    /// A folder without a file of the expected kind.
    case emptyFolder(path: String, FolderContent)
    case unmatchedPattern(String)
    /// A pipe, a socket or a device that a folder or another file names.
    case notRegularFile(String)
    case git(name: String, GitFailure)
    /// Two inputs have the same name, so that their results could not be told apart.
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
}
