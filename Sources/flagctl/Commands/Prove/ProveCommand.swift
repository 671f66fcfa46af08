import FlagAnalysis
import FlagResolver

extension CommandOption where Self == Option<[String]> {
    static var policy: Self {
        Option(name: "policy", values: .file("FILE"), summary: "a file of policies, one per line").configurable
    }

    fileprivate static var statement: Self {
        Option(
            name: "statement", letter: "e", values: .text("POLICY"),
            summary: "one policy, such as 'for >=2.0.0: payments == true'")
    }
}

extension CommandOption where Self == Option<Bool> {
    fileprivate static var strictVacuous: Self {
        Option(name: "strict-vacuous", summary: "exit 1 if a policy applies to no version")
    }
}

extension Command {
    static let prove = Command(
        name: "prove",
        summary: "prove policies for every version",
        examples: [
            Example(
                line: "flagctl prove --policy Configs/app.policies Configs/app.json",
                meaning: "prove each policy, or show all versions that violate it"),
            Example(
                line: "flagctl prove -e 'for >=2.0.0: payments == true' Configs/app.json", meaning: "one policy"),
            Example(
                line: "flagctl prove -e 'changes payments only at 1.4.0, 2.0.0' Configs/app.json",
                meaning: "another kind of policy"),
            Example(
                line: "flagctl prove -e 'for <2.0.0: checkout == \"legacy\"' Configs/targeting.json",
                meaning: "for everybody, whatever their attributes, dates and rollouts"),
            Example(
                line: "flagctl prove -e 'monotone checkout.address.*: false -> true' Configs/showcase.json",
                meaning: "a verdict for each setting that matches"),
        ],
        operands: [.files],
        options: [
            .policy, .statement, .releases, .readers, .strictVacuous, .patch, .documentTrust,
            .format(ProofReport.Format.self), .report(ProofReport.Format.self), .watch, .exclude, .config,
            .standardInputName,
            .color,
            .exitZero,
        ],
        notes: [
            "A policy is one of: for REQUIREMENT where EXPRESSION: EXPRESSION (where is optional, and tests attributes such as "
                + "@country); monotone NAME: VALUE -> VALUE (with rising versions; \"over time\" or "
                + "\"over percentage\" may follow the name); changes NAME only at VERSION, VERSION; constant for REQUIREMENT: NAME; with --readers, "
                + "readable NAME: every recorded release can read every value that it can get. NAME can be a group or a pattern such as "
                + "checkout.*: then the policy must hold for each of its settings. It can begin with a label and a colon. # begins a comment. "
                + "\"flagctl help policies\" has examples of all.",
            "With --releases, each verdict says which shipped versions it covers. With --readers, a policy must also hold for what each "
                + "recorded release gets, as its code reads the settings.",
            "Exit codes: 0 all proved; 1 a policy is violated, or with --strict-vacuous applies to no version; 2 a policy or a "
                + "file cannot be read, or a file has no such setting.",
        ],
        run: { (arguments, session) throws(UsageError) in
            try MisplacedOperands.check(policiesAmong: arguments[.files])
            guard !policyFiles(arguments).isEmpty || !arguments[.statement].isEmpty else {
                throw .other(
                    problem: "no policy is given",
                    help: "name a file with --policy, or write one: -e 'for >=2.0.0: payments == true'")
            }
            let report = ProofReport(
                parts: parts(arguments, &session), isVacuousAFinding: arguments[.strictVacuous])
            return ReportOutput(arguments).write(report, in: &session)
        })

    /// The files of policies. A statement on the command line replaces those of the project.
    private static func policyFiles(_ arguments: ParsedArguments) -> [String] {
        let policy: Option<[String]> = .policy
        return arguments.isDefault(policy) && !arguments[.statement].isEmpty ? [] : arguments[policy]
    }

    /// The verdicts for each document; none if no policy, or a patch or a list of releases cannot be read.
    private static func parts(_ arguments: ParsedArguments, _ session: inout Session) -> [ProofReport.Part] {
        let policies = PolicyFiles(policyFiles(arguments), statements: arguments[.statement], in: &session).sources
        guard let releases = ReleaseLists(arguments, in: &session),
            let readers = ReaderFolders(arguments, in: &session), !policies.isEmpty,
            let reader = DocumentReader(patches: arguments[.patch], session: &session)
        else { return [] }
        let batch = reader.read(arguments[.files], of: arguments, session: &session)
        var parts: [ProofReport.Part] = []
        for document in batch.documents {
            let list = releases.list(for: document.name)
            parts.append(
                ProofReport.Part(
                    proving: policies, for: document, shipped: list?.shippedVersions, releases: list,
                    readers: readers.readers(for: document.name), session: &session))
        }
        return parts
    }
}

extension ProofReport.Part {
    /// Proves policies for a document. A policy that does not apply to it is reported.
    ///
    /// - Parameters:
    ///   - shipped: A policy for a range without any of these versions is vacuous; `nil` for any versions.
    ///   - releases: The releases to name in the verdicts; `nil` for none.
    ///   - readers: What recorded releases read; `nil` without records.
    init(
        proving policies: [ProofReport.Source], for document: LoadedDocument, shipped: VersionSet?,
        releases: ReleaseList? = nil, readers: DocumentReaders? = nil, session: inout Session
    ) {
        var prover = PolicyProver(
            document.settings, for: policies.flatMap(\.policies), relevant: shipped, readers: readers)
        var results: [ProofReport.Result] = []
        var reportedCount = 0
        var policyCount = 0
        var unevaluatedCount = 0
        for source in policies {
            for policy in source.policies {
                let verdicts = prover.verdicts(on: policy)
                let problems = prover.problems[reportedCount...]
                for problem in problems {
                    session.report(Diagnostic(problem, in: source.text, for: document, &session.suggestions))
                }
                if verdicts.isEmpty || problems.contains(where: \.isError) { unevaluatedCount += 1 }
                reportedCount = prover.problems.count
                for (instance, verdict) in verdicts {
                    results.append(
                        .init(
                            policyNumber: policyCount, policy: policy, instance: instance.policy,
                            setting: instance.setting, source: source, verdict: verdict))
                }
                policyCount += 1
            }
        }
        self.init(
            document: document, space: prover.space, releases: releases, results: results,
            unevaluatedCount: unevaluatedCount)
        recorded = readers?.recorded.releases.map(\.version) ?? []
        if results.contains(where: { $0.policy.isAboutReaders }) {
            readerCoverage = readers?.coverage(from: document.settings.minimumVersion, of: releases)
        }
    }
}

extension Policy {
    /// Whether the policy states what recorded releases can read.
    var isAboutReaders: Bool { if case .readable = statement { true } else { false } }
}

extension ReleaseList {
    /// The versions that users may have.
    var shippedVersions: VersionSet { VersionSet(shipped.map { VersionInterval($0.version) }) }
}
