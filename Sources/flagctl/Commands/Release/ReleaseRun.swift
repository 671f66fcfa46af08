import FlagAnalysis
import FlagResolver

/// One run of `release`: reads, asks the other commands, writes, and knows how it ends.
struct ReleaseRun {
    private let request: ReleaseRequest
    private var status: ExitStatus = .clean

    init(_ request: ReleaseRequest) {
        self.request = request
    }

    mutating func run(in session: inout Session) -> ExitStatus {
        let report = report(in: &session)
        write(report, session: &session)
        status.take(report.status)
        return status
    }

    /// The report; it has no document if a policy, a patch or the list of releases cannot be read.
    private mutating func report(in session: inout Session) -> ReleaseReport {
        let policies = PolicyFiles.read(request.policies, statements: [], in: &session)
        let releases = request.releases.flatMap { ReleaseFile.read($0, in: &session) }
        var parts: [ReleaseReport.Part] = []
        var comparison: DiffReport?
        if let policies, (request.releases == nil) == (releases == nil) {
            let documents: [LoadedDocument]
            (documents, comparison) = self.documents(releases, session: &session)
            parts = documents.map { part(for: $0, policies, releases, comparison, session: &session) }
        }
        return ReleaseReport(
            request: request, parts: parts, deleted: comparison?.pairs.filter(\.isDeleted) ?? [], releases: releases,
            comparison: comparison, failures: session.failures)
    }

    /// The documents, and how they compare with the revision if one was given.
    private mutating func documents(
        _ releases: ReleaseList?, session: inout Session
    ) -> ([LoadedDocument], DiffReport?) {
        let arguments = request.arguments
        guard let revision = request.revision else {
            guard let reader = DocumentReader(patches: arguments.all(.patch), session: &session) else {
                return ([], nil)
            }
            let documents = reader.documents(
                request.files, standardInputName: arguments.value(.standardInputName), status: &status,
                session: &session)
            for document in documents { reportUnresolvable(document, &session) }
            return (documents, nil)
        }
        var run = DiffRun(arguments, operands: request.files)
        let pairs = run.pairs(against: revision, in: &session)
        run.reportUnknownNames(request.allowed.sorted(), in: pairs, session: &session)
        status.take(run.status)
        let shipped = releases?.shippedVersions ?? VersionSet(from: .lowest, to: .after(request.previous))
        let comparison = DiffReport(pairs: pairs, frozen: shipped, allowed: request.allowed, releases: releases)
        return (pairs.filter { !$0.isDeleted }.map(\.new), comparison)
    }

    private mutating func part(
        for document: LoadedDocument, _ policies: [ProofReport.Source], _ releases: ReleaseList?,
        _ comparison: DiffReport?, session: inout Session
    ) -> ReleaseReport.Part {
        // Among the boundaries the same is looked at with the new version counted in, which is not shipped yet.
        let check = DocumentCheck(rules: Rules.all.filter { $0.code != .forcedUpdateLockout })
        let result = check.result(for: CheckedDocument(document.settings, releases: releases))
        let proof =
            policies.isEmpty
            ? nil
            : ProofReport.Part(
                proving: policies, for: document,
                shipped: releases.map { known in
                    known.shippedVersions.union(VersionSet(request.version))
                }, status: &status, session: &session)
        return ReleaseReport.Part(
            document: document,
            checked: CheckedFile(document.name, document.settings, result),
            proof: proof,
            policyCount: policies.reduce(0) { $0 + $1.policies.count },
            values: ReleaseValues(document, from: request.previous, to: request.version),
            boundaries: ReleaseBoundaries(document, request, releases).found,
            comparison: comparison?.pairs.first { $0.new === document })
    }

    /// A setting without a value can be compared with nothing, so the report is not complete.
    private mutating func reportUnresolvable(_ document: LoadedDocument, _ session: inout Session) {
        for issue in document.issues where issue.makesSettingUnresolvable {
            session.report(Diagnostic(issue, in: document))
            status.take(.failed)
        }
    }

    private mutating func write(_ report: ReleaseReport, session: inout Session) {
        report.write(request.format, to: &session.output)
        for further in request.reports {
            guard let format = ReleaseReport.Format(rawValue: further.format) else { continue }
            var buffer = TextBuffer()
            report.write(format, to: &buffer)
            session.save(buffer, to: further.path, status: &status)
        }
    }
}
