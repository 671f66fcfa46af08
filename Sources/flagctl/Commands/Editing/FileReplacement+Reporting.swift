import FlagAnalysis

extension [FileReplacement] {
    /// Replaces all of the files, or none of them. Reports what goes wrong.
    ///
    /// - Parameter isComplete: Whether these are all edits of the run. If not, nothing is written.
    /// - Returns: Whether the files hold their new content.
    func write(isComplete: Bool, session: inout Session) -> Bool {
        guard !isEmpty else { return true }
        guard isComplete else {
            session.report(.nothingIsWritten(count))
            return false
        }
        let links = HardLinks(of: map(\.path))
        do throws(FileReplacement.Failure) {
            try FileReplacement.apply(self)
            session.report(links)
            for file in self { session.noteRemovedSignatures(of: file.path, from: file.old, to: file.new) }
            return true
        } catch {
            session.report(error.diagnostic)
            for (path, backup) in error.unrestored {
                session.report(
                    Diagnostic(
                        subject: .name(path), severity: .error,
                        message: "the file has its new content, and the old content cannot be restored",
                        help: "the old content is in \(quoted(backup))"))
            }
            if count > 1, error.unrestored.isEmpty { session.report(.nothingIsWritten(count)) }
            return false
        }
    }
}

extension FileReplacement.Failure {
    fileprivate var diagnostic: Diagnostic {
        switch reason {
        case .system(let failure):
            Diagnostic(
                subject: .name(path), severity: .error, message: "the file cannot be written: \(failure.text)")
        case .changedMeanwhile:
            Diagnostic(
                subject: .name(path), severity: .error,
                message: "the file has changed since it was read, and is left alone",
                help: "run this again")
        }
    }
}

extension Diagnostic {
    fileprivate static func nothingIsWritten(_ count: Int) -> Diagnostic {
        Diagnostic(
            subject: .name("flagctl"), severity: .note,
            message:
                "nothing is written: \(Count.of(count, "file")) would change, and all files change together or not at all"
        )
    }
}
