import FlagAnalysis
import FlagResolver

/// Reads the documents that are to be compared, and compares them.
struct DiffRun {
    private let operands: [String]
    /// The only settings to compare; empty for all.
    private let flags: Set<String>
    private let isInDocumentOrder: Bool
    private let patches: [String]
    private let standardInputName: String?
    private(set) var status: ExitStatus = .clean

    /// - Parameter operands: The documents, which need not be all operands of the command.
    init(_ arguments: ParsedArguments, operands: [String]) {
        self.operands = operands
        flags = Set(arguments.all(.flag))
        isInDocumentOrder = arguments.value(.order) == "document"
        patches = arguments.all(.patch)
        standardInputName = arguments.value(.standardInputName)
    }

    /// Two documents side by side; none where one cannot be read, which has been reported and made the status a failure.
    mutating func pair(in session: inout Session) throws(UsageError) -> [DiffReport.Pair] {
        guard let (plain, patched) = readers(&session) else { return [] }
        guard operands.count == 2 else {
            throw .other(
                problem: operands.count == 1
                    ? "one document is given, and two are needed: OLD and NEW"
                    : "\(operands.count) documents are given, and two are compared: OLD and NEW",
                help: "to compare files with a git revision: flagctl diff --against REV FILE…")
        }
        if let input = standardInputName, operands.contains("-"), operands.contains(input) {
            throw .other(
                problem: "both documents are called \(quoted(input)), so no line could be told from the other's",
                help: "give standard input another name with --stdin-name")
        }
        guard operands != ["-", "-"] else {
            throw .other(
                problem: "both documents are standard input, which can be read once",
                help: "name a file for one of the two, or REV:PATH")
        }
        let old = try one(operands.prefix(1), plain, &session)
        let new = try one(operands.suffix(1), patched, &session)
        guard let old, let new else { return [] }
        return [pair(old, new, &session)]
    }

    /// Each file that is named or was there, with the same file at a revision.
    mutating func pairs(against revision: String, in session: inout Session) -> [DiffReport.Pair] {
        guard let (plain, patched) = readers(&session) else { return [] }
        var pairs: [DiffReport.Pair] = []
        let files = RevisionFiles(operands, at: revision)
        for skipped in files.skipped { session.report(skipped.diagnostic) }
        for found in files.found {
            switch found {
            case .failure(let error):
                session.report(error.diagnostic)
                status.take(.failed)
            case .success(let file):
                if file.new == nil {
                    session.report(.note(file.path, "is deleted since \(revision): all of its settings are gone"))
                } else if file.old == nil {
                    session.report(.note(file.path, "is not there at \(revision): all of its settings are new"))
                }
                let old = file.old.map { path in
                    let relative = path.hasPrefix("../") ? path : "./\(path)"
                    return plain.document(from: .revision(revision, path: relative), in: &session)
                }
                let new =
                    if let source = file.new {
                        patched.document(from: source, in: &session)
                    } else {
                        LoadedDocument.empty(file.path)
                    }
                guard let old = old ?? .empty("\(revision):./\(file.path)"), let new else {
                    status.take(.failed)
                    continue
                }
                pairs.append(pair(old, new, isNew: file.old == nil, isDeleted: file.new == nil, &session))
            }
        }
        return pairs
    }

    /// Whether only settings are to be compared that no document has: then nothing can be said of any.
    func comparesNothing(in pairs: [DiffReport.Pair]) -> Bool {
        let documents = pairs.flatMap { [$0.new, $0.old] }
        return !flags.isEmpty
            && !documents.contains { document in flags.contains { document.settings.index(named: $0) != nil } }
    }

    /// Names given as options that neither document of any pair has.
    mutating func reportUnknownNames(_ names: [String], in pairs: [DiffReport.Pair], session: inout Session) {
        guard !pairs.isEmpty else { return }
        let documents = pairs.flatMap { [$0.new, $0.old] }
        for name in names where !documents.contains(where: { $0.settings.index(named: name) != nil }) {
            session.report(.unknownSetting(name, in: documents))
            status.take(.failed)
        }
    }

    /// A reader for old documents, and one that applies the patches to new ones.
    private mutating func readers(_ session: inout Session) -> (plain: DocumentReader, patched: DocumentReader)? {
        guard let patched = DocumentReader(patches: patches, session: &session),
            let plain = DocumentReader(patches: [], session: &session)
        else {
            status.take(.failed)
            return nil
        }
        return (plain, patched)
    }

    private mutating func one(
        _ operand: ArraySlice<String>, _ reader: DocumentReader, _ session: inout Session
    ) throws(UsageError) -> LoadedDocument? {
        let documents = reader.documents(
            Array(operand), standardInputName: standardInputName, status: &status, session: &session)
        guard documents.count <= 1 else {
            throw .other(
                problem: "\(operand.first ?? "") stands for \(documents.count) documents, and one is needed",
                help: "name one of them, or compare all with a git revision: flagctl diff --against REV FILE…")
        }
        return documents.first
    }

    private mutating func pair(
        _ old: LoadedDocument, _ new: LoadedDocument, isNew: Bool = false, isDeleted: Bool = false,
        _ session: inout Session
    ) -> DiffReport.Pair {
        var uncompared: Set<String> = []
        for document in [old, new] {
            for issue in document.issues {
                let setting = document.setting(of: issue)
                guard flags.isEmpty || flags.contains(setting) else { continue }
                session.report(Diagnostic(issue, in: document))
                guard issue.makesSettingUnresolvable else { continue }
                uncompared.insert(setting)
                status.take(.failed)
            }
        }
        let difference = DocumentDifference(from: old.settings, to: new.settings, names: flags)
        return DiffReport.Pair(
            old: old, new: new, isNew: isNew, isDeleted: isDeleted,
            difference: isInDocumentOrder ? difference.inDocumentOrder : difference, uncomparedCount: uncompared.count)
    }
}

extension LoadedDocument {
    /// A document without settings, in the place of one that is not there.
    fileprivate static func empty(_ name: String) -> LoadedDocument? {
        let settings = try? SettingsDocument(parsing: Array("{}".utf8), sourceName: name)
        return settings.map { LoadedDocument(name: name, settings: $0) }
    }
}

extension Diagnostic {
    fileprivate static func note(_ name: String, _ message: String) -> Diagnostic {
        Diagnostic(subject: .name(name), severity: .note, message: message)
    }
}
