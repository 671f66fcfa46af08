import FlagAnalysis
import FlagResolver

/// Reads policies and documents, and proves the ones for the others.
struct ProofRun {
    private let arguments: ParsedArguments
    private(set) var status: ExitStatus = .clean

    init(_ arguments: ParsedArguments) {
        self.arguments = arguments
    }

    /// The verdicts; none if a policy or the list of releases cannot be read.
    mutating func report(in session: inout Session) -> ProofReport {
        let parts = parts(in: &session)
        return ProofReport(parts: parts, failures: session.failures)
    }

    private mutating func parts(in session: inout Session) -> [ProofReport.Part] {
        let policies = PolicyFiles.read(
            arguments.all(.policy), statements: arguments.all(.statement), in: &session)
        var releases: ReleaseList?
        if let path = arguments.value(.releases) {
            guard let list = ReleaseFile.read(path, in: &session) else { return [] }
            releases = list
        }
        guard let policies, let reader = DocumentReader(patches: arguments.all(.patch), session: &session) else {
            return []
        }
        let documents = reader.documents(
            arguments.operands, standardInputName: arguments.value(.standardInputName), status: &status,
            session: &session)
        var parts: [ProofReport.Part] = []
        for document in documents {
            parts.append(
                ProofReport.Part(
                    proving: policies, for: document, shipped: releases?.shippedVersions, status: &status,
                    session: &session))
        }
        return parts
    }
}

extension ProofReport.Part {
    /// Proves policies for a document. One that has no meaning there is reported, and makes the run a failure.
    ///
    /// - Parameter shipped: Versions of which a policy must be about one at least; `nil` for any.
    init(
        proving policies: [ProofReport.Source], for document: LoadedDocument, shipped: VersionSet?,
        status: inout ExitStatus, session: inout Session
    ) {
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
        self.init(document: document, results: results)
    }
}

extension ReleaseList {
    /// The versions that users may have, as a set.
    var shippedVersions: VersionSet { VersionSet(shipped.map { VersionInterval($0.version) }) }
}
