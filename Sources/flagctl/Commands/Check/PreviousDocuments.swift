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

    /// - Parameter paths: The paths of the current files.
    init(
        of paths: [String], at revision: GitRevision, declaredNew: [String]
    ) throws(GitFailure) {
        self.revision = revision
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
        contents = try GitObjects.contents(of: Array(Set(old.compactMap { try? $0.get()?.object })))
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
    }

    /// The earlier state of a file.
    enum Previous {
        case document(SettingsDocument)
        /// The file is new.
        case none
        /// The file was not a document, or may be renamed, which has been reported.
        case unknown

        var document: SettingsDocument? { if case .document(let document) = self { document } else { nil } }
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
            return document.map { .document($0.settings) } ?? .unknown
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
}
