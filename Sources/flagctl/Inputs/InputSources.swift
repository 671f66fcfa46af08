import FlagAnalysis

/// The documents that a command line names, in order.
///
/// 1. An existing file or folder of the very name wins over every other reading of it.
/// 2. A folder stands for every `*.json` below it except `*.schema.json` and `*.expectations.json`, or for the latter
///    only, sorted by bytes. Hidden files and folders below it are passed over, and links to folders are not followed.
/// 3. Otherwise `-` is standard input, a name with `*`, `?` or `[` a pattern, `REV:PATH` a file at a git revision.
/// 4. A file named twice, on whatever way, is given once, where it was named first.
struct InputSources {
    /// What was found, in the order of the command line; a failure stands where its document would.
    private(set) var found: [Result<InputSource, InputError>] = []
    private var files: Set<FileSystem.Identity> = []
    private var others: Set<InputSource> = []
    private let standardInputName: String
    private let content: FolderContent

    init(_ operands: [String], standardInputName: String, of content: FolderContent = .documents) {
        self.standardInputName = standardInputName
        self.content = content
        for operand in operands { add(operand) }
    }

    private mutating func add(_ operand: String) {
        if operand == "-" {
            addOther(.standardInput(name: standardInputName))
            return
        }
        do throws(SystemError) {
            let entry = try FileSystem.entry(at: operand)
            switch entry.kind {
            case .file: add(file: operand, entry)
            case .folder: add(folder: operand)
            }
        } catch {
            guard error == .missing else {
                fail(.unreadable(path: operand, error))
                return
            }
            addMissing(operand)
        }
    }

    private mutating func addMissing(_ operand: String) {
        if let (revision, path) = GitRevision.parse(operand) {
            addOther(.revision(revision, path: path))
        } else if GlobPattern.isPattern(operand) {
            let matches = GlobPattern(operand).files()
            for failure in matches.failures { fail(failure) }
            if matches.found.isEmpty, matches.failures.isEmpty { fail(.unmatchedPattern(operand)) }
            for path in matches.paths { addFile(path) }
        } else {
            fail(.missing(path: operand, suggestion: Self.neighbour(of: operand)))
        }
    }

    private mutating func add(folder: String) {
        var paths: [String] = []
        var failures: [InputError] = []
        // `.` adds nothing to a path that would help its reader.
        let prefix = folder == "." ? "" : folder.hasSuffix("/") ? folder : folder + "/"
        var waiting = [prefix]
        while let next = waiting.popLast() {
            do throws(SystemError) {
                for name in try FileSystem.names(in: next) where !name.hasPrefix(".") {
                    let path = next + name
                    if FileSystem.isLink(path) ? false : (try? FileSystem.entry(at: path))?.kind == .folder {
                        waiting.append(path + "/")
                    } else if content.includes(name) {
                        paths.append(path)
                    }
                }
            } catch {
                failures.append(.unreadable(path: String(next.dropLast()), error))
            }
        }
        if paths.isEmpty, failures.isEmpty { failures.append(.emptyFolder(path: folder, content)) }
        for failure in failures { fail(failure) }
        for path in paths.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) { addFile(path) }
    }

    private mutating func addFile(_ path: String) {
        do throws(SystemError) {
            let entry = try FileSystem.entry(at: path)
            // A link to a folder that is named like a document.
            if entry.kind == .file { add(file: path, entry) }
        } catch {
            fail(.unreadable(path: path, error))
        }
    }

    private mutating func add(file path: String, _ entry: FileSystem.Entry) {
        if files.insert(entry.identity).inserted { found.append(.success(.file(path))) }
    }

    private mutating func addOther(_ source: InputSource) {
        if others.insert(source).inserted { found.append(.success(source)) }
    }

    private mutating func fail(_ error: InputError) {
        found.append(.failure(error))
    }

    /// A file in the same folder whose name is nearly the one that is missing.
    private static func neighbour(of path: String) -> String? {
        let cut = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        let folder = String(path[..<cut])
        let names = (try? FileSystem.names(in: folder)) ?? []
        return Spelling.nearest(to: String(path[cut...]), in: names).map { folder + $0 }
    }
}
