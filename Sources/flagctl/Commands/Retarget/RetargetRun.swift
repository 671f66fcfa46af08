import FlagAnalysis
import FlagResolver

/// Moves the boundaries of all documents of a run, or says why that cannot be done.
struct RetargetRun {
    private let arguments: ParsedArguments
    private let move: BoundaryMove
    var status: ExitStatus = .clean

    init(_ arguments: ParsedArguments, move: BoundaryMove) {
        self.arguments = arguments
        self.move = move
    }

    mutating func report(in session: inout Session) throws(UsageError) -> RetargetReport {
        let documents = EditableDocument.read(
            arguments.operands.dropFirst(2), arguments, status: &status, session: &session
        ).documents
        if arguments.has(.apply) { try documents.checkAreFiles(for: "--apply") }
        var files: [RetargetReport.File] = []
        for document in documents {
            document.reportIssues(status: &status, session: &session)
            do throws(EditedDocument.Failure) {
                let result = try RetargetedDocument(document.loaded.settings, move: move)
                files.append(RetargetReport.File(document: document, result: result))
            } catch {
                document.report(error, status: &status, session: &session)
            }
        }
        tell(of: files, in: &session)
        if arguments.has(.apply) { apply(to: &files, in: &session) }
        return RetargetReport(
            move: move, files: files, showsPatch: !arguments.has(.apply), failures: session.failures)
    }

    /// Reports what cannot be moved, what is not moved, and that there is nothing to move.
    private mutating func tell(of files: [RetargetReport.File], in session: inout Session) {
        for file in files {
            for refusal in file.result.refusals {
                session.report(file.diagnostic(of: refusal))
                status.take(.failed)
            }
            for node in file.result.floorsAtOldVersion { session.report(file.diagnostic(ofFloor: node)) }
        }
        let isNothing = files.allSatisfy { $0.result.rewritten.isEmpty && $0.result.refusals.isEmpty }
        guard isNothing, !files.isEmpty else { return }
        for file in files { session.report(file.nothingToMove) }
        status.take(.found)
    }

    /// Writes the files, if every boundary in every document can be moved.
    private mutating func apply(to files: inout [RetargetReport.File], in session: inout Session) {
        let moved = files.indices.filter { files[$0].result.edited != nil }
        let replacements = moved.compactMap { index in
            files[index].result.edited.flatMap { files[index].document.replacement(with: $0.settings.tree.bytes) }
        }
        guard replacements.write(isComplete: status != .failed, status: &status, session: &session) else { return }
        for index in moved {
            files[index].isApplied = true
            let count = Count.of(files[index].result.rewritten.count, "requirement")
            session.messages.write(
                "\(PlainText.escaped(files[index].loaded.name)): \(count) moved from \(move.old) to \(move.new)\n")
        }
    }
}
