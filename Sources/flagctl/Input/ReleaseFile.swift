import FlagAnalysis

/// The list of releases that `--releases` names.
enum ReleaseFile {
    /// More than any list of releases needs. A pipe may be endless.
    private static let maximumByteCount = 1 << 20

    /// Reads a list; `nil` if it cannot be read, which has been reported.
    static func read(_ path: String, in session: inout Session) -> ReleaseList? {
        let source = InputSource.optionFile(path)
        guard let bytes = source.bytes(atMost: maximumByteCount, "the list of releases has", in: &session) else {
            return nil
        }
        do throws(ReleaseListError) {
            return try ReleaseList(parsing: bytes)
        } catch {
            let text = SourceText(name: source.name, bytes: bytes[...])
            for mistake in error.mistakes {
                session.report(
                    Diagnostic(
                        subject: .location(
                            Diagnostic.Location(source: text, span: text.span(ofLine: mistake.line))),
                        severity: .error, message: mistake.problem.message, code: "bad-releases"))
            }
            return nil
        }
    }
}
