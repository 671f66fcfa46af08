import FlagAnalysis
import FlagResolver

/// Compares the revisions of a document, each with the one before it.
struct LogReader {
    private let pattern: SettingPattern?
    private let file: String
    /// Whether revisions without changed values are also entries.
    private let listsAll: Bool
    /// The revisions that changed a value, or cannot be read, the oldest first.
    private(set) var entries: [LogReport.Entry] = []
    /// Whether a revision has a setting that was asked for.
    private(set) var isKnown: Bool
    /// The document of the newest readable revision.
    private(set) var newest: LoadedDocument?

    /// The documents of objects, for the comparison with the next revision.
    private var documents: [String: LoadedDocument] = [:]

    /// How many revisions are read at once: more while their contents are small.
    private var batchCount = 16
    private static let maximumBatchCount = 256
    /// The target number of bytes to read at once.
    private static let bytesOfBatch = 32 << 20

    init(_ pattern: SettingPattern?, file: String, listsAll: Bool = false) {
        self.pattern = pattern
        self.file = file
        self.listsAll = listsAll
        isKnown = pattern == nil
    }

    /// - Parameters:
    ///   - revisions: The newest first.
    ///   - progress: Counts the revisions.
    ///   - contents: The contents of objects by their names.
    mutating func read(
        _ revisions: [GitHistory.Revision], _ progress: inout Progress,
        contents: ([String]) throws(InputError) -> [String: [UInt8]]
    ) throws(InputError) {
        var rest = Array(revisions.reversed())[...]
        while !rest.isEmpty {
            let batch = rest.prefix(batchCount)
            rest = rest.dropFirst(batchCount)
            var objects: [String] = []
            var known = Set(documents.keys)
            for object in batch.flatMap({ [$0.old, $0.new].compactMap { $0 } + $0.otherOld })
            where known.insert(object).inserted {
                objects.append(object)
            }
            let contents = try contents(objects)
            for revision in batch {
                progress.step()
                add(revision, contents)
            }
            let byteCount = contents.values.reduce(0) { $0 + $1.count }
            let isSmall = byteCount <= Self.bytesOfBatch / 2
            batchCount = isSmall ? min(batchCount * 2, Self.maximumBatchCount) : max(batchCount / 2, 1)
        }
    }

    private mutating func add(_ revision: GitHistory.Revision, _ contents: [String: [UInt8]]) {
        var old = revision.old.flatMap { try? document($0, of: revision, contents).get() }
        if old == nil, revision.old != nil { old = newest }
        let result = revision.new.map { document($0, of: revision, contents) }
        let parents = revision.otherOld.compactMap { try? document($0, of: revision, contents).get() }
        documents.removeAll()
        switch result {
        case .failure(let problem):
            entries.append(LogReport.Entry(revision: revision, content: .unreadable(problem.message)))
        case .success(let document):
            if let object = revision.new { documents[object] = document }
            newest = document
            if revision.isCut {
                isKnown = isKnown || pattern.map { ![$0].names(in: [document]).isEmpty } ?? true
                entries.append(LogReport.Entry(revision: revision, content: .cut))
            } else {
                compare(old, document, parents, at: revision)
            }
        case nil: compare(old, nil, parents, at: revision)
        }
    }

    /// - Parameter parents: Of a merge: the documents of the other parents. A value that one of them has is not the merge's.
    private mutating func compare(
        _ old: LoadedDocument?, _ new: LoadedDocument?, _ parents: [LoadedDocument], at revision: GitHistory.Revision
    ) {
        guard let old = old ?? LoadedDocument.empty(file), let new = new ?? LoadedDocument.empty(file) else { return }
        var names = pattern.map { [$0].names(in: [old, new]) }
        if names?.isEmpty == false { isKnown = true }
        for parent in parents {
            let changed = DocumentDifference(from: parent.settings, to: new.settings, names: names)
            names = Set(changed.settings.map { ExactText($0.name) })
        }
        let difference = DocumentDifference(from: old.settings, to: new.settings, names: names)
        guard listsAll || !difference.settings.isEmpty else { return }
        entries.append(
            LogReport.Entry(
                revision: revision,
                content: .changes(DiffReport.Pair(old: old, new: new, difference: difference))))
    }

    private struct Unreadable: Error {
        let message: String
    }

    private func document(
        _ object: String, of revision: GitHistory.Revision, _ contents: [String: [UInt8]]
    ) -> Result<LoadedDocument, Unreadable> {
        if let document = documents[object] { return .success(document) }
        guard let bytes = contents[object] else { return .failure(Unreadable(message: "there is no such content")) }
        let name = "\(revision.shortName):\(revision.path ?? file)"
        do {
            let tree = try JSONTree(parsing: bytes, sourceName: name, limits: DocumentLimits.standard.json)
            return .success(LoadedDocument(name: name, settings: try SettingsDocument(tree: tree, limits: .standard)))
        } catch let error as JSONSyntaxError {
            return .failure(Unreadable(message: error.message))
        } catch let error as DocumentError {
            return .failure(Unreadable(message: error.message))
        } catch {
            return .failure(Unreadable(message: "\(error)"))
        }
    }
}
