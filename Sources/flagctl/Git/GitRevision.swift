import FlagResolver
import FlagStore

/// A commit whose documents are read.
struct GitRevision: Sendable {
    /// The revision as the command line names it: `HEAD~1`, or `main...` for the merge base with HEAD.
    let name: String
    /// The object name of the commit.
    let commit: String
    /// Whether it is HEAD or an ancestor of HEAD; `nil` if HEAD is not a commit yet.
    let isAncestorOfHead: Bool?
    /// Whether the clone has only the newest revisions.
    let isShallow: Bool
    /// The absolute path of the top of the working tree, as names; `nil` in a bare repository.
    private let top: [String]?

    /// Looks up a revision.
    ///
    /// - Throws: `GitFailure` if there is no such revision, or no repository.
    init(_ name: String) throws(GitFailure) {
        self.name = name
        let base = Self.withoutDots(name)
        let revision = try Self.checked(base ?? name)
        let tip = try Self.commit(revision)
        let words = [
            "rev-parse", "--is-shallow-repository", "--revs-only", "\(tip ?? "HEAD")...HEAD", "--show-toplevel",
        ]
        // Without a working tree, git fails after the other lines.
        let result = try Git.run(words)
        guard !result.output.isEmpty else { throw GitFailure(result, of: words) }
        // The top of the working tree comes last, because it may contain line breaks.
        var lines = result.output.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }[...]
        isShallow = lines.popFirst() == "true"
        var ends: [String] = []
        while let line = lines.first, GitObjects.isName(line.utf8.drop { $0 == UInt8(ascii: "^") }) {
            ends.append(line)
            lines.removeFirst()
        }
        let path = lines.joined(separator: "\n").utf8.dropLast()
        top = path.isEmpty ? nil : FilePath.names(of: String(Substring(path)))
        guard let tip else { throw .unknownRevision(revision, isShallow: isShallow) }
        // Both ends of the symmetric difference, then their merge bases.
        let bases = ends.filter { $0.utf8.first == UInt8(ascii: "^") }.map { String($0.dropFirst()) }
        isAncestorOfHead = ends.count < 2 ? nil : base != nil || bases.contains(tip)
        guard base != nil else {
            self.commit = tip
            return
        }
        guard let first = bases.first else { throw .noMergeBase(revision, isShallow: isShallow) }
        self.commit = first
    }

    /// The commit that a text names; `nil` if it names none.
    private static func commit(_ revision: String) throws(GitFailure) -> String? {
        // A search for a message takes the rest of the text.
        let isSearch = revision.utf8.starts(with: ":/".utf8)
        let words = ["rev-parse", "--verify", isSearch ? revision : "\(revision)^{commit}"]
        let result = try Git.run(words)
        let failure = GitFailure(result, of: words)
        switch failure {
        case .noRepository, .dubiousOwnership: if result.status != 0 { throw failure }
        default: break
        }
        let text = String(decoding: result.error, as: UTF8.self)
        // A name that is a branch and a tag, or a date before the log of a reference begins.
        if let warning = text.split(separator: "\n").first(where: { $0.utf8.starts(with: "warning: ".utf8) }) {
            throw .uncertainRevision(revision, warning: String(warning.dropFirst(9)))
        }
        let name = result.output.prefix { $0 != UInt8(ascii: "\n") }
        return result.status == 0 && GitObjects.isName(name) ? String(decoding: name, as: UTF8.self) : nil
    }

    /// `main` for `main...` and `main...HEAD`; `nil` for any other revision.
    private static func withoutDots(_ name: String) -> String? {
        for end in ["...", "...HEAD"] where name.utf8.count > end.utf8.count {
            if name.utf8.suffix(end.utf8.count).elementsEqual(end.utf8) {
                return String(Substring(name.utf8.dropLast(end.utf8.count)))
            }
        }
        return nil
    }

    private static func checked(_ revision: String) throws(GitFailure) -> String {
        // git would parse it as an option, and some of its options write files.
        guard revision.utf8.first != UInt8(ascii: "-") else { throw .revisionLikeOption }
        guard !revision.isEmpty else { throw .unknownRevision(revision, isShallow: false) }
        guard revision.firstRange(ofBytes: "..") == nil else { throw .range(revision) }
        return revision
    }

    /// Whether a text names a commit.
    static func exists(_ text: String) -> Bool { (try? GitRevision(text)) != nil }
}

