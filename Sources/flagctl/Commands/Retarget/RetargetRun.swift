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
            arguments.operands.dropFirst(2), arguments, status: &status, session: &session)
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
        if arguments.has(.apply) {
            if status == .clean {
                apply(to: &files, in: &session)
            } else if status == .failed, files.contains(where: { $0.result.edited != nil }) {
                session.report(
                    Diagnostic(
                        subject: .name("flagctl retarget"), severity: .note,
                        message: "nothing is written, as not everything could be moved"))
            }
        }
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

    private mutating func apply(to files: inout [RetargetReport.File], in session: inout Session) {
        for index in files.indices {
            guard let edited = files[index].result.edited else { continue }
            let bytes = edited.settings.tree.bytes
            files[index].isApplied = files[index].document.replace(with: bytes, status: &status, session: &session)
            guard files[index].isApplied else { continue }
            let count = Count.of(files[index].result.rewritten.count, "requirement")
            session.messages.write(
                "\(PlainText.escaped(files[index].document.loaded.name)): \(count) moved from \(move.old) to \(move.new)\n"
            )
        }
    }
}
