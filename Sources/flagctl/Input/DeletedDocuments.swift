import FlagAnalysis
import FlagResolver
import FlagStore

/// The documents of a revision that the working tree no longer has.
///
/// A new document that has a setting of one of them may be the same document under another name. Nothing is compared if it
/// is taken for new, so a gate does not decide that.
struct DeletedDocuments {
    private let revision: GitRevision
    private var paths: [String] = []
    /// The documents that have a setting, as indices of ``paths``; of many, the first few.
    private var documents: [ExactText: [Int]] = [:]
    /// The files that may be documents and cannot be read, so that their settings are not known.
    private var unreadable: [String] = []

    /// Three candidates are shown, and a setting that many documents have says little.
    private static let maximumCount = 50
    /// How many files are read at once.
    private static let batchCount = 500

    /// - Parameter new: The paths of the new documents. A deleted file with the extension of one of them, or with `.json`, was
    ///   meant to be a document; any other file may have been one.
    init(at revision: GitRevision, before new: [String]) throws(GitFailure) {
        self.revision = revision
        let extensions = Set(new.map { ExactText(Self.extension(of: $0)) })
        let deleted = try revision.deletedFiles()
        let entries = try revision.entries(at: deleted)
        var rest = zip(deleted, entries).compactMap { path, entry in entry.file.map { (path: path, object: $0) } }[...]
        while !rest.isEmpty {
            let batch = rest.prefix(Self.batchCount)
            rest = rest.dropFirst(Self.batchCount)
            let contents = try GitObjects.contents(of: batch.map(\.object))
            for file in batch {
                let isMeant =
                    FolderContent.documents.includes(file.path)
                    || extensions.contains(ExactText(Self.extension(of: file.path)))
                add(file.path, contents[file.object] ?? [], isMeant: isMeant)
            }
        }
    }

    private mutating func add(_ path: String, _ bytes: [UInt8], isMeant: Bool) {
        let limits = DocumentLimits.standard
        guard let tree = try? JSONTree(parsing: bytes, limits: limits.json) else {
            if isMeant { unreadable.append(path) }
            return
        }
        guard let document = try? SettingsDocument(tree: tree, limits: limits) else { return }
        for name in document.names {
            var known = documents[ExactText(name)] ?? []
            if known.count < Self.maximumCount { known.append(paths.count) }
            documents[ExactText(name)] = known
        }
        paths.append(path)
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
        var counts: [Int: Int] = [:]
        for name in document.names {
            for index in documents[ExactText(name)] ?? [] { counts[index, default: 0] += 1 }
        }
        let nearest = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(3).map { paths[$0.key] }
        if !nearest.isEmpty { return .perhapsRenamed(revision: revision.name, from: nearest) }
        return unreadable.first.map { .perhapsUnreadable(revision: revision.name, $0) }
    }
}
