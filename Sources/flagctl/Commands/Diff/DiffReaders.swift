import FlagAnalysis
import FlagResolver
import FlagStore

/// Reads the documents to compare, and compares them.
struct DiffReaders {
    /// Reads old documents, to which no patch applies.
    private let old: DocumentReader
    /// Reads new documents, with the patches of the run.
    private let new: DocumentReader
    /// The settings, groups and patterns of `--flag`; empty for all settings.
    private let flags: [SettingPattern]
    private let selection: UserSelection?
    private let order: SettingOrder
    private let releases: ReleaseLists
    private let readers: ReaderFolders
    private let arguments: ParsedArguments
    private var standardInputName: String { arguments[.standardInputName] }

    /// - Returns: `nil` if a patch or a list of releases cannot be read, which has been reported.
    init?(_ arguments: ParsedArguments, session: inout Session) {
        guard let releases = ReleaseLists(arguments, in: &session),
            let readers = ReaderFolders(arguments, in: &session)
        else { return nil }
        self.releases = releases
        self.readers = readers
        guard let new = DocumentReader(patches: arguments[.patch], session: &session),
            let old = DocumentReader(patches: [], session: &session)
        else { return nil }
        self.old = old
        self.new = new
        flags = (arguments[ifDeclared: .flag] ?? []).map { SettingPattern($0) }
        selection = arguments[ifDeclared: .users].flatMap { $0 }
        order = arguments[ifDeclared: .order] ?? .name
        self.arguments = arguments
    }

    /// The two documents that two operands name; none if one cannot be read, which has been reported.
    func pair(_ operands: [String], in session: inout Session) throws(UsageError) -> [DiffReport.Pair] {
        guard operands.count == 2 else {
            throw .other(
                problem: operands.count == 1
                    ? "one document is given, and two are needed: OLD and NEW"
                    : "\(operands.count) documents are given, and two are compared: OLD and NEW",
                help: "to compare files with a git revision: flagctl diff --against REV FILE…")
        }
        if operands.contains("-"), operands.contains(standardInputName) {
            throw .other(
                problem:
                    "both documents are called \(quoted(standardInputName)), so their lines could not be told apart",
                help: "give standard input another name with --stdin-name")
        }
        guard operands != ["-", "-"] else {
            throw .other(
                problem: "both documents are standard input, which can be read once",
                help: "name a file for one of the two, or REV:PATH")
        }
        if operands.allSatisfy({ (try? FileSystem.entry(at: $0))?.kind == .folder }) {
            return folderPairs(operands[0], operands[1], &session)
        }
        let oldDocument = try one(operands[0], old, &session)
        let newDocument = try one(operands[1], new, &session)
        guard let oldDocument, let newDocument, let pair = self.pair(oldDocument, newDocument, &session) else {
            return []
        }
        return [pair]
    }

    /// Documents compared with a revision.
    struct Comparisons {
        var pairs: [DiffReport.Pair] = []
        /// The new documents that cannot be compared with their old ones, which has been reported.
        var uncompared: [LoadedDocument] = []
    }

    /// The files that the operands name, now or at a revision, each with its content at the revision.
    ///
    /// - Parameters:
    ///   - revision: `REV`, or `REV:PATH` for the file with which a single operand is compared.
    ///   - declared: The files that the command line says are new.
    ///   - isGate: Whether a new document can pass because nothing is compared, so that it must not be a renamed one.
    func comparisons(
        _ operands: [String], with revision: String, declaredNew declared: [String], isGate: Bool,
        in session: inout Session
    ) throws(UsageError) -> Comparisons {
        let found: GitRevision
        do throws(GitFailure) {
            found = try GitRevision(revision)
        } catch {
            if let file = error.revisionPath(in: revision) {
                return try comparison(operands, with: .revision(file.revision, path: file.path), in: &session)
            }
            session.report(InputError.git(name: revision, error).diagnostic)
            return uncompared(operands, in: &session)
        }
        session.reportAncestry(of: found)
        do throws(GitFailure) {
            return try comparisons(operands, with: found, declaredNew: declared, isGate: isGate, in: &session)
        } catch {
            session.report(InputError.git(name: revision, error).diagnostic)
            return uncompared(operands, in: &session)
        }
    }

    /// Documents that cannot be compared with a revision.
    private func uncompared(_ operands: [String], in session: inout Session) -> Comparisons {
        Comparisons(uncompared: new.read(operands, of: arguments, session: &session).documents)
    }

