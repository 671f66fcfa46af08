import FlagAnalysis
import FlagResolver

/// Compares the revisions of a document, each with those before it.
struct LogReader {
    /// The contents of objects by their names.
    typealias Source = ([String]) throws(InputError) -> [String: [UInt8]]

    private let pattern: SettingPattern?
    private let file: String
    private let source: Source
    /// Who has signed publications, by their names.
    private let signings: [String: PublishedSigning]
    /// Whether revisions without changed values are also entries.
    private let listsAll: Bool
    /// The revisions that changed a value, or cannot be read, the oldest first.
    private(set) var entries: [LogReport.Entry] = []
    /// Whether a revision has a setting that was asked for.
    private(set) var isKnown: Bool
    /// The document of the newest readable revision.
    private(set) var newest: LoadedDocument?

    /// All revisions by their names.
    private var revisions: [String: GitHistory.Revision] = [:]
    /// The document that the last revision left, by its object, for the comparison with the next revision.
    private var last: (object: String, document: LoadedDocument)?
    private var contents: [String: [UInt8]] = [:]

    /// How many revisions are read at once: more while their contents are small.
    private var batchCount = 16
    private static let maximumBatchCount = 256
    /// The target number of bytes to read at once.
    private static let bytesOfBatch = 32 << 20

    init(
        _ pattern: SettingPattern?, file: String, _ source: @escaping Source,
        signings: [String: PublishedSigning] = [:], listsAll: Bool = false
    ) {
        self.pattern = pattern
        self.file = file
        self.source = source
        self.signings = signings
        self.listsAll = listsAll
        isKnown = pattern == nil
    }

