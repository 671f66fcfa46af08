import FlagAnalysis
import FlagResolver
import FlagStore

/// The documents that a command line names, in order.
///
/// 1. `-` is standard input. For any other name, an existing file or folder with exactly that name takes precedence over
///    every other interpretation.
/// 2. A folder means the files below it that ``FolderContent`` includes, in natural order. Hidden files and folders are
///    skipped, and links to folders are not followed.
/// 3. Otherwise a name with `*`, `?` or `[` a pattern, `REV:PATH` a file at a git revision, and
///    `REV:GLOB` all that match.
/// 4. Folders and patterns include only regular files. A pipe or a device that an operand names is read as a stream.
///    A link to a file outside of the folder's ``RootFolder`` is a failure.
/// 5. Folders and patterns do not include the files of `--exclude`.
/// 6. A file that is named twice, in any way, counts once, at its first position. Where paths are distinguished, a file
///    with two paths counts twice.
struct InputSources {
    /// Something in a folder or matched by a pattern that is not a regular file.
    struct Skipped: Hashable {
        let path: String
        let kind: FileSystem.Kind
    }

    /// What makes two inputs the same.
    enum Distinction {
        case files
        case paths
    }

    /// What an operand names.
    enum Found: Hashable {
        case source(InputSource)
        /// Why it cannot be read.
        case failure(InputError)

        /// The path of a file; `nil` for anything else.
        var path: String? { if case .source(let source) = self { source.path } else { nil } }
    }

    /// The documents in the order of the command line. A failure has the position of its document.
    private(set) var found: [Found] = []
    private(set) var skipped: [Skipped] = []
    private var files = DistinctFiles()
    private var others: Set<InputSource> = []
    /// The paths of files, where paths are distinguished.
    private var paths: Set<ExactText> = []
    /// The searched folders, each with its operand.
    private var folders: [FileSystem.Identity: String] = [:]
    private var patterns: [String] = []
    private let standardInputName: String
    private let excluded: PathPatterns
    private var globLimit = GlobLimit.ofAllPatterns
    private let content: FolderContent
    private let distinction: Distinction

    init(
        _ operands: [String], standardInputName: String, excluding excluded: PathPatterns = .none,
        of content: FolderContent = .documents, distinguishing distinction: Distinction = .files
    ) {
        self.distinction = distinction
        self.standardInputName = standardInputName
        self.excluded = excluded
        self.content = content
        for (operand, next) in zip(operands, operands.dropFirst().map { $0 } + [nil]) { add(operand, before: next) }
    }

    /// The folder or pattern among the operands that would include a new file at a path.
    func operand(including path: String, at location: FileSystem.Location) -> String? {
        guard case .missing(let folder, let name) = location, !excluded.contains(path) else { return nil }
        if content.includesHidden || !GlobPattern.isHidden(name), content.includes(name), let operand = folders[folder]
        {
            return operand
        }
        return patterns.first { GlobPattern($0).matches(path: path) }
    }

    /// The documents, or why they cannot be read. If standard input has the name of a file, the second of the two is a
    /// failure: results could not be told apart.
    var unique: [Found] {
        guard found.count > 1 else { return found }
        var names: Set<ExactText> = []
        return found.map { found in
            guard case .source(let source) = found, !names.insert(ExactText(source.name)).inserted else { return found }
            return .failure(.sameName(source.name))
        }
    }

    /// Calls a closure for each input, in order. Reports inputs that are missing or skipped, or have the name of another.
    func forEachUnique(in session: inout Session, _ body: (InputSource, inout Session) -> Void) {
        for skipped in skipped { session.report(skipped.diagnostic) }
        let unique = unique
        var progress = session.progress("file", of: unique.count)
        defer { progress.end() }
        for found in unique {
            progress.step()
            switch found {
            case .failure(let error): session.report(error.diagnostic)
            case .source(let source): body(source, &session)
            }
        }
    }

    /// The path of a file or folder, in the name of each of its documents: `b` for `a/../b`.
    static func plain(_ operand: String) -> String {
        FilePath.names(of: operand).dropFirst().contains("..") ? FileReference.fromHere(operand) : operand
    }

    /// - Parameter next: The operand after it, in case this one is meant to be its revision.
    private mutating func add(_ operand: String, before next: String?) {
        if operand == "-" {
            addOther(.standardInput(name: standardInputName))
            return
        }
        do throws(SystemError) {
            let entry = try FileSystem.entry(at: operand)
            let path = Self.plain(operand)
            switch entry.kind {
            case .folder: add(folder: path)
            case .file, .pipe, .socket, .device: add(.file(path), entry)
            }
        } catch {
            guard error == .missing else {
                fail(.unreadable(path: operand, error))
                return
            }
            addMissing(operand, before: next)
        }
    }

