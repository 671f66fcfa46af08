import FlagAnalysis
import FlagResolver

/// A document with where it came from, so that its new text can be put there.
struct EditableDocument {
    let source: InputSource
    let loaded: LoadedDocument

    /// The documents that a command line names, in order. What cannot be read is reported, and makes the run a failure.
    static func read(
        _ operands: some Sequence<String>, _ arguments: ParsedArguments, status: inout ExitStatus,
        session: inout Session
    ) -> [EditableDocument] {
        guard let reader = DocumentReader(patches: [], session: &session) else { return [] }
        let name = arguments.value(.standardInputName) ?? "<stdin>"
        var documents: [EditableDocument] = []
        for found in InputSources(Array(operands), standardInputName: name).found {
            switch found {
            case .failure(let error):
                session.report(error.diagnostic)
                status.take(.failed)
            case .success(let source):
                if let loaded = reader.document(from: source, in: &session) {
                    documents.append(EditableDocument(source: source, loaded: loaded))
                } else {
                    status.take(.failed)
                }
            }
        }
        return documents
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
        case .revision(_, let path), .file(let path): path
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

    /// Puts a new text in the place of the document's own; what goes wrong is reported.
    ///
    /// - Returns: whether the file holds the new text now.
    func replace(with bytes: [UInt8], status: inout ExitStatus, session: inout Session) -> Bool {
        let problem: String
        var help: String?
        do throws(FileSystem.ReplacingError) {
            guard case .file(let path) = source else { return false }
            try FileSystem.replace(path, holding: loaded.tree.bytes, with: bytes)
            return true
        } catch {
            switch error {
            case .system(let failure): problem = "the file cannot be written: \(failure.text)"
            case .changedMeanwhile:
                problem = "the file is not what it was when it was read, and is left alone"
                help = "run this again"
            }
        }
        session.report(Diagnostic(subject: .name(loaded.name), severity: .error, message: problem, help: help))
        status.take(.failed)
        return false
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
        for document in self {
            if case .file = document.source { continue }
            throw .other(
                problem: "\(option) writes files, and \(document.loaded.name) is none",
                help: "leave out \(option), and take the result from standard output")
        }
    }
}
