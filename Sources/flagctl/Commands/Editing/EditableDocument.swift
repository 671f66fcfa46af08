import FlagAnalysis
import FlagResolver

/// A document with where it came from, so that its new text can be put there.
struct EditableDocument {
    let source: InputSource
    let loaded: LoadedDocument

    /// The file when it was read; `nil` if the source is not a regular file, and cannot be written.
    private let identity: FileSystem.Identity?

    var isFile: Bool { identity != nil }

    /// The documents that a command line names.
    struct Batch {
        /// Those that could be read, in order.
        var documents: [EditableDocument] = []
        /// Whether every file that was named, and every document in a folder, could be read.
        var isComplete = true
    }

    /// Reads the documents that a command line names. What cannot be read is reported, and makes the run a failure.
    ///
    /// Of the files that a folder or a pattern stands for, those that are not documents are reported and skipped.
    static func read(
        _ operands: some Sequence<String>, _ arguments: ParsedArguments, status: inout ExitStatus,
        session: inout Session
    ) -> Batch {
        var batch = Batch()
        guard let reader = DocumentReader(patches: [], session: &session) else { return batch }
        let name = arguments.value(.standardInputName) ?? "<stdin>"
        let sources = InputSources(Array(operands), standardInputName: name)
        for skipped in sources.skipped { session.report(skipped.diagnostic) }
        var hasSkipped = false
        for found in sources.found {
            switch found {
            case .failure(let error):
                session.report(error.diagnostic)
                batch.isComplete = false
            case .success(let source):
                switch read(source, reader, in: &session) {
                case .document(let document): batch.documents.append(document)
                case .skipped: hasSkipped = true
                case .notJSON: status.take(.failed)
                case .failed: batch.isComplete = false
                }
            }
        }
        if batch.documents.isEmpty, hasSkipped, batch.isComplete, status != .failed {
            session.report(.noDocument(operands.map { $0 }))
            batch.isComplete = false
        }
        if !batch.isComplete { status.take(.failed) }
        return batch
    }

    private enum ReadingResult {
        case document(EditableDocument)
        /// A file in a folder that is not a document.
        case skipped
        /// A file in a folder that is not JSON, so that nobody knows what it is.
        case notJSON
        case failed
    }

    private static func read(
        _ source: InputSource, _ reader: DocumentReader, in session: inout Session
    ) -> ReadingResult {
        var identity: FileSystem.Identity?
        if let path = source.path {
            // Before the content is read: if the file is replaced in between, it counts as changed.
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
            session.report(
                Diagnostic(
                    subject: .name(source.name), severity: .note,
                    message: "skipped, not a document of settings: \(reason)"
                ))
            return .skipped
        }
        guard let loaded = reader.document(tree, name: source.name, in: &session) else { return .failed }
        return .document(EditableDocument(source: source, loaded: loaded, identity: identity))
    }

    /// Reports the issues of the document; a setting without a value makes the run a failure.
    func reportIssues(status: inout ExitStatus, session: inout Session) {
        for issue in loaded.settings.issues {
            session.report(Diagnostic(issue, in: loaded))
            if issue.makesSettingUnresolvable { status.take(.failed) }
        }
    }

    /// The path that a patch is for: of a file at a git revision that of the file.
    private var path: String {
        switch source {
        case .revision(_, let path), .file(let path), .listedFile(let path): path
        case .standardInput(let name): name
        }
    }

    /// The patch that makes the document's text another one.
    func patch(to bytes: [UInt8]) -> UnifiedDiff {
        UnifiedDiff(name: path, from: loaded.tree.bytes, to: bytes)
    }

    /// The patch that makes an edited document of this one.
    func patch(to edited: EditedDocument) -> UnifiedDiff {
        UnifiedDiff(
            name: path, making: edited.edits, from: loaded.tree.bytes, to: edited.settings.tree.bytes)
    }

    /// The replacement of the file's content; `nil` if the source is not a file.
    func replacement(with bytes: [UInt8]) -> FileReplacement? {
        guard let path = source.path, let identity else { return nil }
        return FileReplacement(path: path, identity: identity, old: loaded.tree.bytes, new: bytes)
    }

    /// Reports that edits failed the comparison, which only a mistake in this program can cause.
    func report(_ failure: EditedDocument.Failure, status: inout ExitStatus, session: inout Session) {
        let reason =
            switch failure {
            case .severalSources: "it comes from several texts"
            case .overlappingEdits: "two edits overlap"
            case .refused(let message): "the result could not be read: \(message)"
            case .otherSettings: "settings would come or go"
            case .changesValues(let versions): "values would change for \(versions)"
            }
        session.report(
            Diagnostic(
                subject: .name(loaded.name), severity: .error,
                message: "the edits do not stand up to verification, and are not made: \(reason)",
                help: "this is a mistake in flagctl; please report it with the document"))
        status.take(.failed)
    }
}

extension [EditableDocument] {
    /// Makes sure that every document is a file, for options that write.
    func checkAreFiles(for option: String) throws(UsageError) {
        for document in self where !document.isFile {
            throw .other(
                problem: "\(option) writes files, and \(document.loaded.name) is none",
                help: "leave out \(option), and take the result from standard output")
        }
    }
}

extension Diagnostic {
    /// Folders and patterns with files, of which none is a document.
    fileprivate static func noDocument(_ operands: [String]) -> Diagnostic {
        Diagnostic(
            subject: .name(operands.count == 1 ? operands[0] : "flagctl"), severity: .error,
            message: "none of these files is a document of settings",
            help: "name a file itself to have it taken for one")
    }
}
