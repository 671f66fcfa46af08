import FlagAnalysis
import FlagPublishing
import FlagResolver

/// Why an input could not be read.
enum InputError: Error, Hashable, Sendable {
    case missing(path: String, suggestion: String?)
    case unreadable(path: String, SystemError)
    /// A folder without a file of the expected kind.
    case emptyFolder(path: String, FolderContent)
    case unmatchedPattern(String)
    /// A pattern that leads through more folders than are visited, most likely because of links that lead back up.
    case tooManyFolders(String)
    /// `--exclude` leaves out everything in a folder, or that a pattern matches.
    case allExcluded(String)
    /// A pipe, a socket or a device that a folder or another file names.
    case notRegularFile(String)
    case git(name: String, GitFailure)
    /// Two inputs have the same name, so their results could not be told apart.
    case sameName(String)
    /// An input that is not a file cannot be compared with a revision of itself.
    case notComparable(String)
    /// The command line says that a file is new, and the revision has it.
    case notNew(String, revision: String)
    /// The command line says that a file is new, and names no such document.
    case newFileNotNamed(String)
    case nameNotUTF8(String)
    /// A link in a folder, or a path in a file, that leads out of the folder.
    case outside(String, of: RootFolder)
}

extension InputError {
    /// A file that cannot be opened or read.
    ///
    /// - Parameter isListed: Whether a folder lists the file, so that it exists.
    init(_ path: String, _ error: SystemError, isListed: Bool = false, suggestion: String? = nil) {
        // A name that is not UTF-8 has been repaired, so there is no such file.
        if error == .missing, path.unicodeScalars.contains("\u{FFFD}") {
            self = .nameNotUTF8(path)
        } else if error == .missing, !isListed {
            self = .missing(path: path, suggestion: suggestion)
        } else {
            self = .unreadable(path: path, error)
        }
    }
}

extension InputError {
    /// The input that could not be read.
    var subject: String {
        switch self {
        case .missing("", _): "\"\""
        case .missing(let path, _), .unreadable(let path, _), .emptyFolder(let path, _): path
        case .unmatchedPattern(let pattern), .tooManyFolders(let pattern): pattern
        case .allExcluded(let operand): operand
        case .notRegularFile(let path), .outside(let path, _): path
        case .git(let name, _): name
        case .notComparable(let name), .sameName(let name), .notNew(let name, _), .newFileNotNamed(let name),
            .nameNotUTF8(let name):
            name
        }
    }

    /// The problem in one line.
    var message: String {
        switch self {
        case .missing("", _): "the name is empty; expected a file or directory"
        case .missing: "no such file or directory"
        case .unreadable(_, let error): "cannot be read: \(error.text)"
        case .emptyFolder(_, .documents): "directory contains no JSON document"
        case .emptyFolder(_, .everyJSON): "directory contains no JSON file"
        case .emptyFolder(_, .expectations): "directory contains no expectation file"
        case .emptyFolder(_, .readers): "directory contains no record of a release"
        case .emptyFolder(_, .code): "directory contains no Swift file"
        case .emptyFolder(_, .otherCode): "directory contains no file in another language"
        case .unmatchedPattern: "pattern matches no file"
        case .tooManyFolders: "pattern leads through too many directories"
        case .allExcluded: "every file that it stands for is excluded"
        case .notRegularFile: "cannot be read: it is not a regular file, so it may never end"
        case .notComparable: "--against needs files"
        case .notNew(_, let revision): "--new says that this file is new, but \(revision) has it"
        case .newFileNotNamed: "--new says that this file is new, but it is not among the compared documents"
        case .nameNotUTF8: "cannot be read: the name is not UTF-8"
        case .outside(_, let root): "is not read: it leads out of \(root.description)"
        case .sameName: "two inputs have this name, so their results could not be told apart"
        case .git(_, let failure): failure.message
        }
    }

    /// What to do about it; `nil` if the message says so.
    var help: String? {
        switch self {
        case .missing(let path, nil) where DocumentLocation.isAddress(path):
            "flagctl reads files, not addresses: fetch it first and pipe it in with \"-\""
        case .missing("", _): "in a script, check the variable that it comes from; standard input is \"-\""
        case .missing(let path, nil) where path.starts(withBytesOf: ":"):
            "REV:PATH needs a revision before the colon: \(quoted("HEAD\(path)"))"
        case .missing(let path, nil) where path.ends(withBytesOf: ":"):
            "REV:PATH needs the path of a file after the colon: \(quoted("\(path)Configs/app.json"))"
        case .missing(_, let suggestion): suggestion.map { Spelling.didYouMean(quoted($0)) }
        case .unreadable: nil
        case .emptyFolder(_, .documents):
            "every \"*.json\" below it counts, except \"*.schema.json\", \"*.expectations.json\", \"*.reader.json\", \"flagctl.json\" and "
                + "hidden files"
        case .emptyFolder(_, .expectations): "every \"*.expectations.json\" below it counts, except hidden files"
        case .emptyFolder(_, .readers):
            "every \"*.reader.json\" below it counts; \"flagctl readers record\" makes them"
        case .emptyFolder(_, .otherCode), .emptyFolder(_, .everyJSON): nil
        case .emptyFolder(_, .code): "every \"*.swift\" below it counts, except hidden files and directories"
        case .tooManyFolders: "name a directory or files instead; links that lead back up make endless paths"
        case .unmatchedPattern: "\"**\" matches any number of directories: \"Configs/**/*.json\""
        case .allExcluded: "name a file itself, or remove a pattern of --exclude or of \"excludes\" in the project file"
        case .notRegularFile: "a pipe or a device is read if the command line names it itself"
        case .git(_, let failure): failure.help
        case .sameName: "give standard input another name with --stdin-name"
        case .notComparable: "compare two documents of any kind with flagctl diff OLD NEW"
        case .notNew: "omit --new for it"
        case .newFileNotNamed: "name it as FILE, too, or omit --new for it"
        case .nameNotUTF8: "rename the file"
        case .outside: "move it there; a file is also read if the command line names it"
        }
    }

    var diagnostic: Diagnostic {
        Diagnostic(subject: .name(subject), severity: .error, message: message, help: help)
    }
}
