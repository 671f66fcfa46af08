import FlagResolver
import FlagStore

/// `REV:PATH`, the name of a file at a git revision.
enum RevisionPath {
    /// Splits `REV:PATH`, with a ``plain(_:)`` path; `nil` if the text does not have that form.
    static func parse(_ text: String) -> (revision: String, path: String)? {
        // Split bytes, as git does: a colon and a combining character after it are one `Character`.
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")), colon != text.startIndex else { return nil }
        let path = text.utf8[text.utf8.index(after: colon)...]
        // A URL is not a revision, and git's message about it would be confusing.
        guard !path.isEmpty, !path.starts(with: "//".utf8) else { return nil }
        return (String(text[..<colon]), plain(String(Substring(path))))
    }

    /// A path at a revision without inner `.` and `..`, which git does not resolve: `a/../b` is `b`.
    ///
    /// A path that leaves the top of the repository stays as it is.
    static func plain(_ path: String) -> String {
        let isRelative = isRelative(path)
        let names = FilePath.resolvingParents(in: FilePath.names(of: path))
        let joined = names.joined(separator: "/")
        if names.first == ".." { return isRelative ? joined : path }
        return isRelative ? "./\(joined)" : joined
    }

    /// Whether a revision is a range, such as `A..B`.
    static func isRange(_ revision: String) -> Bool { end(ofRange: revision) != nil }

    /// The end of a range, which is empty for the current revision; `nil` if a text is no range.
    static func end(ofRange text: String) -> String? {
        let bytes = Array(text.utf8)
        let dot = UInt8(ascii: ".")
        guard let start = zip(bytes, bytes.dropFirst()).enumerated().first(where: { $1 == (dot, dot) })?.offset else {
            return nil
        }
        return String(decoding: bytes.dropFirst(start).drop { $0 == dot }, as: UTF8.self)
    }

    /// Whether a path at a revision begins in the working folder. Any other begins at the top of the repository.
    static func isRelative(_ path: String) -> Bool {
        path == "." || path.utf8.starts(with: "./".utf8) || path.utf8.starts(with: "../".utf8)
    }

    /// A path at a revision as a path from the working folder: `../a` for `a`, one folder below the top of the repository.
    static func fromHere(_ path: String) -> String {
        if isRelative(path) { return path }
        let here = FilePath.names(of: FileSystem.workingFolder)
        let top = RepositoryFolder.top(of: FileSystem.workingFolder).map { FilePath.names(of: $0) } ?? here
        return String(repeating: "../", count: here.count - top.count) + path
    }
}
