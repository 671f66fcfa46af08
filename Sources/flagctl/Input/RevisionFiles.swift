import FlagStore

/// The documents that a command line names, each as it is now and as it was at a git revision.
///
/// 1. A folder or a pattern includes its current files and those at the revision.
/// 2. A file that exists only now is new, one that existed only then is deleted. One that never existed is an error.
/// 3. Every file is listed once, in the order of the command line. The deleted files of a folder come after its others.
struct RevisionFiles {
    /// A document now and at the revision.
    struct Pair {
        /// The path as on the command line; for a deleted file, relative to the working folder.
        let path: String
        /// The path at the revision, relative to the working folder; `nil` if the file is new.
        let old: String?
        /// The current file; `nil` if it is deleted.
        let new: InputSource?
    }

    private(set) var found: [Result<Pair, InputError>] = []
    private(set) var skipped: [InputSources.Skipped] = []
    /// The operands whose files at the revision git cannot list.
    private(set) var unlisted: [String] = []
    private let revision: String
    private let excluded: PathPatterns
    /// The objects of the files at the revision, by their paths.
    private(set) var objects: [String: String] = [:]
    private var identities: Set<FileSystem.Identity> = []
    private var deleted: Set<String> = []

    init(_ operands: [String], at revision: String, excluding excluded: PathPatterns = .none) {
        self.revision = revision
        self.excluded = excluded
        for operand in operands {
            do throws(InputError) {
                try add(operand)
            } catch {
                unlisted.append(operand)
                // A missing revision is missing for every operand: report it once.
                if !found.contains(where: { $0.isFailure(of: error) }) { found.append(.failure(error)) }
            }
        }
    }

    private mutating func add(_ operand: String) throws(InputError) {
        let exists = FileSystem.exists(operand)
        guard operand != "-", exists || GitRevision.parse(operand) == nil else { throw .notComparable(operand) }
        let pattern = !exists && GlobPattern.isPattern(operand) ? GlobPattern(operand) : nil
        let folder = pattern?.fixedFolder ?? Self.plain(operand) ?? operand
        let objects = try GitRevision.objects(at: revision, below: [folder])
        for (path, object) in objects { self.objects[path] = object }
        let listed = objects.map(\.path)
        let known = Set(listed)
        var failures: [InputError] = []
        let sources = InputSources([operand], standardInputName: "", excluding: excluded)
        skipped += sources.skipped
        for source in sources.found {
            switch source {
            case .failure(let error): failures.append(error)
            case .success(let source):
                let path = source.name
                guard let entry = try? FileSystem.entry(at: path), identities.insert(entry.identity).inserted else {
                    continue
                }
                var old = Self.plain(path)
                if old.map({ !known.contains($0) }) ?? true {
                    let linked = try Self.file(at: revision, linkedBy: path)
                    if let linked { self.objects[linked.path] = linked.object }
                    old = linked?.path
                }
                found.append(.success(Pair(path: path, old: old, new: source)))
            }
        }
        var hasDeleted = false
        for path in listed where !FileSystem.exists(path) {
            // A named file is always included; folders and patterns include only documents.
            let isNamed = path == Self.plain(operand)
            guard isNamed || FolderContent.documents.includes(path) && !excluded.contains(path),
                pattern?.matches(path: path) ?? !Self.isHidden(path, below: Self.plain(operand) ?? "")
            else { continue }
            hasDeleted = true
            if deleted.insert(path).inserted { found.append(.success(Pair(path: path, old: path, new: nil))) }
        }
        // A missing file is not a failure if it existed at the revision.
        for error in failures where !(hasDeleted && error.isAbsence) { found.append(.failure(error)) }
    }

    /// A current file as it was at a revision: its path, as git writes it, and the object with its content; `nil` if it did
    /// not exist.
    static func file(at revision: String, _ path: String) throws(InputError) -> (path: String, object: String)? {
        if let found = try GitRevision.objects(at: revision, below: [path]).first { return found }
        return try file(at: revision, linkedBy: path)
    }

    /// The same for a path through a symbolic link or a parent folder.
    private static func file(
        at revision: String, linkedBy path: String
    ) throws(InputError) -> (path: String, object: String)? {
        guard let resolved = try? FileSystem.resolved(path), FilePath.isAbsolute(resolved) else { return nil }
        let working = FilePath.names(of: FileSystem.workingFolder)
        let names = FilePath.names(of: resolved)
        let common = zip(working, names).prefix { $0 == $1 }.count
        let relative = (Array(repeating: "..", count: working.count - common) + names[common...]).joined(separator: "/")
        guard relative != plain(path) else { return nil }
        do throws(InputError) {
            return try GitRevision.objects(at: revision, below: [relative]).first
        } catch {
            // The target of a link can be outside of the repository, which has no revision of it.
            if case .git(_, .refused(_, _, let message)) = error, message.contains("outside repository") { return nil }
            throw error
        }
    }

    /// Whether a path below a folder contains a hidden name.
    private static func isHidden(_ path: String, below folder: String) -> Bool {
        FilePath.names(of: String(path.dropFirst(folder.count))).contains(where: GlobPattern.isHidden)
    }

    /// A path relative to the working folder, as git writes it; `nil` for an absolute path, or one with an inner `..`.
    static func plain(_ path: String) -> String? {
        guard !FilePath.isAbsolute(path) else { return nil }
        var names = FilePath.names(of: path).filter { $0 != "." }
        guard !names.drop(while: { $0 == ".." }).contains("..") else { return nil }
        // A path that leaves the working folder and returns stays inside: ../config/app.json is app.json in config.
        var up = names.prefix { $0 == ".." }.count
        guard up > 0 else { return names.joined(separator: "/") }
        let working = FilePath.names(of: FileSystem.workingFolder)
        names.removeFirst(up)
        while up > 0, up <= working.count, let name = names.first, name == working[working.count - up] {
            names.removeFirst()
            up -= 1
        }
        return (Array(repeating: "..", count: up) + names).joined(separator: "/")
    }
}

extension InputError {
    /// Whether the input does not exist.
    fileprivate var isAbsence: Bool {
        switch self {
        case .missing, .emptyFolder, .unmatchedPattern: true
        case .unreadable, .notRegularFile, .git, .notComparable, .sameName: false
        }
    }
}

extension Result where Failure == InputError {
    /// Whether both failed for the same reason in git, for any path.
    fileprivate func isFailure(of error: InputError) -> Bool {
        guard case .failure(.git(_, let failure)) = self, case .git(_, let other) = error else { return false }
        return failure == other
    }
}