    /// One document compared with a file of a revision, which may have another name.
    private func comparison(
        _ operands: [String], with source: InputSource, in session: inout Session
    ) throws(UsageError) -> Comparisons {
        let documents = new.read(operands, of: arguments, session: &session)
        guard documents.inputCount == 1 else {
            throw .comparedWithOne(source.name, documents.inputCount)
        }
        guard let newDocument = documents.documents.first else { return Comparisons() }
        guard let oldDocument = old.document(from: source, in: &session),
            var pair = self.pair(oldDocument, newDocument, &session)
        else { return Comparisons(uncompared: [newDocument]) }
        pair.oldPath = oldDocument.name
        return Comparisons(pairs: [pair])
    }

    private func comparisons(
        _ operands: [String], with revision: GitRevision, declaredNew declared: [String], isGate: Bool,
        in session: inout Session
    ) throws(GitFailure) -> Comparisons {
        var comparisons = Comparisons()
        let files = try RevisionFiles(
            operands, at: revision, excluding: arguments.excludedFiles, declaredNew: declared)
        for skipped in files.skipped { session.report(skipped.diagnostic) }
        for note in files.notes { session.report(note) }
        let contents = try files.contents()
        let deleted = try files.deletedDocuments()
        var progress = session.progress("file", of: files.found.count)
        defer { progress.end() }
        for found in files.found {
            progress.step()
            switch found {
            case .failure(let error): session.report(error.diagnostic)
            case .success(let file):
                let newDocument =
                    if let source = file.new {
                        new.document(from: source, in: &session)
                    } else {
                        LoadedDocument.empty(file.path)
                    }
                guard let newDocument else { continue }
                let oldDocument: LoadedDocument?
                if let old = file.old {
                    if file.new == nil { session.report(.deletedDocument(file.path, since: revision)) }
                    oldDocument = contents[old.object].flatMap {
                        self.old.document(parsing: $0, name: old.name, in: &session)
                    }
                } else {
                    let objection =
                        file.isDeclaredNew ? nil : deleted?.objection(toNew: newDocument.settings, at: file.path)
                    session.report(.newDocument(file.path, at: revision, objection, isGate: isGate))
                    let isNew = objection == nil || !isGate
                    oldDocument = isNew ? LoadedDocument.empty(file.oldName) : nil
                }
                let pair = oldDocument.flatMap {
                    self.pair($0, newDocument, isNew: file.old == nil, isDeleted: file.new == nil, &session)
                }
                if let pair { comparisons.pairs.append(pair) } else { comparisons.uncompared.append(newDocument) }
            }
        }
        return comparisons
    }

    /// The documents of two folders, paired by their paths or as renamed ones.
    private func folderPairs(_ oldFolder: String, _ newFolder: String, _ session: inout Session) -> [DiffReport.Pair] {
        let (oldFolder, newFolder) = (InputSources.plain(oldFolder), InputSources.plain(newFolder))
        // Two links to one old document can be two new ones.
        let before = old.read([oldFolder], of: arguments, distinguishing: .paths, session: &session).documents
        let after = new.read([newFolder], of: arguments, distinguishing: .paths, session: &session).documents
        let pairing = FolderPairing(
            old: before.map { FolderPairing.File($0, below: oldFolder) },
            new: after.map { FolderPairing.File($0, below: newFolder) })
        return pairing.pairs.compactMap { found in
            // A missing document has the name that it would have in its folder.
            let oldDocument = found.old?.document ?? LoadedDocument.empty(Self.path(found.new, in: oldFolder))
            let newDocument = found.new?.document ?? LoadedDocument.empty(Self.path(found.old, in: newFolder))
            guard let oldDocument, let newDocument,
                var pair = self.pair(
                    oldDocument, newDocument, isNew: found.old == nil, isDeleted: found.new == nil, &session)
            else { return nil }
            if let old = found.old, let new = found.new, !old.path.hasSameBytes(as: new.path) {
                pair.oldPath = old.path
            }
            return pair
        }
    }

    private static func path(_ file: FolderPairing.File?, in folder: String) -> String {
        guard let file else { return folder }
        return FilePath.prefix(in: folder) + file.path
    }

    private func one(
        _ operand: String, _ reader: DocumentReader, _ session: inout Session
    ) throws(UsageError) -> LoadedDocument? {
        let documents = reader.read([operand], of: arguments, session: &session).documents
        guard documents.count <= 1 else {
            throw .other(
                problem: "\(operand) names \(documents.count) documents, but one is needed",
                help: "name one of them, or compare all with a git revision: flagctl diff --against REV FILE…")
        }
        return documents.first
    }

