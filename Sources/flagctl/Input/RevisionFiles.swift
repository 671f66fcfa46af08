import FlagAnalysis
import FlagStore

/// The documents that a command line names, each as it is now and as it was at a git revision.
///
/// 1. A folder or a pattern includes its current files and those at the revision.
/// 2. A file that exists only now is new, one that existed only then is deleted. One that never existed is an error.
/// 3. A path means what the revision has there: of a symbolic link, the file that the revision's link leads to.
/// 4. Every path is listed once, in the order of the command line. Two paths of one file are two documents, because
///    they can have different ones at the revision. The deleted files of a folder come after its others.
/// 5. A file that no revision can have is an error: one outside the repository, or one that git ignores.
struct RevisionFiles {
    /// A document now and at the revision.
    struct Pair {
        /// The path as on the command line; for a deleted file, relative to the working folder.
        let path: String
        /// The name of the old file in outputs, whether or not there is one: `HEAD:Configs/app.json`
        let oldName: String
        /// The file at the revision; `nil` if the file is new.
        let old: GitRevision.File?
        /// The current file; `nil` if it is deleted.
        let new: InputSource?
        /// Whether the command line says that the file is new.
        var isDeclaredNew = false
    }

    private(set) var found: [Result<Pair, InputError>] = []
    private(set) var skipped: [InputSources.Skipped] = []
    /// What else is left out.
    private(set) var notes: [Diagnostic] = []
    private let revision: GitRevision
    private let excluded: PathPatterns
    /// The listed paths from the top of the repository, and the positions in ``found`` of the current ones.
    private var positions: [ExactText: Int?] = [:]
    /// The current files, whose old ones are still to be looked up.
    private var current: [(position: Int, path: String, source: InputSource)] = []

    /// - Parameter declared: The files that the command line says are new.
    init(
        _ operands: [String], at revision: GitRevision, excluding excluded: PathPatterns = .none,
        declaredNew declared: [String] = []
    ) throws(GitFailure) {
        self.revision = revision
        self.excluded = excluded
        for operand in operands { try add(operand) }
        let declared = declared.map { path in (path: path, inside: try? revision.path(of: path)) }
        try addOldFiles(declaredNew: Set(declared.compactMap { $0.inside.map { ExactText($0) } }))
        for file in declared {
            let position = file.inside.flatMap { positions[ExactText($0)] ?? nil }
            switch position.map({ found[$0] }) {
            case .success(let pair)? where pair.old == nil: break
            case .success?: found.append(.failure(.notNew(file.path, revision: revision.name)))
            case .failure?: break
            case nil: found.append(.failure(.newFileNotNamed(file.path)))
            }
        }
    }

    /// Adds the current files of an operand, and the deleted ones.
    private mutating func add(_ operand: String) throws(GitFailure) {
        let exists = FileSystem.exists(operand)
        guard operand != "-", exists || RevisionPath.parse(operand) == nil else {
            found.append(.failure(.notComparable(operand)))
            return
        }
        let sources = InputSources([operand], standardInputName: "", excluding: excluded, distinguishing: .paths)
        skipped += sources.skipped
        var failures: [InputError] = []
        for source in sources.found {
            switch source {
            case .failure(let error): failures.append(error)
            case .source(let source): add(source)
            }
        }
        let pattern = !exists && GlobPattern.isPattern(operand) ? GlobPattern(operand) : nil
        var hasDeleted = false
        do throws(GitFailure) {
            hasDeleted = try addDeleted(of: operand, pattern)
        } catch {
            guard error.isAboutPath else { throw error }
            // A current file outside the repository has failed for the same reason.
            if failures.isEmpty, !sources.found.isEmpty { return }
            failures.append(.git(name: operand, error))
        }
        // A missing file is not a failure if it existed at the revision.
        for error in failures where !(hasDeleted && error.isAbsence) { found.append(.failure(error)) }
    }

    private mutating func add(_ source: InputSource) {
        do throws(GitFailure) {
            let path = try revision.path(of: source.name)
            guard positions[ExactText(path)] == nil else { return }
            positions[ExactText(path)] = found.count
            current.append((found.count, path, source))
            // The old file is looked up later, together with all others.
            found.append(
                .success(Pair(path: source.name, oldName: revision.fullName(of: path), old: nil, new: source)))
        } catch {
            found.append(.failure(.git(name: source.name, error)))
        }
    }

