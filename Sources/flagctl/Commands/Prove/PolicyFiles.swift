import FlagAnalysis
import FlagResolver

/// The policies that a command line names.
struct PolicyFiles {
    /// The sources that could be read, each with the policies that could be parsed.
    private(set) var sources: [ProofReport.Source] = []
    /// Whether all of them could be read and parsed.
    private(set) var isComplete = true

    /// More than any policy file needs. A pipe may be endless.
    private static let maximumByteCount = 1 << 22

    /// Reads the policies of files and of options. Reports what cannot be read or parsed.
    init(_ paths: [String], statements: [String] = [], in session: inout Session) {
        for path in paths {
            let source = InputSource.optionFile(path)
            if let bytes = source.bytes(atMost: Self.maximumByteCount, "the policies have", in: &session) {
                add(bytes, name: source.name, onlyOne: false, &session)
            } else {
                isComplete = false
            }
        }
        for statement in statements { add(Array(statement.utf8), name: "-e", onlyOne: true, &session) }
    }

    private mutating func add(_ bytes: [UInt8], name: String, onlyOne: Bool, _ session: inout Session) {
        let text = SourceText(name: name, bytes: bytes[...])
        let (policies, errors) = Policy.parse(bytes, onlyOne: onlyOne)
        for error in errors { session.report(Diagnostic(error, in: text)) }
        if !errors.isEmpty { isComplete = false }
        for range in policies.compactMap(\.range) { session.givenStyles.add(range.text, of: nil) }
        guard errors.isEmpty || !policies.isEmpty else { return }
        sources.append(ProofReport.Source(text: text, isFile: !onlyOne, policies: policies))
    }
}
