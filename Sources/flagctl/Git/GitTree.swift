import FlagResolver
import FlagStore

/// The files of a revision. A path means what the revision has there: links are followed inside its tree.
extension GitRevision {
    /// What a path means at the revision.
    enum Entry: Hashable {
        case file(object: String)
        case folder(object: String)
        case absent
        /// A link that cannot be followed, or a path in a submodule.
        case failure(GitFailure)

        /// The object of a file; `nil` for anything else.
        var file: String? { if case .file(let object) = self { object } else { nil } }

        /// Why the content is not known; `nil` if it is, or if there is none.
        var failure: GitFailure? { if case .failure(let failure) = self { failure } else { nil } }

        /// The object of a file; `nil` if the path is absent.
        ///
        /// - Throws: `GitFailure` if it is anything else.
        func object() throws(GitFailure) -> String? {
            switch self {
            case .file(let object): return object
            case .folder: throw .isFolder
            case .absent: return nil
            case .failure(let failure): throw failure
            }
        }
    }

    /// What paths from the top of the repository mean, in their order.
    func entries(at paths: [String]) throws(GitFailure) -> [Entry] {
        var entries = try Self.entries(at: paths.map { (commit, $0) })
        let absent = paths.indices.filter { entries[$0] == .absent }
        guard !absent.isEmpty else { return entries }
        let listed = try Self.listed(absent.map { paths[$0] }, at: commit)
        let files = Set(listed.filter { $0.kind == .file }.map { ExactText($0.path) })
        let submodules = listed.filter { $0.kind == .submodule }.map(\.path)
        for index in absent {
            let path = paths[index]
            let folder = submodules.first { path.utf8.elementsEqual($0.utf8) || path.utf8.starts(with: "\($0)/".utf8) }
            if let folder { entries[index] = .failure(.submodule(folder)) }
            if files.contains(ExactText(path)) { entries[index] = .failure(.missingObject) }
        }
        return entries
    }

    /// What paths mean, each at a commit of its own. Those in submodules are absent.
    static func entries(at paths: [(commit: String, path: String)]) throws(GitFailure) -> [Entry] {
        var entries = [Entry](repeating: .failure(.nameWithLineBreak), count: paths.count)
        let asked = paths.indices.filter { !paths[$0].path.utf8.contains(UInt8(ascii: "\n")) }
        guard !asked.isEmpty else { return entries }
        let input = asked.map { "\(paths[$0].commit):\(paths[$0].path)\n" }.joined()
        let output = try Git.output(["cat-file", "--batch-check", "--follow-symlinks"], input: Array(input.utf8))
        var reader = LookupReader(output)
        for index in asked { entries[index] = reader.next() }
        return entries
    }

    /// The links among the folders of a path, and the path itself if it is one.
    static func links(above path: String, at commit: String) throws(GitFailure) -> [String] {
        try listed([path], at: commit).filter { $0.kind == .link }.map(\.path)
    }

    /// What a commit has at some paths and at the folders in them.
    private static func listed(_ paths: [String], at commit: String) throws(GitFailure) -> [ListedFile] {
        var folders: Set<ExactText> = []
        for path in paths {
            let names = FilePath.names(of: path)
            for count in names.indices { folders.insert(ExactText(names[...count].joined(separator: "/"))) }
        }
        var found: [ListedFile] = []
        var rest = folders.sorted()[...]
        while !rest.isEmpty {
            let batch = rest.prefix(maximumWordCount)
            rest = rest.dropFirst(maximumWordCount)
            found += try listing(of: commit, [], batch.map(\.text))
        }
        return found
    }

    /// The number of paths that fit into a command line.
    private static let maximumWordCount = 200

    /// A file, link or submodule in a listing.
    struct ListedFile {
        enum Kind {
            case file
            case link
            case submodule
            case folder
        }

        /// The path from the top of the repository.
        let path: String
        let kind: Kind
        let object: String
        /// Whether the path is UTF-8. Otherwise, ``path`` is repaired.
        let isNameValid: Bool
    }

