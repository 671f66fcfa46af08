import FlagAnalysis
import FlagResolver
import FlagSigning

/// A document with its source, so that edited text can be written there.
struct EditableDocument {
    let source: InputSource
    let loaded: LoadedDocument

    /// The file that was read; `nil` if the source is not a regular file, which cannot be written.
    private let identity: FileSystem.Identity?

    var isFile: Bool { identity != nil }

    /// The documents that a command line names.
    struct Batch {
        /// The readable documents, in order.
        var documents: [EditableDocument] = []
        /// Whether every named file, and every document in a folder, could be read.
        var isComplete = true
    }

    /// Reads the documents that operands name. Reports what cannot be read.
    ///
    /// The files of a folder or a pattern that are not documents are reported and skipped.
    static func read(
        _ arguments: ParsedArguments, session: inout Session
    ) -> Batch {
        read(arguments[.files], arguments, session: &session)
    }

    /// Reads the one document that the operand `FILE` names.
    ///
    /// - Returns: `nil` if it cannot be read, which has been reported.
    /// - Throws: `UsageError` if it names several documents.
    static func readOne(
        _ arguments: ParsedArguments, session: inout Session
    ) throws(UsageError) -> EditableDocument? {
        let batch = read([arguments[.file]], arguments, session: &session)
        guard batch.documents.count <= 1 else { throw .severalDocuments(batch.documents.map(\.loaded.name)) }
        return batch.documents.first
    }

    private static func read(
        _ operands: [String], _ arguments: ParsedArguments, session: inout Session
    ) -> Batch {
        var batch = Batch()
        guard let reader = DocumentReader(patches: [], session: &session) else {
            return batch
        }
        let sources = InputSources(
            operands, standardInputName: arguments[.standardInputName], excluding: arguments.excludedFiles)
        for skipped in sources.skipped { session.report(skipped.diagnostic) }
        var hasSkipped = false
        let unique = sources.unique
        var progress = session.progress("file", of: unique.count)
        defer { progress.end() }
        for found in unique {
            progress.step()
            switch found {
            case .failure(let error):
                session.report(error.diagnostic)
                batch.isComplete = false
            case .source(let source):
                switch read(source, reader, in: &session) {
                case .document(let document): batch.documents.append(document)
                case .skipped: hasSkipped = true
                case .notJSON: break
                case .failed: batch.isComplete = false
                }
            }
        }
        if batch.documents.isEmpty, hasSkipped, session.failures.isEmpty {
            session.report(.noDocument(operands))
            batch.isComplete = false
        }
        return batch
    }

    private enum ReadingResult {
        case document(EditableDocument)
        /// A file in a folder that is not a document.
        case skipped
        /// A file in a folder that is not JSON, and so of an unknown kind. It has been reported.
        case notJSON
        case failed
    }

    private static func read(
        _ source: InputSource, _ reader: DocumentReader, in session: inout Session
    ) -> ReadingResult {
        var identity: FileSystem.Identity?
        if let path = source.path {
            // Before the content is read, so that a replacement in between counts as a change.
            do throws(SystemError) {
                let entry = try FileSystem.entry(at: path)
                if entry.kind == .file { identity = entry.identity }
            } catch {
                session.report(InputError.unreadable(path: path, error).diagnostic)
                return .failed
            }
        }
        let isListed = if case .listedFile = source { true } else { false }
        guard let bytes = reader.bytes(of: source, in: &session) else { return .failed }
        guard let tree = reader.tree(parsing: bytes, name: source.name, in: &session) else {
            return isListed ? .notJSON : .failed
        }
        if isListed, let reason = DocumentRecognition.refusal(of: tree) {
            session.report(.isNoDocument(source.name, reason))
            return .skipped
        }
        guard let loaded = reader.document(tree, name: source.name, in: &session) else { return .failed }
        return .document(EditableDocument(source: source, loaded: loaded, identity: identity))
    }

    /// Whether the document ends with signatures.
    var isSigned: Bool { SignedDocument.form(of: loaded.tree.bytes) != .unsigned }

    /// The document without its signatures.
    var unsigned: SettingsDocument {
        let bytes = SettingsDocument.unsigned(loaded.tree.bytes)
        // What was signed is a document, as the whole is.
        return (try? SettingsDocument(parsing: bytes, sourceName: loaded.name)) ?? loaded.settings
    }

    /// Reports the issues of the document.
    func reportIssues(in session: inout Session) {
        for issue in loaded.settings.issues { session.report(Diagnostic(issue, in: loaded)) }
    }

    /// The path in a patch, without a git revision.
    private var path: String {
        switch source {
        case .revision(_, let path), .file(let path), .listedFile(let path): path
        case .standardInput(let name): name
        }
    }

    /// The patch from the document to another text.
    func patch(to bytes: [UInt8]) -> UnifiedDiff {
        UnifiedDiff(name: path, from: loaded.tree.bytes, to: bytes)
    }

    /// The patch from the document to an edited one.
    func patch(to edited: EditedDocument) -> UnifiedDiff {
        let new = edited.settings.editedBytes
        // The end of a document whose signatures are removed is not among the edits.
        guard new.count == edited.settings.tree.bytes.count else { return patch(to: new) }
        return UnifiedDiff(name: path, making: edited.edits, from: loaded.tree.bytes, to: new)
    }

    /// The replacement of the file; `nil` if the source is not a file.
    func replacement(with bytes: [UInt8]) -> FileReplacement? {
        guard let path = source.path, let identity else { return nil }
        return FileReplacement(path: path, identity: identity, old: loaded.tree.bytes, new: bytes)
    }
}

extension Session {
    /// Reports why the edits of a document are not made.
    mutating func report(_ failure: EditedDocument.Failure, of name: String) {
        let help: String? =
            switch failure {
            case .notCompared: "simplify its conditions; \"flagctl check\" says what makes it complex"
            case .tooLarge: "split it into several documents"
            case _ where failure.isBug: "this is a bug in flagctl; please report it with the document"
            default: nil
            }
        let reason =
            switch failure {
            case .severalSources: "it comes from several texts"
            case .tooLarge(let byteCount, let limit):
                "the result would have \(byteCount) bytes, expected at most \(limit)"
            case .overlappingEdits: "two edits overlap"
            case .refused(let message): "the result could not be read: \(message)"
            case .otherSettings: "settings would come or go"
            case .notCompared(let setting): "\(NameText.quoted(setting)) is too complex to be compared"
            case .changesValues(let versions): "values would change for \(versions)"
            }
        report(
            Diagnostic(
                subject: .name(name), severity: .error,
                message: failure.isBug
                    ? "the edits failed verification and are not made: \(reason)" : "the edits are not made: \(reason)",
                help: help))
    }
}
