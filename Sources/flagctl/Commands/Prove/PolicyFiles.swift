import FlagAnalysis
import FlagResolver

/// The policies that a command line names.
enum PolicyFiles {
    /// More than any policy file needs. A pipe may be endless.
    private static let maximumByteCount = 1 << 22

    /// The policies of files and of options; `nil` if one of them cannot be read, which has been reported.
    static func read(_ paths: [String], statements: [String], in session: inout Session) -> [ProofReport.Source]? {
        var sources: [ProofReport.Source] = []
        var isComplete = true
        for path in paths {
            if let bytes = bytes(of: path, in: &session) {
                add(bytes, name: path, onlyOne: false, to: &sources, &isComplete, &session)
            } else {
                isComplete = false
            }
        }
        for statement in statements {
            add(Array(statement.utf8), name: "-e", onlyOne: true, to: &sources, &isComplete, &session)
        }
        return isComplete ? sources : nil
    }

    private static func add(
        _ bytes: [UInt8], name: String, onlyOne: Bool, to sources: inout [ProofReport.Source],
        _ isComplete: inout Bool, _ session: inout Session
    ) {
        let text = SourceText(name: name, bytes: bytes[...])
        let (policies, errors) = Policy.parse(bytes, onlyOne: onlyOne)
        for error in errors { session.report(Diagnostic(error, in: text)) }
        if !errors.isEmpty { isComplete = false }
        for range in policies.compactMap(\.range) { session.givenStyles.add(range.text, of: nil) }
        sources.append(ProofReport.Source(text: text, isFile: !onlyOne, policies: policies))
    }

    private static func bytes(of path: String, in session: inout Session) -> [UInt8]? {
        do throws(InputError) {
            let bytes = try InputSource.optionFile(path).read(atMost: maximumByteCount + 1)
            if bytes.count <= maximumByteCount { return bytes }
            session.report(
                Diagnostic(
                    subject: .name(path), severity: .error,
                    message: "the policies have more than \(maximumByteCount) bytes, the most that is allowed"))
        } catch {
            session.report(error.diagnostic)
        }
        return nil
    }
}
