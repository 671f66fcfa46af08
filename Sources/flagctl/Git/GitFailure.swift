import FlagResolver

/// Why git could not read a document.
enum GitFailure: Error, Hashable, Sendable {
    case notInstalled
    case notStarted(SystemError)
    /// git failed with its own message.
    case refused(command: String, status: Int32, message: String)
    case noRepository
    /// Another user owns the repository; git names the command that allows it.
    case dubiousOwnership(String, command: String?)
    /// There is no such revision, perhaps because the clone is shallow.
    case unknownRevision(String, isShallow: Bool)
    /// There is no such revision, and the current branch has no commit at all.
    case noCommit(String)
    /// A revision and HEAD have no common ancestor, perhaps because the clone is shallow.
    case noMergeBase(String, isShallow: Bool)
    /// `A..B` or `A...B`: the working files are compared with one revision, or with a merge base of HEAD.
    case range(String)
    /// git finds a revision, and warns that it may not be the one that is meant.
    case uncertainRevision(String, warning: String)
    /// The repository lacks an object that the revision has.
    case missingObject
    case contentTooLarge
    case revisionLikeOption
    /// The revision does not have the path.
    case absent(revision: String, isOnDisk: Bool)
    case isFolder
    /// The path is a symbolic link that leaves the repository.
    case linkOutside(target: String)
    /// The path is a symbolic link to something that the revision does not have.
    case danglingLink
    case linkLoop
    case submodule(String)
    /// A file of the working folder that is not in the repository.
    case outside
    /// A file of the working folder that is in another repository, which has this folder.
    case otherRepository(String)
    /// git ignores the file, so no revision has it.
    case ignored
    /// A name that git and this program cannot exchange.
    case nameWithLineBreak
    case nameNotUTF8
    /// The path is new, and leads through a symbolic link that the revision does not have.
    case newLink(String, revision: String)
    /// The document is new, and has settings of documents that are gone since the revision.
    case perhapsRenamed(revision: String, from: [String])
    /// The document is new, and a file that is gone may have been the document, but cannot be read.
    case perhapsUnreadable(revision: String, String)
    /// No revision has the file.
    case noHistory
    /// Only a file has a history.
    case folderWithoutHistory
}

extension GitFailure {
    /// The parts of `REV:PATH`, if a text is not a revision because it names a file.
    func revisionPath(in text: String) -> (revision: String, path: String)? {
        switch self {
        case .unknownRevision, .noCommit, .range: RevisionPath.parse(text)
        default: nil
        }
    }

    /// Whether the content may exist where git cannot read it. Otherwise, there is no content, and that is certain.
    var hidesContent: Bool {
        switch self {
        case .danglingLink, .linkLoop: false
        default: true
        }
    }

    var isAboutSubmodule: Bool { if case .submodule = self { true } else { false } }

    /// The failure of a command of git, from its message.
    init(_ result: Subprocess, of arguments: [String]) {
        let lines = String(decoding: result.error, as: UTF8.self).parts(separatedBy: "\n", omittingEmpty: true)
        // Hints can precede the message.
        let fatal = lines.first { $0.starts(withBytesOf: "fatal: ") }
        // A message can quote a file that it cannot read.
        let message = (fatal.map { String($0.dropFirst(7)) } ?? lines.first.map(String.init) ?? "")
            .shortened(to: Self.maximumMessageLength)
        if message.contains(bytesOf: "dubious ownership") {
            let command = lines.first { $0.contains(bytesOf: "safe.directory") }
            let text = command.map { String(Substring($0.unicodeScalars.drop { $0 == "\t" || $0 == " " })) }
            self = .dubiousOwnership(
                message, command: text.flatMap { $0.utf8.count > Self.maximumMessageLength ? nil : $0 })
        } else if message.starts(withBytesOf: "not a git repository") {
            self = .noRepository
        } else if lines.contains(where: {
            $0.contains(bytesOf: "promisor remote") || $0.contains(bytesOf: "lazy fetching")
        }) {
            // A partial clone: nothing is fetched.
            self = .missingObject
        } else {
            self = .refused(command: arguments.first ?? "", status: result.status, message: message)
        }
    }

    private static let maximumMessageLength = 500

