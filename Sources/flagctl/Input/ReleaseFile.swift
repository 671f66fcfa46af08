import FlagAnalysis

/// The list of releases that `--releases` names.
enum ReleaseFile {
    /// More than any list of releases needs. A pipe may be endless.
    private static let maximumByteCount = 1 << 20

    /// Reads a list; `nil` if it cannot be read, which has been reported.
    static func read(_ path: String, in session: inout Session) -> ReleaseList? {
        let bytes: [UInt8]
        do throws(InputError) {
            bytes = try InputSource.optionFile(path).read(atMost: maximumByteCount + 1)
        } catch {
            session.report(error.diagnostic)
            return nil
        }
        guard bytes.count <= maximumByteCount else {
            session.report(
                Diagnostic(
                    subject: .name(path), severity: .error,
                    message: "the list of releases has more than \(maximumByteCount) bytes, the most that is allowed"))
            return nil
        }
        do throws(ReleaseListError) {
            return try ReleaseList(parsing: bytes)
        } catch {
            let source = SourceText(name: path, bytes: bytes[...])
            for mistake in error.mistakes {
                session.report(
                    Diagnostic(
                        subject: .location(
                            Diagnostic.Location(source: source, span: source.span(ofLine: mistake.line))),
                        severity: .error, message: mistake.problem.message, code: "bad-releases"))
            }
            return nil
        }
    }
}