    /// - Parameters:
    ///   - listed: The newest first.
    ///   - all: With the revisions that tell what was before those.
    ///   - progress: Counts the revisions.
    mutating func read(
        _ listed: [GitHistory.Revision], among all: [GitHistory.Revision], _ progress: inout Progress
    ) throws(InputError) {
        revisions = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }
        var rest = Array(listed.reversed())[...]
        while !rest.isEmpty {
            let batch = rest.prefix(batchCount)
            rest = rest.dropFirst(batchCount)
            contents = try source(
                Array(
                    Set(
                        batch.flatMap { [$0.new, $0.base?.object].compactMap { $0 } + $0.parents.compactMap(\.object) })
                ))
            for revision in batch {
                progress.step()
                try add(revision)
            }
            let byteCount = contents.values.reduce(0) { $0 + $1.count }
            let isSmall = byteCount <= Self.bytesOfBatch / 2
            batchCount = isSmall ? min(batchCount * 2, Self.maximumBatchCount) : max(batchCount / 2, 1)
        }
    }

    private mutating func add(_ revision: GitHistory.Revision) throws(InputError) {
        let isNew = revision.parents.allSatisfy { !$0.isKnown || $0.object != revision.new }
        if case .refused(let problem) = signings[revision.name] { return add(.refused(problem), at: revision) }
        if let failure = revision.failure {
            add(.unreadable(failure.message), at: revision)
            return
        }
        guard let object = revision.new else { return try compare(nil, at: revision) }
        switch try document(object, named: revision.shortName, revision.path) {
        case .failure(let problem):
            guard isNew else { return }
            add(.unreadable(problem.message), at: revision)
        case .success(let document):
            if revision.isCut {
                isKnown = isKnown || pattern.map { ![$0].names(in: [document]).isEmpty } ?? true
                add(.cut, at: revision)
            } else {
                try compare(document, at: revision)
            }
            newest = document
            last = (object, document)
        }
    }

    /// Compares a document with those before it.
    ///
    /// A value is a merge's own if no parent has it. Of the other values, a merge drops those that a parent has changed, and
    /// that are again what they were before the branches parted.
    private mutating func compare(_ document: LoadedDocument?, at revision: GitHistory.Revision) throws(InputError) {
        guard let new = document ?? LoadedDocument.empty(file) else { return }
        var parents: [LoadedDocument] = []
        for parent in revision.parents {
            guard let before = try self.document(before: revision, at: parent) else {
                add(.cut, at: revision)
                return
            }
            parents.append(before)
        }
        guard let old = parents.first ?? LoadedDocument.empty(file) else { return }
        let asked = pattern.map { [$0].names(in: parents + [new]) }
        if asked?.isEmpty == false { isKnown = true }
        var own = DocumentDifference(from: old.settings, to: new.settings, names: asked)
        for parent in parents.dropFirst() where !own.names.isEmpty {
            let changed = DocumentDifference(from: parent.settings, to: new.settings, names: own.names)
            own = DocumentDifference(from: old.settings, to: new.settings, names: changed.names)
        }
        append(own, from: old, to: new, at: revision)
        guard parents.count > 1, let base = revision.base,
            let base = try self.document(before: revision, at: base)
        else { return }
        var known = own.names
        for parent in parents {
            let changed = DocumentDifference(from: parent.settings, to: new.settings, names: asked).names
            let kept = DocumentDifference(from: base.settings, to: new.settings, names: changed).names
            let dropped = changed.subtracting(kept).subtracting(known)
            guard !dropped.isEmpty else { continue }
            known.formUnion(dropped)
            append(
                DocumentDifference(from: parent.settings, to: new.settings, names: dropped), from: parent, to: new,
                at: revision)
        }
    }

    private mutating func append(
        _ difference: DocumentDifference, from old: LoadedDocument, to new: LoadedDocument,
        at revision: GitHistory.Revision
    ) {
        let hasNothing =
            difference.settings.isEmpty && difference.failures.isEmpty && difference.uncompared.isEmpty
        guard listsAll || !hasNothing else { return }
        add(.changes(DiffReport.Pair(old: old, new: new, difference: difference)), at: revision)
    }

    private mutating func add(_ content: LogReport.Entry.Content, at revision: GitHistory.Revision) {
        entries.append(LogReport.Entry(revision: revision, content: content, signing: signings[revision.name]))
    }

    /// What the run must report: contents that git does not give, settings that cannot be compared, and a newest revision that
    /// is no document.
    func problems(for name: String, newest: GitHistory.Revision?) -> [Diagnostic] {
        entries.flatMap { entry in
            let revision = entry.revision
            switch entry.content {
            case .changes(let pair):
                return pair.difference.failures.map { Diagnostic($0.failure, of: $0.name, in: pair.old, pair.new) }
            case .unreadable(let problem) where revision == newest:
                return [
                    Diagnostic(
                        subject: .name(name), severity: .error,
                        message: "the newest revision cannot be read: \(problem)",
                        help: "\"flagctl check\" explains it; the revisions before it are listed")
                ]
            case .unreadable(let problem) where revision.failure?.hidesContent == true:
                return [
                    Diagnostic(
                        subject: .name("\(revision.shortName):\(revision.path ?? file)"), severity: .error,
                        message: problem, help: revision.failure?.help)
                ]
            case .refused(let problem) where revision == newest:
                return [
                    Diagnostic(
                        subject: .name(name), severity: .error,
                        message: "the newest publication is not verified: \(problem)",
                        help: "those before it that are verified are compared with each other")
                ]
            case .unreadable, .cut, .refused: return []
            }
        }
    }

    /// The last readable document before a revision; an empty one if there was no file, and `nil` if that is not known.
    private mutating func document(
        before revision: GitHistory.Revision, at parent: GitHistory.Parent
    ) throws(InputError) -> LoadedDocument? {
        var parent = parent
        while true {
            if let object = parent.object {
                let name = parent.origin.flatMap { revisions[$0] } ?? revision
                if case .success(let document) = try document(object, named: name.shortName, parent.path) {
                    return document
                }
            } else if parent.isKnown {
                return LoadedDocument.empty(file)
            }
            // It cannot be read: what was before it?
            guard let origin = parent.origin.flatMap({ revisions[$0] }), !origin.isCut else { return nil }
            guard let next = origin.parents.first else { return LoadedDocument.empty(file) }
            parent = next
        }
    }

    private struct Unreadable: Error {
        let message: String
    }

    private mutating func document(
        _ object: String, named revision: String, _ path: String?
    ) throws(InputError) -> Result<LoadedDocument, Unreadable> {
        if let last, last.object == object { return .success(last.document) }
        let name = "\(revision):\(path ?? file)"
        if contents[object] == nil { contents[object] = try source([object])[object] }
        guard let bytes = contents[object] else { throw .git(name: name, .missingObject) }
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

extension DocumentDifference {
    /// The settings that differ, or may differ.
    fileprivate var names: Set<ExactText> {
        Set((settings.map(\.name) + failures.map(\.name) + uncompared).map { ExactText($0) })
    }
}