    /// The problem in one line.
    var message: String {
        switch self {
        case .notInstalled: "reading a revision needs git, but git is not on the search path"
        case .notStarted(let error): "git cannot be started: \(error.text)"
        case .refused(let command, let status, let message):
            message.isEmpty ? "git \(command) ended with status \(status)" : "git \(command) says: \(message)"
        case .noRepository: "this directory is not in a git repository"
        case .dubiousOwnership(let message, _): "git says: \(message)"
        case .unknownRevision(let revision, isShallow: true):
            "this is a shallow clone, which lacks \(quoted(revision))"
        case .unknownRevision(let revision, isShallow: false): "git has no revision \(quoted(revision))"
        case .noCommit("HEAD"): "the current branch has no commit yet, so no file has a revision"
        case .noCommit(let revision):
            "git has no revision \(quoted(revision)), and the current branch has no commit yet"
        case .noMergeBase(let revision, isShallow: true):
            "this is a shallow clone, which lacks the merge base of \(quoted(revision)) and HEAD"
        case .noMergeBase(let revision, isShallow: false): "\(quoted(revision)) and HEAD have no common ancestor"
        case .range(let revision): "\(quoted(revision)) is a range of revisions; expected one revision"
        case .uncertainRevision(let revision, let warning): "of \(quoted(revision)), git says: \(warning)"
        case .missingObject: "the repository lacks the content that the revision has here"
        case .contentTooLarge: "the content at the revision is too large to be read"
        case .revisionLikeOption: "a revision cannot begin with \"-\""
        case .absent(let revision, isOnDisk: true): "the file exists, but not at \(revision)"
        case .absent(let revision, isOnDisk: false): "\(revision) has no such file"
        case .isFolder: "is a directory at that revision; expected a document"
        case .linkOutside(let target):
            "is a symbolic link at that revision, to \(quoted(target)) outside the repository"
        case .danglingLink: "is a symbolic link at that revision, to a file that the revision does not have"
        case .linkLoop: "is a symbolic link at that revision that leads back to itself"
        case .submodule(let path): "is in the submodule \(quoted(path)), whose files have revisions of their own"
        case .outside: "is not in the git repository of this directory, so no revision has it"
        case .otherRepository(let folder): "is in another git repository, that of \(quoted(folder))"
        case .ignored: "git ignores this file, so no revision has it"
        case .nameWithLineBreak: "the name has a line break, so git cannot be asked about it"
        case .nameNotUTF8: "the name is not UTF-8, so git cannot be asked about it"
        case .newLink(let link, let revision):
            "is not there at \(revision), which does not have the symbolic link \(quoted(link))"
        case .perhapsRenamed(let revision, let candidates):
            "is not there at \(revision), and has settings of \(candidates.map { quoted($0) }.joined(separator: ", ")), "
                + "which \(candidates.count == 1 ? "is" : "are") gone"
        case .perhapsUnreadable(let revision, let path):
            "is not there at \(revision), and \(quoted(path)), which is gone, cannot be read as a document"
        case .noHistory: "no git revision has this file"
        case .folderWithoutHistory: "is a directory; expected a file"
        }
    }

    static let helpForShallowClones =
        "get the older revisions with git fetch --unshallow; on GitHub Actions, give actions/checkout fetch-depth: 0"

    /// What to do about it; `nil` if the message says so.
    var help: String? {
        switch self {
        case .notInstalled: "install git, or give the file itself"
        case .noRepository:
            "revisions are those of a git repository: run it inside the repository of the file; GIT_DIR names one without a working tree"
        case .dubiousOwnership(_, let command): command.map { "if you trust the repository: \($0)" }
        case .unknownRevision(_, isShallow: true), .noMergeBase(_, isShallow: true):
            Self.helpForShallowClones
        case .unknownRevision: "fetch it first: git fetch origin; \"git branch --all\" lists the branches"
        case .noCommit: "commit the file first"
        case .noMergeBase: "compare with the revision itself: omit the \"...\""
        case .range: "write REV, or REV... for the merge base of REV and HEAD"
        case .uncertainRevision:
            "name it completely, as in refs/tags/v1 or refs/heads/v1; the log of a reference begins where this clone does"
        case .missingObject: "fetch it first: git fetch --refetch, or git checkout of that revision in a partial clone"
        case .contentTooLarge: nil
        case .absent(_, isOnDisk: true): "the file is new since that revision; there is nothing to compare it with"
        case .absent: "REV:PATH takes the path from the top of the repository, or from here as REV:./PATH"
        case .isFolder: "name one file: REV:PATH/file.json"
        case .linkOutside: "name a file that the repository has"
        case .danglingLink, .linkLoop: "name the file that the link was for"
        case .submodule(let path): "run it in \(quoted(path)), with a revision of the submodule"
        case .outside: "run it in the repository of the file, or compare two files: flagctl diff OLD NEW"
        case .otherRepository(let folder): "run it in \(quoted(folder)), or compare two files: flagctl diff OLD NEW"
        case .ignored:
            "compare it with its earlier state: flagctl diff OLD NEW; a directory leaves it out with --exclude"
        case .nameWithLineBreak, .nameNotUTF8: "rename the file"
        case .newLink: "name the file that it leads to; if it is a new document, say so with --new FILE"
        case .perhapsRenamed(let revision, let candidates):
            candidates.first.map {
                "if it is renamed, compare it with --against \(ShellQuoting.quoted("\(revision):\($0)")); "
                    + "if it is new, say so with --new FILE"
            }
        case .perhapsUnreadable: "if it is not that document, say with --new FILE that it is new"
        case .noHistory: "commit it first; the path is that of a file below this directory"
        case .folderWithoutHistory: "name one file in it"
        case .notStarted, .refused, .revisionLikeOption: nil
        }
    }
}
