/// The documents that a command line names, each as it is now and as it was at a git revision.
///
/// 1. A folder or a pattern stands for what is there now and for what was there at the revision.
/// 2. A file that was not there then is new, one that is not there now is deleted; one that neither has is an error.
/// 3. Everything comes once: the files of the command line in their order, after those of a folder what is deleted.
struct RevisionFiles {
    /// One document and its two sides.
    struct Pair {
        /// As the command line has it, or for a deleted file from the working folder.
        let path: String
        /// The path at the revision, from the working folder; `nil` where it was not there.
        let old: String?
        /// The file as it is now; `nil` if it is deleted.
        let new: InputSource?
    }

    private(set) var found: [Result<Pair, InputError>] = []
    private(set) var skipped: [InputSources.Skipped] = []
    private let revision: String
    private var identities: Set<FileSystem.Identity> = []
    private var deleted: Set<String> = []

    init(_ operands: [String], at revision: String) {
        self.revision = revision
        for operand in operands {
            do throws(InputError) {
                try add(operand)
            } catch {
                // A revision that is not there is not there for any operand: said once.
                if !found.contains(where: { $0.isFailure(of: error) }) { found.append(.failure(error)) }
            }
        }
    }

    private mutating func add(_ operand: String) throws(InputError) {
        let isThere = FileSystem.exists(operand)
        guard operand != "-", isThere || GitRevision.parse(operand) == nil else { throw .notComparable(operand) }
        let pattern = !isThere && GlobPattern.isPattern(operand) ? GlobPattern(operand) : nil
        let folder = pattern?.fixedFolder ?? operand
        let listed = try GitRevision.files(at: revision, below: folder)
        let known = Set(listed)
        var failures: [InputError] = []
        let sources = InputSources([operand], standardInputName: "")
        skipped += sources.skipped
        for source in sources.found {
            switch source {
            case .failure(let error): failures.append(error)
            case .success(let source):
                let path = source.name
                guard let entry = try? FileSystem.entry(at: path), identities.insert(entry.identity).inserted else {
                    continue
                }
                var old: String?
                if let plain = Self.plain(path) {
                    old = known.contains(plain) ? plain : nil
                } else {
                    old = try GitRevision.files(at: revision, below: path).first
                }
                found.append(.success(Pair(path: path, old: old, new: source)))
            }
        }
        var hasDeleted = false
        for path in listed where !FileSystem.exists(path) {
            // By its own name anything is meant; a folder and a pattern stand for documents.
            let isNamed = path == Self.plain(operand)
            guard isNamed || FolderContent.documents.includes(path),
                pattern?.matches(path: path) ?? !Self.isHidden(path, below: Self.plain(operand) ?? "")
            else { continue }
            hasDeleted = true
            if deleted.insert(path).inserted { found.append(.success(Pair(path: path, old: path, new: nil))) }
        }
        // That nothing is there now is no failure where something was.
        for error in failures where !(hasDeleted && error.isAbsence) { found.append(.failure(error)) }
    }

    /// Whether a path has a hidden file or folder below a folder.
    private static func isHidden(_ path: String, below folder: String) -> Bool {
        path.dropFirst(folder.count).split(separator: "/").contains { $0.hasPrefix(".") }
    }

    /// A path from the working folder as git writes it; `nil` where it does not say how to get there from here.
    private static func plain(_ path: String) -> String? {
        guard !path.hasPrefix("/") else { return nil }
        var names: [Substring] = []
        for name in path.split(separator: "/") where name != "." {
            if name == "..", let last = names.last, last != ".." { return nil }
            names.append(name)
        }
        return names.joined(separator: "/")
    }
}

extension InputError {
    /// Whether it says no more than that nothing is there.
    fileprivate var isAbsence: Bool {
        switch self {
        case .missing, .emptyFolder, .unmatchedPattern: true
        case .unreadable, .notRegularFile, .git, .notComparable, .sameName: false
        }
    }
}

extension Result where Failure == InputError {
    /// Whether it failed because of the same revision, for whatever path.
    fileprivate func isFailure(of error: InputError) -> Bool {
        guard case .failure(.git(_, let failure)) = self, case .git(_, let other) = error else { return false }
        return failure == other
    }
}
