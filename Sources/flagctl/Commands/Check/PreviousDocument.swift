import FlagAnalysis
import FlagResolver

/// The earlier state of a document, at the git revision of `--against`.
enum PreviousDocument {
    /// Reads the file of a source at a revision. A note says if it is new.
    ///
    /// - Returns: `nil` if the revision lacks the file, or the file is not a document there, which has been reported.
    /// - Throws: `InputError` if the source is not a file, or git fails.
    static func read(
        _ source: InputSource, at revision: String, _ contents: RevisionContents?, in session: inout Session
    ) throws(InputError) -> SettingsDocument? {
        guard let path = source.path else { throw .notComparable(source.name) }
        guard let reader = DocumentReader(patches: [], session: &session) else { return nil }
        if case .content(let bytes)? = contents?.lookUp(path) {
            let name = "\(revision):./\(RevisionFiles.plain(path) ?? path)"
            return reader.tree(parsing: bytes, name: name, in: &session)
                .flatMap { reader.document($0, name: name, in: &session) }?.settings
        }
        guard let old = try RevisionFiles.file(at: revision, path)?.path else {
            session.report(
                Diagnostic(
                    subject: .name(source.name), severity: .note,
                    message: "is not there at \(revision): there is nothing to compare it with"))
            return nil
        }
        let plain = old.hasPrefix("../") ? old : "./\(old)"
        return reader.document(from: .revision(revision, path: plain), in: &session)?.settings
    }
}