    /// Compares two documents; `nil` if the changes cannot be restricted to the selected users, which has been reported.
    private func pair(
        _ old: LoadedDocument, _ new: LoadedDocument, isNew: Bool = false, isDeleted: Bool = false,
        _ session: inout Session
    ) -> DiffReport.Pair? {
        var uncompared: Set<ExactText> = []
        let names = flags.names(in: [old, new])
        for document in [old, new] {
            for issue in document.issues {
                let setting = ExactText(document.setting(of: issue))
                guard flags.isEmpty || names.contains(setting) else { continue }
                session.report(Diagnostic(issue, in: document))
                if issue.makesSettingUnresolvable { uncompared.insert(setting) }
            }
        }
        var difference = DocumentDifference(
            from: old.settings, to: new.settings, names: flags.isEmpty ? nil : names)
        let recorded = readers.readers(for: new.name)
        if let recorded { difference.add(recorded) }
        for (name, failure) in difference.failures { session.report(Diagnostic(failure, of: name, in: old, new)) }
        if let selection {
            do throws(CaseSpace.Failure) {
                difference = try difference.among(selection)
            } catch {
                session.report(Diagnostic(restricting: error, to: new))
                return nil
            }
        }
        let list = releases.list(for: new.name)
        if arguments[ifDeclared: .noticed] == true, let recorded {
            session.report(recorded.coverage(in: arguments[ifDeclared: .frozen].flatMap { $0 }, of: list), of: new.name)
        }
        return DiffReport.Pair(
            old: old, new: new, isNew: isNew, isDeleted: isDeleted, isSelection: selection != nil,
            difference: order == .document ? difference.inDocumentOrder : difference, uncomparedCount: uncompared.count,
            releases: list, readerCoverage: recorded?.coverage(from: new.settings.minimumVersion, of: list))
    }
}

extension Session {
    /// Reports that `--noticed` cannot decide, because some of the releases are not recorded.
    fileprivate mutating func report(_ coverage: ReaderCoverage, of document: String) {
        guard !coverage.isComplete else { return }
        let missing = (coverage.unrecorded + coverage.incomplete).map(\.version.description)
        report(
            Diagnostic(
                subject: .name(document), severity: .error,
                message: coverage.listed == nil
                    ? "--noticed needs a list of releases, to know that all of them are recorded"
                    : missing.isEmpty
                        ? "--noticed has no release to ask: none that counts is listed"
                        : "--noticed cannot decide: \(missing.joined(separator: ", ")) "
                            + "\(missing.count == 1 ? "has" : "have") no complete record",
                help: coverage.listed == nil
                    ? "add --releases FILE" : "record them with \"flagctl readers record\", or omit --noticed"))
    }
}

extension LoadedDocument {
    /// A document without settings, in place of one that does not exist.
    static func empty(_ name: String) -> LoadedDocument? {
        let settings = try? SettingsDocument(parsing: Array("{}".utf8), sourceName: name)
        return settings.map { LoadedDocument(name: name, settings: $0) }
    }
}

extension Diagnostic {
    static func deletedDocument(_ path: String, since revision: GitRevision) -> Diagnostic {
        Diagnostic(
            subject: .name(path), severity: .note,
            message: "is deleted since \(revision.name): all of its settings are removed")
    }

    /// - Parameters:
    ///   - objection: Why the document may be a renamed one.
    ///   - isGate: Whether the run must not decide that.
    static func newDocument(
        _ path: String, at revision: GitRevision, _ objection: GitFailure?, isGate: Bool
    ) -> Diagnostic {
        guard let objection else {
            return Diagnostic(
                subject: .name(path), severity: .note,
                message: "is not there at \(revision.name): all of its settings are new")
        }
        var diagnostic = InputError.git(name: path, objection).diagnostic
        if !isGate { diagnostic.severity = .note }
        return diagnostic
    }
}

extension UsageError {
    /// Several documents are compared with `REV:PATH`.
    static func comparedWithOne(_ name: String, _ count: Int) -> UsageError {
        .other(
            problem: "\(quoted(name)) is one document, but \(count) are compared with it",
            help: "name one of them, or a revision without a path")
    }
}

extension Session {
    /// Notes that a revision is not an ancestor of HEAD, so that its own changes look like reversals.
    mutating func reportAncestry(of revision: GitRevision) {
        guard revision.isAncestorOfHead == false else { return }
        report(
            Diagnostic(
                subject: .name(revision.name), severity: .note,
                message: "is not an ancestor of HEAD, so changes that only it has look reversed",
                help: "to compare with the merge base, write \(quoted("\(revision.name)..."))"))
    }
}