    /// The files below a folder of the revision, with links in its own path followed. Links to files are followed, too;
    /// those to folders are left out.
    ///
    /// - Parameter folder: A folder or a file, from the top of the repository.
    func files(
        below folder: String, where isIncluded: (String) -> Bool
    ) throws(GitFailure) -> [(path: String, entry: Entry)] {
        let top = try entries(at: [folder])[0]
        switch top {
        case .file: return [(folder, top)]
        case .absent: return []
        case .failure(let failure): throw failure
        case .folder(let tree):
            let prefix = FilePath.prefix(in: folder)
            let listed = try Self.listing(of: tree, ["-r"], []).filter {
                $0.kind == .submodule || isIncluded(prefix + $0.path)
            }
            let links = listed.filter { $0.kind == .link }.map { prefix + $0.path }
            let targets = links.isEmpty ? [] : try entries(at: links)
            var followed = Dictionary(zip(links.map { ExactText($0) }, targets)) { first, _ in first }
            return listed.compactMap { file in
                let path = prefix + file.path
                guard file.isNameValid else { return (path, .failure(.nameNotUTF8)) }
                switch file.kind {
                case .file: return (path, .file(object: file.object))
                case .folder: return nil
                case .submodule: return (path, .failure(.submodule(path)))
                case .link:
                    guard let target = followed.removeValue(forKey: ExactText(path)) else { return nil }
                    if case .folder = target { return nil }
                    return (path, target)
                }
            }
        }
    }

    /// The files of a tree, from `git ls-tree`.
    private static func listing(
        of tree: String, _ options: [String], _ paths: [String]
    ) throws(GitFailure) -> [ListedFile] {
        let output = try Git.output(["ls-tree", "-z", "--full-tree"] + options + [tree, "--"] + paths)
        // MODE TYPE OBJECT<tab>PATH
        return output.split(separator: 0).compactMap { record in
            guard let tab = record.firstIndex(of: UInt8(ascii: "\t")),
                let object = record[..<tab].split(separator: UInt8(ascii: " ")).last
            else { return nil }
            let kind: ListedFile.Kind =
                record.starts(with: "12".utf8)
                ? .link
                : record.starts(with: "16".utf8)
                    ? .submodule
                    : record.starts(with: "04".utf8) ? .folder : .file
            let path = String(decoding: record[(tab + 1)...], as: UTF8.self)
            return ListedFile(
                path: path, kind: kind, object: String(decoding: object, as: UTF8.self),
                isNameValid: path.utf8.elementsEqual(record[(tab + 1)...]))
        }
    }

    /// A file at the revision.
    struct File: Hashable {
        /// Its name in outputs: `HEAD:Configs/app.json`
        let name: String
        /// The object with its content.
        let object: String
    }

    /// The name of a file in outputs, for its path from the top of the repository.
    func fullName(of path: String) -> String { "\(name):\(path)" }

    /// The files of the revision at the paths of current files, from the top of the repository; `nil` for new files.
    ///
    /// A file that git ignores is no new file: no revision will ever have it.
    ///
    /// - Parameter declared: The paths of files that are new even if git ignores them.
    func files(
        at paths: [String], declaredNew declared: Set<ExactText>
    ) throws(GitFailure) -> [Result<File?, GitFailure>] {
        let entries = try entries(at: paths)
        let absent = zip(paths, entries).filter { path, entry in
            switch entry {
            // git refuses to answer for a path through a link.
            case .absent, .folder: !declared.contains(ExactText(path)) && currentLink(in: path) == nil
            case .file, .failure: false
            }
        }
        let ignored = try ignored(among: absent.map(\.0))
        return zip(paths, entries).map { path, entry in
            switch entry {
            case .file(let object): .success(File(name: fullName(of: path), object: object))
            case .failure(let failure): .failure(failure)
            case .absent, .folder: ignored.contains(ExactText(path)) ? .failure(.ignored) : .success(nil)
            }
        }
    }

    /// The files and links of the revision that the working tree does not have, or has as something else, from the top of
    /// the repository. In a sparse checkout, files that are not checked out are not deleted.
    func deletedFiles() throws(GitFailure) -> [String] {
        let outside = try filesOutsideOfCheckout()
        return try Self.listing(of: commit, ["-r"], []).filter { file in
            guard file.kind == .file || file.kind == .link, file.isNameValid, !outside.contains(ExactText(file.path))
            else {
                return false
            }
            let path = absolutePath(file.path)
            let isFile = (try? FileSystem.entry(at: path))?.kind == .file
            return !isFile || file.kind == .file && FileSystem.isLink(path)
        }.map(\.path)
    }