    private mutating func addMissing(_ operand: String, before next: String?) {
        if let (revision, path) = RevisionPath.parse(operand) {
            add(path: path, at: revision, operand)
        } else if GlobPattern.isPattern(operand) {
            patterns.append(operand)
            let matches = GlobPattern(operand).files(within: &globLimit)
            for failure in matches.failures { fail(failure) }
            skipped += matches.linkedFolders.map { Skipped(path: $0, kind: .folder) }
            let folder = GlobPattern(operand).fixedFolder
            addFiles(
                matches.paths, in: RootFolder(of: folder.isEmpty ? "." : folder), of: operand,
                orFail: matches.failures.isEmpty ? .unmatchedPattern(operand) : nil)
        } else {
            let revision = next.flatMap { MisplacedOperands.fileAtRevision(operand, before: $0) }
            fail(InputError(operand, .missing, suggestion: revision ?? Self.neighbour(of: operand)))
        }
    }

    private mutating func add(path: String, at revision: String, _ operand: String) {
        guard GlobPattern.isPattern(path) else { return addOther(.revision(revision, path: path)) }
        do throws(GitFailure) {
            let all = try GitRevision.paths(at: revision, matching: path)
            let paths = all.filter { !excluded.contains(RevisionPath.fromHere($0)) }
            if paths.isEmpty { fail(all.isEmpty ? .unmatchedPattern(operand) : .allExcluded(operand)) }
            for path in paths { addOther(.revision(revision, path: path)) }
        } catch {
            fail(.git(name: operand, error))
        }
    }

    private mutating func add(folder: String) {
        var paths: [String] = []
        var hasFailed = false
        // Without a leading `./`, which would only lengthen messages.
        let prefix = FilePath.prefix(in: folder)
        var waiting = [prefix]
        while let next = waiting.popLast() {
            do throws(SystemError) {
                let identity = try FileSystem.entry(at: next.isEmpty ? "." : next).identity
                if folders[identity] == nil { folders[identity] = folder }
                for name in try FileSystem.names(in: next)
                where content.includesHidden || !GlobPattern.isHidden(name) {
                    let path = next + name
                    if (try? FileSystem.entry(at: path))?.kind == .folder {
                        if FileSystem.isLink(path) {
                            skipped.append(Skipped(path: path, kind: .folder))
                        } else {
                            waiting.append(path + "/")
                        }
                    } else if content.includes(name) {
                        paths.append(path)
                    }
                }
            } catch {
                hasFailed = true
                fail(.unreadable(path: FilePath.directory(of: next), error))
            }
        }
        let sorted = paths.sorted(by: NaturalOrder.precedes)
        addFiles(
            sorted, in: RootFolder(of: folder), of: folder,
            orFail: hasFailed ? nil : .emptyFolder(path: folder, content))
    }

    /// Adds the regular files among some paths. Adds a failure if there is none.
    private mutating func addFiles(
        _ paths: [String], in root: RootFolder, of operand: String, orFail failure: InputError?
    ) {
        var isEmpty = true
        let included = paths.filter { !excluded.contains($0) }
        for path in included {
            do throws(SystemError) {
                let entry = try FileSystem.entry(at: path)
                switch entry.kind {
                case .file where !root.contains(path):
                    fail(.outside(path, of: root))
                    isEmpty = false
                case .file:
                    add(.listedFile(path), entry)
                    isEmpty = false
                case .folder: break
                case .pipe, .socket, .device: skipped.append(Skipped(path: path, kind: entry.kind))
                }
            } catch {
                fail(InputError(path, error, isListed: true))
                isEmpty = false
            }
        }
        if isEmpty, let failure { fail(included.isEmpty && !paths.isEmpty ? .allExcluded(operand) : failure) }
    }

    private mutating func add(_ file: InputSource, _ entry: FileSystem.Entry) {
        switch distinction {
        case .files: if files.insert(entry.identity) { found.append(.source(file)) }
        case .paths:
            // However the path is written.
            if paths.insert(ExactText(FileReference.fromHere(file.name))).inserted { found.append(.source(file)) }
        }
    }

    private mutating func addOther(_ source: InputSource) {
        if others.insert(source).inserted { found.append(.source(source)) }
    }

    private mutating func fail(_ error: InputError) {
        found.append(.failure(error))
    }

    /// The file in the same folder whose name is nearest to a missing one.
    private static func neighbour(of path: String) -> String? {
        let (prefix, name) = FilePath.split(path)
        let names = (try? FileSystem.names(in: prefix)) ?? []
        return Spelling.nearest(to: name, in: names).map { prefix + $0 }
    }
}

/// Files that differ from each other. A set of one file would cost more than reading a small document.
private struct DistinctFiles {
    private var first: FileSystem.Identity?
    private var others: Set<FileSystem.Identity> = []

    /// Adds a file.
    ///
    /// - Returns: Whether it is a new one.
    mutating func insert(_ file: FileSystem.Identity) -> Bool {
        guard let first else {
            first = file
            return true
        }
        return file != first && others.insert(file).inserted
    }
}

extension InputSources.Skipped {
    var diagnostic: Diagnostic {
        let name =
            switch kind {
            case .pipe: "a named pipe"
            case .socket: "a socket"
            case .device: "a device"
            case .folder: "a link to a directory"
            case .file: "not a regular file"
            }
        let rule =
            kind == .folder
            ? "directories and patterns do not follow it" : "directories and patterns include only regular files"
        return Diagnostic(
            subject: .name(path), severity: .note, message: "skipped: this is \(name), and \(rule)")
    }
}