    /// Adds the files of an operand at the revision that its current files do not include.
    ///
    /// - Returns: Whether there are any.
    private mutating func addDeleted(of operand: String, _ pattern: GlobPattern?) throws(GitFailure) -> Bool {
        let fixed = pattern?.fixedFolder ?? operand
        let base = try revision.path(of: fixed.isEmpty ? "." : fixed)
        let depth = FilePath.names(of: base).count
        let below = pattern?.belowFixedFolder
        let listed = try revision.files(below: base) { path in
            let rest = FilePath.names(of: path).dropFirst(depth)
            // A named file is always included, a pattern includes what it matches, and a folder only documents.
            if rest.isEmpty { return true }
            guard !excluded.contains(revision.pathFromHere(path)) else { return false }
            if let below { return below.matches(path: rest.joined(separator: "/")) }
            return FolderContent.documents.includes(path) && !rest.contains(where: GlobPattern.isHidden)
        }
        var hasAny = false
        for file in listed where positions[ExactText(file.path)] == nil {
            let here = revision.pathFromHere(file.path)
            let kind = (try? FileSystem.entry(at: here))?.kind
            switch file.entry {
            case .failure(.submodule):
                // Its files are in another repository, and are named if it is checked out.
                if !FileSystem.exists(here + "/.git") { notes.append(.submodule(here)) }
            case .failure(.danglingLink) where kind != .file: break
            // Neither a document now, which a message says, nor one that git had.
            case .failure(.linkOutside) where kind != nil && kind != .file: break
            case .failure(let failure): add(.git(name: revision.fullName(of: file.path), failure), file.path)
            case .folder, .absent: break
            case .file where kind == .file:
                // Behind a link to a folder, which is not searched.
                hasAny = true
                let root = RootFolder(of: revision.absolutePath(""))
                if root.contains(here) { add(.listedFile(here)) } else { add(.outside(here, of: root), file.path) }
            case .file(let object):
                hasAny = true
                positions.updateValue(nil, forKey: ExactText(file.path))
                let old = GitRevision.File(name: revision.fullName(of: file.path), object: object)
                found.append(.success(Pair(path: here, oldName: old.name, old: old, new: nil)))
            }
        }
        return hasAny
    }

    /// Adds the failure of a path, once.
    private mutating func add(_ failure: InputError, _ path: String) {
        if positions.updateValue(nil, forKey: ExactText(path)) == nil { found.append(.failure(failure)) }
    }

    /// Looks up the old files of all current ones.
    private mutating func addOldFiles(declaredNew declared: Set<ExactText>) throws(GitFailure) {
        let files = try revision.files(at: current.map(\.path), declaredNew: declared)
        for (file, old) in zip(current, files) {
            let path = file.source.name
            found[file.position] =
                old.map { old in
                    Pair(
                        path: path, oldName: revision.fullName(of: file.path), old: old, new: file.source,
                        isDeclaredNew: old == nil && declared.contains(ExactText(file.path)))
                }
                .mapError { .git(name: $0 == .ignored ? path : revision.fullName(of: file.path), $0) }
        }
    }

    /// The documents that are gone since the revision; `nil` if no document is new, unless the command line says so.
    func deletedDocuments() throws(GitFailure) -> DeletedDocuments? {
        let new = found.compactMap { try? $0.get() }.filter { $0.old == nil && !$0.isDeclaredNew }
        return new.isEmpty ? nil : try DeletedDocuments(at: revision, before: new.map(\.path))
    }

    /// The content of all old files.
    func contents() throws(GitFailure) -> [String: [UInt8]] {
        try GitObjects.contents(of: Array(Set(found.compactMap { try? $0.get().old?.object })))
    }
}

extension Diagnostic {
    fileprivate static func submodule(_ path: String) -> Diagnostic {
        Diagnostic(
            subject: .name(path), severity: .note,
            message: "skipped: this is a submodule that is not checked out, so its documents are not compared")
    }
}

extension GitFailure {
    /// Whether only one path is the problem, not the revision or the repository.
    fileprivate var isAboutPath: Bool {
        switch self {
        case .outside, .otherRepository, .submodule, .linkOutside, .danglingLink, .linkLoop, .nameWithLineBreak,
            .nameNotUTF8, .isFolder, .ignored:
            true
        default: false
        }
    }
}

extension InputError {
    /// Whether the input does not exist.
    fileprivate var isAbsence: Bool {
        switch self {
        case .missing, .emptyFolder, .unmatchedPattern, .allExcluded: true
        default: false
        }
    }
}
