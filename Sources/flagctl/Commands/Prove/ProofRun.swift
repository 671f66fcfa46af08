import FlagAnalysis
import FlagResolver

/// Reads policies and documents, and proves the ones for the others.
struct ProofRun {
    private let arguments: ParsedArguments
    private(set) var status: ExitStatus = .clean

    /// No policy file is longer; an endless pipe is.
    private static let greatestByteCount = 1 << 22

    init(_ arguments: ParsedArguments) {
        self.arguments = arguments
    }

    /// The verdicts; `nil` where policies or releases cannot be read, which has been reported.
    mutating func report(in session: inout Session) -> ProofReport? {
        let policies = policies(in: &session)
        var shipped: VersionSet?
        if let path = arguments.value(.releases) {
            guard let list = ReleaseFile.read(path, in: &session) else { return nil }
            shipped = VersionSet(list.shipped.map { VersionStretch($0.version) })
        }
        guard let policies else { return nil }
        guard let reader = DocumentReader(patches: arguments.all(.patch), session: &session) else { return nil }
        let documents = reader.documents(
            arguments.operands, standardInputName: arguments.value(.standardInputName), status: &status,
            session: &session)
        var parts: [ProofReport.Part] = []
        for document in documents {
            parts.append(part(for: document, policies, shipped, session: &session))
        }
        return ProofReport(parts: parts)
    }

    private mutating func part(
        for document: LoadedDocument, _ policies: [ProofReport.Source], _ shipped: VersionSet?,
        session: inout Session
    ) -> ProofReport.Part {
        var prover = PolicyProver(document.settings, relevant: shipped)
        var results: [ProofReport.Result] = []
        var told = 0
        for source in policies {
            for policy in source.policies {
                let verdict = prover.verdict(on: policy)
                for problem in prover.problems[told...] {
                    session.report(Diagnostic(problem, in: source.text, for: document))
                    if problem.isError { status.take(.failed) }
                }
                told = prover.problems.count
                if let verdict { results.append(.init(policy: policy, source: source, verdict: verdict)) }
            }
        }
        return ProofReport.Part(document: document, results: results)
    }

    /// All policies; `nil` where one of them cannot be read, since what is not read cannot be proved.
    private func policies(in session: inout Session) -> [ProofReport.Source]? {
        var sources: [ProofReport.Source] = []
        var isComplete = true
        for path in arguments.all(.policy) {
            if let bytes = read(path, in: &session) {
                add(bytes, name: path, onlyOne: false, to: &sources, &isComplete, &session)
            } else {
                isComplete = false
            }
        }
        for statement in arguments.all(.statement) {
            add(Array(statement.utf8), name: "-e", onlyOne: true, to: &sources, &isComplete, &session)
        }
        return isComplete ? sources : nil
    }

    private func add(
        _ bytes: [UInt8], name: String, onlyOne: Bool, to sources: inout [ProofReport.Source],
        _ isComplete: inout Bool, _ session: inout Session
    ) {
        let text = SourceText(name: name, bytes: bytes[...])
        let (policies, errors) = Policy.parse(bytes, onlyOne: onlyOne)
        for error in errors { session.report(Diagnostic(error, in: text)) }
        if !errors.isEmpty { isComplete = false }
        sources.append(ProofReport.Source(text: text, isFile: !onlyOne, policies: policies))
    }

    private func read(_ path: String, in session: inout Session) -> [UInt8]? {
        do throws(InputError) {
            let source: InputSource = path == "-" ? .standardInput(name: "<stdin>") : .file(path)
            let bytes = try source.read(atMost: Self.greatestByteCount + 1)
            if bytes.count <= Self.greatestByteCount { return bytes }
            session.report(
                Diagnostic(
                    subject: .name(path), severity: .error,
                    message: "the policies have more than \(Self.greatestByteCount) bytes, the most that is allowed"))
        } catch {
            session.report(error.diagnostic)
        }
        return nil
    }
}
