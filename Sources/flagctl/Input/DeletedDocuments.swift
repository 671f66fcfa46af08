import FlagAnalysis
import FlagResolver
import FlagStore

/// The documents of a revision that the working tree no longer has.
///
/// A new document that has a setting of one of them may be the same document under another name. Nothing is compared if it
/// is taken for new, so a gate does not decide that.
struct DeletedDocuments {
    private let revision: GitRevision
    private var documents: [(path: String, names: Set<ExactText>)] = []

    /// - Parameter paths: The paths of the new documents: another extension than `.json` is looked for only if one has it.
    init(at revision: GitRevision, before paths: [String]) throws(GitFailure) {
        self.revision = revision
        let extensions = Set(paths.map { ExactText(Self.extension(of: $0)) })
        let deleted = try revision.deletedFiles().filter { path in
            FolderContent.documents.includes(path) || extensions.contains(ExactText(Self.extension(of: path)))
        }
        let entries = try revision.entries(at: deleted)
        var files: [(path: String, object: String)] = []
        for case (let path, .file(let object)) in zip(deleted, entries) { files.append((path, object)) }
        let contents = try GitObjects.contents(of: Array(Set(files.map(\.object))))
        for file in files {
            guard let bytes = contents[file.object],
                let document = try? SettingsDocument(parsing: bytes, limits: .standard)
            else { continue }
            documents.append((file.path, Set(document.names.map { ExactText($0) })))
        }
    }

    private static func `extension`(of path: String) -> String {
        let name = FilePath.split(path).name
        return name.utf8.lastIndex(of: UInt8(ascii: ".")).map { String(name[$0...]) } ?? ""
    }

    /// Why a document cannot simply be taken for new; `nil` if it can: no link leads to it, and it shares no setting with a
    /// deleted one.
    ///
    /// - Parameter path: The path of the document.
    func objection(toNew document: SettingsDocument, at path: String) -> GitFailure? {
        if let link = (try? revision.path(of: path)).flatMap({ revision.currentLink(in: $0) }) {
            return .newLink(link, revision: revision.name)
        }
        let names = document.names.map { ExactText($0) }
        let candidates = documents.map { (path: $0.path, count: names.count(where: $0.names.contains)) }
            .filter { $0.count > 0 }
            .sorted { ($1.count, $0.path) < ($0.count, $1.path) }
        guard !candidates.isEmpty else { return nil }
        return .perhapsRenamed(revision: revision.name, from: candidates.prefix(3).map(\.path))
    }
}
