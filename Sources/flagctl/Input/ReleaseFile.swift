import FlagAnalysis

/// The list of releases that `--releases` names.
enum ReleaseFile {
    /// No list of releases is longer; an endless pipe is.
    private static let greatestByteCount = 1 << 20

    /// Reads a list; `nil` where that cannot be done, which has been reported.
    static func read(_ path: String, in session: inout Session) -> ReleaseList? {
        let bytes: [UInt8]
        do throws(InputError) {
            let source: InputSource = path == "-" ? .standardInput(name: "<stdin>") : .file(path)
            bytes = try source.read(atMost: greatestByteCount + 1)
        } catch {
            session.report(error.diagnostic)
            return nil
        }
        guard bytes.count <= greatestByteCount else {
            session.report(
                Diagnostic(
                    subject: .name(path), severity: .error,
                    message: "the list of releases has more than \(greatestByteCount) bytes, the most that is allowed"))
            return nil
        }
        do throws(ReleaseListError) {
            return try ReleaseList(parsing: bytes)
        } catch {
            let source = SourceText(name: path, bytes: bytes[...])
            for mistake in error.mistakes {
                session.report(
                    Diagnostic(
                        subject: .place(Diagnostic.Place(source: source, span: source.span(ofLine: mistake.line))),
                        severity: .error, message: mistake.problem.message, code: "bad-releases"))
            }
            return nil
        }
    }
}