    /// The files that a sparse checkout leaves out.
    private func filesOutsideOfCheckout() throws(GitFailure) -> Set<ExactText> {
        let words = ["config", "--type=bool", "--default=false", "core.sparseCheckout"]
        guard try Git.output(words).starts(with: "true".utf8) else { return [] }
        // TAG PATH
        let listed = try Git.output(["-C", absolutePath(""), "ls-files", "-t", "-z"])
        return Set(
            listed.split(separator: 0).filter { $0.starts(with: "S ".utf8) }
                .map { ExactText(String(decoding: $0.dropFirst(2), as: UTF8.self)) })
    }

    /// The paths that git ignores, among some from the top of the repository.
    func ignored(among paths: [String]) throws(GitFailure) -> Set<ExactText> {
        guard !paths.isEmpty else { return [] }
        let words = ["check-ignore", "-z", "--stdin"]
        // It takes no patterns, but a leading colon would still be special.
        let written = paths.map { "./\(pathFromHere($0))" }
        let result = try Git.run(words, input: Array(written.map { "\($0)\0" }.joined().utf8), literalPaths: false)
        // 1 means that none is ignored.
        guard result.status <= 1 else { throw GitFailure(result, of: words) }
        let ignored = Set(result.output.split(separator: 0).map { ExactText(String(decoding: $0, as: UTF8.self)) })
        return Set(zip(paths, written).filter { ignored.contains(ExactText($1)) }.map { ExactText($0.0) })
    }
}

extension GitRevision {
    /// The first bytes of a file at a revision, up to a limit.
    ///
    /// - Parameter path: A path from the top of the repository; with `./` or `../` at its beginning, from here.
    static func read(_ revision: String, _ path: String, atMost limit: Int) throws(GitFailure) -> [UInt8] {
        if let bytes = try readAtOnce("\(revision):\(path)", atMost: limit) { return bytes }
        let revision = try GitRevision(revision)
        let path = try revision.path(ofRevisionPath: path)
        guard let object = try revision.entries(at: [path])[0].object() else {
            throw .absent(revision: revision.name, isOnDisk: FileSystem.exists(revision.pathFromHere(path)))
        }
        return try readAtOnce(object, atMost: limit) ?? []
    }

    /// The same with a single process; `nil` if git does not understand the name of the file, or it is not a file.
    private static func readAtOnce(_ name: String, atMost limit: Int) throws(GitFailure) -> [UInt8]? {
        guard !name.utf8.contains(UInt8(ascii: "\n")) else { return nil }
        let words = ["cat-file", "--batch", "--follow-symlinks"]
        // The first line names the object. Beyond the limit, git ends because its pipe is closed.
        let head = 128
        let result = try Git.run(
            words, input: Array("\(name)\n".utf8), atMost: limit > Int.max - head ? limit : limit + head)
        var reader = LookupReader(result.output)
        guard case .file = reader.next() else {
            if result.status != 0, result.output.isEmpty { throw GitFailure(result, of: words) }
            return nil
        }
        return Array(reader.content.prefix(min(limit, reader.size)))
    }
}

/// Reads the answers of `git cat-file --batch-check --follow-symlinks`.
private struct LookupReader {
    private var rest: ArraySlice<UInt8>

    init(_ output: [UInt8]) { rest = output[...] }

    /// What follows the answers that have been read: the content, if git was asked for it, and a line end.
    var content: ArraySlice<UInt8> { rest }
    /// The number of bytes of the last object.
    private(set) var size = 0

    private mutating func line() -> ArraySlice<UInt8> {
        let line = rest.prefix { $0 != UInt8(ascii: "\n") }
        rest = rest.dropFirst(line.count + 1)
        return line
    }

    /// The answer to the next question.
    mutating func next() -> GitRevision.Entry {
        let words = line().split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
        // OBJECT TYPE SIZE
        if words.count == 3, GitObjects.isName(words[0].utf8) {
            size = max(0, Int(words[2]) ?? 0)
            switch words[1] {
            case "blob": return .file(object: words[0])
            case "tree": return .folder(object: words[0])
            // git has taken the path for something else, such as the output of "git describe".
            default: return .failure(.missingObject)
            }
        }
        // KIND SIZE, and the text on lines of their own; anything else is "COMMIT:PATH missing".
        guard words.count == 2, let size = Int(words[1]), size >= 0 else { return .absent }
        let text = String(decoding: rest.prefix(size), as: UTF8.self)
        rest = rest.dropFirst(size + 1)
        switch words[0] {
        case "symlink": return .failure(.linkOutside(target: text))
        case "dangling": return .failure(.danglingLink)
        case "loop": return .failure(.linkLoop)
        default: return .absent
        }
    }
}