extension GitRevision {
    /// The path of a file of the working tree from the top of the repository.
    ///
    /// Links to folders inside the repository stay, because the revision decides what they mean.
    ///
    /// - Throws: `GitFailure` if the file is not in the repository, or in another one.
    func path(of file: String) throws(GitFailure) -> String {
        guard let top else { throw .outside }
        let working = FilePath.names(of: FileSystem.workingFolder)
        let written = FilePath.isAbsolute(file) ? FilePath.names(of: file) : working + FilePath.names(of: file)
        var names = FilePath.resolvingParents(in: written) { FileSystem.isLink("/" + $0.joined(separator: "/")) }
        // A parent of a link's target.
        if names.contains("..") { names = Self.resolved(names.dropLast()) + names.suffix(1) }
        guard let inside = Self.names(names, below: top) else { throw .outside }
        for count in inside.indices {
            let folder = "/" + (top + inside[..<count]).joined(separator: "/")
            if count > 0, FileSystem.exists(folder + "/.git"), !FileSystem.isLink(folder) {
                throw .otherRepository(inside[..<count].joined(separator: "/"))
            }
        }
        return inside.joined(separator: "/")
    }

    /// The rest of an absolute path below the top of the repository, also if a link outside leads there; `nil` if it is
    /// outside.
    private static func names(_ names: [String], below top: [String]) -> [String]? {
        if isInside(names, top) { return Array(names.dropFirst(top.count)) }
        for count in names.indices {
            let folder = resolved(names[..<count])
            if isInside(folder, top) { return Array(folder.dropFirst(top.count)) + names[count...] }
        }
        return nil
    }

    /// Whether a path begins with the names of a folder, byte by byte.
    private static func isInside(_ names: [String], _ folder: [String]) -> Bool {
        names.starts(with: folder) { $0.hasSameBytes(as: $1) }
    }

    private static func resolved(_ folder: ArraySlice<String>) -> [String] {
        (try? FileSystem.resolved("/" + folder.joined(separator: "/"))).map { FilePath.names(of: $0) } ?? []
    }

    /// The first symbolic link in the current path of a file, from the top of the repository; `nil` if there is none.
    func currentLink(in path: String) -> String? {
        let names = FilePath.names(of: path)
        return names.indices.lazy.map { names[...$0].joined(separator: "/") }
            .first { FileSystem.isLink(absolutePath($0)) }
    }

    /// A path from the working folder, for one from the top of the repository: `../a` for `a`, one folder below the top.
    func pathFromHere(_ path: String) -> String {
        guard let top else { return path }
        let (here, names) = (FilePath.names(of: FileSystem.workingFolder), top + FilePath.names(of: path))
        let common = zip(here, names).prefix { $0.hasSameBytes(as: $1) }.count
        return (Array(repeating: "..", count: here.count - common) + names[common...]).joined(separator: "/")
    }

    /// The absolute path of a file, for its path from the top of the repository.
    func absolutePath(_ path: String) -> String { "/" + ((top ?? []) + [path]).joined(separator: "/") }

    /// The path of `REV:PATH` from the top of the repository; `./` and `../` at its beginning mean the working folder.
    ///
    /// - Throws: `GitFailure` if the path leaves the repository.
    func path(ofRevisionPath path: String) throws(GitFailure) -> String {
        let names = FilePath.names(of: path)
        var folders: [String] = []
        if RevisionPath.isRelative(path) {
            let here = FilePath.names(of: FileSystem.workingFolder)
            guard let top, Self.isInside(here, top) else { throw .outside }
            folders = Array(here.dropFirst(top.count))
        }
        let resolved = FilePath.resolvingParents(in: folders + names)
        guard resolved.first != ".." else { throw .outside }
        return resolved.joined(separator: "/")
    }
}
