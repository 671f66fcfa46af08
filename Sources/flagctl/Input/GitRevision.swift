import FlagStore

/// Files as they were at a git revision.
enum GitRevision {
    /// Splits `REV:PATH`, with a ``plain(_:)`` path; `nil` if the text does not have that form.
    static func parse(_ text: String) -> (revision: String, path: String)? {
        // Split bytes, as git does: a colon and a combining character after it are one `Character`.
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")), colon != text.startIndex else { return nil }
        let path = text.utf8[text.utf8.index(after: colon)...]
        // A URL is not a revision, and git's message about it would be confusing.
        guard !path.isEmpty, !path.starts(with: "//".utf8) else { return nil }
        return (String(text[..<colon]), plain(String(Substring(path))))
    }

    /// A path at a revision without inner `..`, which git does not resolve: `a/../b` is `b`.
    ///
    /// A path that leaves the top of the repository stays as it is.
    static func plain(_ path: String) -> String {
        guard path.contains("/../") else { return path }
        let isRelative = isRelative(path)
        let names = FilePath.resolvingParents(in: FilePath.names(of: path))
        let joined = names.joined(separator: "/")
        if names.first == ".." { return isRelative ? joined : path }
        return isRelative ? "./\(joined)" : joined
    }

    /// Whether a path at a revision begins in the working folder. Any other begins at the top of the repository.
    private static func isRelative(_ path: String) -> Bool { path.hasPrefix("./") || path.hasPrefix("../") }

    /// A path at a revision as a path from the working folder: `../a` for `a`, one folder below the top of the repository.
    static func pathFromHere(_ path: String) -> String { isRelative(path) ? path : pathToTop + path }

    /// The path from the working folder to the top of the repository: `../` for each folder; empty outside of a repository.
    private static let pathToTop: String = {
        let result = try? Subprocess.run("git", ["rev-parse", "--show-cdup"], atMost: 1 << 16)
        guard let result, result.status == 0 else { return "" }
        return String(decoding: result.output.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }()

    /// The bytes of a file at a revision, from `git show`.
    static func read(revision: String, path: String, atMost limit: Int) throws(InputError) -> [UInt8] {
        let name = "\(revision):\(path)"
        let result = try git(["show", "--no-textconv", "--no-color", name], for: name, revision, atMost: limit)
        // Beyond the limit, git ends because its pipe is closed. The reader of the document reports the size.
        if result.status != 0, result.output.count < limit { throw refusal("show", result, of: name, revision) }
        // For a folder, git prints a listing that begins with this title, as no JSON document does.
        if result.output.starts(with: "tree \(name)\n".utf8) { throw .git(name: name, .isFolder) }
        return result.output
    }

    /// The files at some paths of a revision or below them, from `git ls-tree`, relative to the working folder, with the names
    /// of the objects that hold their content.
    static func objects(
        at revision: String, below paths: [String]
    ) throws(InputError) -> [(path: String, object: String)] {
        let name = "\(revision):\(paths.first ?? "")"
        // Special characters in a path do not make it a pattern for git.
        let words = ["--literal-pathspecs", "ls-tree", "-r", "-z", revision, "--"]
        let result = try git(
            words + paths.map { $0.isEmpty ? "." : $0 }, for: name, revision, atMost: maximumListingSize)
        guard result.status == 0 else { throw refusal("ls-tree", result, of: name, revision) }
        return regularObjects(in: result.output)
    }

    /// The paths in the output of `git ls-tree -z`. A link or a submodule is not a document.
    private static func regularFiles(in listing: [UInt8]) -> [String] { regularObjects(in: listing).map(\.path) }

    /// The paths and objects in it: `100644 blob OBJECT<tab>PATH`.
    private static func regularObjects(in listing: [UInt8]) -> [(path: String, object: String)] {
        listing.split(separator: 0).compactMap { record in
            guard let tab = record.firstIndex(of: UInt8(ascii: "\t")), record.starts(with: "100".utf8),
                let object = record[..<tab].split(separator: UInt8(ascii: " ")).last
            else { return nil }
            return (String(decoding: record[(tab + 1)...], as: UTF8.self), String(decoding: object, as: UTF8.self))
        }
    }

    /// The paths that a pattern matches at a revision, from the top of the repository; with `./` or `../`, from here.
    ///
    /// If a file has exactly this path, it is the only match.
    static func paths(at revision: String, matching pattern: String) throws(InputError) -> [String] {
        let isRelative = isRelative(pattern)
        let glob = GlobPattern(pattern)
        let folder = glob.fixedFolder
        let words = ["--literal-pathspecs", "ls-tree", "-r", "-z"] + (isRelative ? [] : ["--full-tree"])
        let name = "\(revision):\(pattern)"
        let result = try git(
            words + [revision, "--", folder.isEmpty ? "." : folder], for: name, revision, atMost: maximumListingSize)
        guard result.status == 0 else { throw refusal("ls-tree", result, of: name, revision) }
        let paths = regularFiles(in: result.output)
        if paths.contains(pattern) { return [pattern] }
        // git writes paths from here without the "./".
        return paths.filter { glob.matches(path: $0) }.map { isRelative && !$0.hasPrefix("../") ? "./\($0)" : $0 }
    }

    private static let maximumListingSize = 256 << 20

    static func git(
        _ arguments: [String], for name: String, _ revision: String, input: [UInt8] = [], atMost limit: Int
    ) throws(InputError) -> Subprocess {
        // git would parse it as an option, and some of its options write files.
        guard revision.utf8.first != UInt8(ascii: "-") else { throw .git(name: name, .revisionLikeOption) }
        do throws(SystemError) {
            return try Subprocess.run("git", arguments, input: input, atMost: limit)
        } catch {
            throw .git(name: name, error == .missing ? .notInstalled : .notStarted(error))
        }
    }

    static func refusal(
        _ command: String, _ result: Subprocess, of name: String, _ revision: String
    ) -> InputError {
        let message = firstLine(of: result.error)
        if message.contains("dubious ownership") {
            let lines = String(decoding: result.error, as: UTF8.self).split(separator: "\n")
            let command = lines.first { $0.contains("safe.directory") }
            return .git(
                name: name,
                .dubiousOwnership(message, command: command.map { String($0.drop { $0 == "\t" || $0 == " " }) }))
        }
        if message.lowercased().contains("valid object name"), isShallow { return .git(name: name, .shallow(revision)) }
        return .git(name: name, .refused(command: command, status: result.status, message: message))
    }

    /// Whether the clone has only the newest revisions.
    static var isShallow: Bool {
        let result = try? Subprocess.run("git", ["rev-parse", "--is-shallow-repository"], atMost: 4096)
        return result?.output.starts(with: "true".utf8) ?? false
    }

    /// The first line of git's message, without `fatal: `.
    private static func firstLine(of bytes: [UInt8]) -> String {
        let line = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        return line.hasPrefix("fatal: ") ? String(line.dropFirst(7)) : line
    }
}
