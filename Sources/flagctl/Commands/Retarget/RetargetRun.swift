import FlagAnalysis
import FlagResolver

/// One run of `retarget`: moves the boundaries of all documents, or reports why that is impossible.
struct RetargetRun {
    private let arguments: ParsedArguments
    private let move: BoundaryMove

    init(_ arguments: ParsedArguments, move: BoundaryMove) {
        self.arguments = arguments
        self.move = move
    }

    func report(in session: inout Session) throws(UsageError) -> RetargetReport {
        let documents = EditableDocument.read(arguments.operands.dropFirst(2), arguments, session: &session).documents
        if arguments[.apply] { try documents.checkAreFiles(for: "--apply") }
        var files: [RetargetReport.File] = []
        for document in documents {
            document.reportIssues(in: &session)
            do throws(EditedDocument.Failure) {
                let result = try RetargetedDocument(document.loaded.settings, move: move)
                files.append(RetargetReport.File(document: document, result: result))
            } catch {
                document.report(error, in: &session)
            }
        }
        reportBoundaries(of: files, in: &session)
        if arguments[.apply] { apply(to: &files, in: &session) }
        return RetargetReport(move: move, files: files, showsPatch: !arguments[.apply])
    }

    /// Reports the boundaries that cannot be moved, the values that are not moved, and that there is nothing to move.
    private func reportBoundaries(of files: [RetargetReport.File], in session: inout Session) {
        for file in files {
            for refusal in file.result.refusals { session.report(file.diagnostic(of: refusal)) }
            for node in file.result.floorsAtOldVersion { session.report(file.diagnostic(ofFloor: node)) }
        }
        guard files.allSatisfy(\.hasNothingToMove) else { return }
        for file in files { session.report(file.nothingToMove) }
    }

    /// Writes the files, if every boundary in every document can be moved.
    private func apply(to files: inout [RetargetReport.File], in session: inout Session) {
        let moved = files.indices.filter { files[$0].result.edited != nil }
        let replacements = moved.compactMap { index in
            files[index].result.edited.flatMap { files[index].document.replacement(with: $0.settings.tree.bytes) }
        }
        guard replacements.write(isComplete: session.failures.isEmpty, session: &session) else { return }
        for index in moved {
            files[index].isApplied = true
            let count = Count.of(files[index].result.rewritten.count, "requirement")
            session.messages.write(
                "\(PlainText.escaped(files[index].loaded.name)): \(count) moved from \(move.old) to \(move.new)\n")
        }
    }
}
