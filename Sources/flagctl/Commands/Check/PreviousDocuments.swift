import FlagAnalysis
import FlagResolver

/// The earlier states of documents, at the git revision of `--against`.
struct PreviousDocuments {
    private let revision: GitRevision
    /// The old file of each path; `nil` if the path is new.
    private let files: [ExactText: Result<GitRevision.File?, GitFailure>]
    private let contents: [String: [UInt8]]
    /// The files that the command line says are new.
    private let declared: Set<ExactText>
    /// The documents that are gone; `nil` if no document is new.
    private let deleted: DeletedDocuments?
    /// The files of the folders and patterns of the command line that are deleted.
    private let gone: [RevisionFiles.Pair]

    /// - Parameters:
    ///   - paths: The paths of the current files.
    ///   - operands: The files, folders and patterns of the command line.
    init(
        of paths: [String], in operands: [String], excluding excluded: PathPatterns, at revision: GitRevision,
        declaredNew: [String]
    ) throws(GitFailure) {
        self.revision = revision
        // A file that is named and is not there is an error.
        var gone: [RevisionFiles.Pair] = []
        for operand in operands
        where !FileSystem.exists(operand) || (try? FileSystem.entry(at: operand))?.kind == .folder {
            let files = try RevisionFiles([operand], at: revision, excluding: excluded)
            gone += files.found.compactMap { try? $0.get() }.filter { $0.new == nil }
        }
        self.gone = gone
        declared = Set(declaredNew.compactMap { try? revision.path(of: $0) }.map { ExactText($0) })
        var found: [ExactText: Result<GitRevision.File?, GitFailure>] = [:]
        var inside: [(written: String, path: String)] = []
        for written in paths {
            do throws(GitFailure) {
                inside.append((written, try revision.path(of: written)))
            } catch {
                found[ExactText(written)] = .failure(error)
            }
        }
        let old = try revision.files(at: inside.map(\.path), declaredNew: declared)
        for (path, old) in zip(inside, old) { found[ExactText(path.written)] = old }
        contents = try GitObjects.contents(
            of: Array(Set(old.compactMap { try? $0.get()?.object } + gone.compactMap { $0.old?.object })))
        let declared = declared
        let new = zip(inside, old).filter { path, old in
            (try? old.get()) == .some(nil) && !declared.contains(ExactText(path.path))
        }
        deleted = new.isEmpty ? nil : try DeletedDocuments(at: revision, before: new.map(\.0.path))
        files = found
    }

    /// The file of a revision with which one file is compared, which has another name.
    ///
    /// - Parameters:
    ///   - path: The path of the current file.
    ///   - old: The parts of `REV:PATH`.
    init(of path: String, comparedWith old: (revision: String, path: String)) throws(GitFailure) {
        revision = try GitRevision(old.revision)
        let inside = try revision.path(ofRevisionPath: old.path)
        guard let object = try revision.entries(at: [inside])[0].object() else {
            throw .absent(revision: revision.name, isOnDisk: FileSystem.exists(revision.pathFromHere(inside)))
        }
        files = [ExactText(path): .success(GitRevision.File(name: revision.fullName(of: inside), object: object))]
        contents = try GitObjects.contents(of: [object])
        declared = []
        deleted = nil
        gone = []
    }

    /// The earlier state of a file.
    enum Previous {
        case document(LoadedDocument)
        /// The file is new.
        case none
        /// The file was not a document, or may be renamed, which has been reported.
        case unknown

        var document: LoadedDocument? { if case .document(let document) = self { document } else { nil } }
    }

    /// The earlier state of a source. A note says if it is new.
    ///
    /// - Parameter bytes: Its current content.
    /// - Throws: `InputError` if the source is not a file, or no revision can have it.
    func previous(of source: InputSource, _ bytes: [UInt8], in session: inout Session) throws(InputError) -> Previous {
        guard let path = source.path, let file = files[ExactText(path)] else { throw .notComparable(source.name) }
        guard let reader = DocumentReader(patches: [], session: &session) else { return .unknown }
        let old: GitRevision.File?
        do throws(GitFailure) {
            old = try file.get()
        } catch {
            let inside = try? revision.path(of: path)
            throw .git(name: error == .ignored ? path : inside.map { revision.fullName(of: $0) } ?? path, error)
        }
        if let old {
            let document = contents[old.object].flatMap {
                reader.document(parsing: $0, name: old.name, in: &session)
            }
            return document.map { .document($0) } ?? .unknown
        }
        let isDeclared = (try? revision.path(of: path)).map { declared.contains(ExactText($0)) } ?? false
        let settings = isDeclared ? nil : try? SettingsDocument(parsing: bytes, limits: .standard)
        if let objection = settings.flatMap({ deleted?.objection(toNew: $0, at: path) }) {
            throw .git(name: path, objection)
        }
        session.report(
            Diagnostic(
                subject: .name(source.name), severity: .note,
                message: "is not there at \(revision.name): there is nothing to compare it with"))
        return .none
    }

    /// The documents of the revision that are deleted, by their paths. A note names each.
    func deletedDocuments(in session: inout Session) -> [(path: String, document: LoadedDocument)] {
        guard let reader = DocumentReader(patches: [], session: &session) else { return [] }
        return gone.compactMap { file in
            guard let old = file.old, let content = contents[old.object],
                let document = reader.document(parsing: content, name: old.name, in: &session)
            else { return nil }
            session.report(.deletedDocument(file.path, since: revision))
            return (file.path, document)
        }
    }
}
