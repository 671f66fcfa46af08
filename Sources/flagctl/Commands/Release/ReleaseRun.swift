import FlagAnalysis
import FlagResolver

/// One run of `release`, which combines `check`, `prove`, `resolve` and `diff`.
struct ReleaseRun {
    private let request: ReleaseRequest

    init(_ request: ReleaseRequest) {
        self.request = request
    }

    /// The report. It has no document if a policy, a patch or the list of releases cannot be read.
    func report(in session: inout Session) -> ReleaseReport {
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
            comparison: comparison)
    }

    /// The documents, and how they compare with the revision if one was given.
    private func documents(
        _ releases: ReleaseList?, session: inout Session
    ) -> ([LoadedDocument], DiffReport?) {
        let arguments = request.arguments
        guard let revision = request.revision else {
            let reader = DocumentReader(patches: arguments[.patch], session: &session)
            let documents = reader?.read(request.files, of: arguments, session: &session).documents
            for document in documents ?? [] { reportUnresolvable(document, &session) }
            return (documents ?? [], nil)
        }
        let readers = DiffReaders(arguments, session: &session)
        let pairs = readers?.pairs(request.files, against: revision, in: &session) ?? []
        session.reportUnknownSettings(request.allowed.sorted(), in: pairs.flatMap { [$0.new, $0.old] })
        let shipped = releases?.shippedVersions ?? VersionSet(from: .lowest, to: .after(request.previous))
        let comparison = DiffReport(pairs: pairs, frozen: shipped, allowed: request.allowed, releases: releases)
        return (pairs.filter { !$0.isDeleted }.map(\.new), comparison)
    }

    private func part(
        for document: LoadedDocument, _ policies: [ProofReport.Source], _ releases: ReleaseList?,
        _ comparison: DiffReport?, session: inout Session
    ) -> ReleaseReport.Part {
        // The boundaries include this rule's finding, and count the new version as shipped.
        let check = RuleSelection(request.arguments, among: Rules.all).filter { $0.code != .forcedUpdateLockout }.check
        let result = check.result(for: CheckedDocument(document.settings, releases: releases))
        let proof =
            policies.isEmpty
            ? nil
            : ProofReport.Part(
                proving: policies, for: document,
                shipped: releases.map { known in
                    known.shippedVersions.union(VersionSet(request.version))
                }, session: &session)
        let values = ReleaseValues(document, from: request.previous, to: request.version)
        for (setting, failure) in values.failures {
            session.report(Diagnostic(failure, of: document.settings.name(of: setting), in: document))
        }
        return ReleaseReport.Part(
            document: document,
            checked: CheckedFile(document.name, document.settings, result),
            proof: proof,
            policyCount: policies.reduce(0) { $0 + $1.policies.count },
            values: values,
            boundaries: ReleaseBoundaries(document, request, releases).found,
            comparison: comparison?.pairs.first { $0.new === document })
    }

    /// Reports the settings without a value. They cannot be compared, so the report is not complete.
    private func reportUnresolvable(_ document: LoadedDocument, _ session: inout Session) {
        for issue in document.issues where issue.makesSettingUnresolvable {
            session.report(Diagnostic(issue, in: document))
        }
    }
}
