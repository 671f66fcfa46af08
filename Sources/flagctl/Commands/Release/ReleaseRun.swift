import FlagAnalysis
import FlagResolver

/// One run of `release`, which combines `check`, `prove`, `resolve` and `diff`.
struct ReleaseRun {
    private let request: ReleaseRequest

    init(_ request: ReleaseRequest) {
        self.request = request
    }

    /// The report. It has no document if a policy, a patch or a list of releases cannot be read.
    func report(in session: inout Session) -> ReleaseReport {
        let policies = PolicyFiles.read(request.policies, statements: [], in: &session)
        let releases = ReleaseLists(request.arguments, in: &session)
        var report = ReleaseReport(request: request)
        guard let policies, let releases else { return report }
        if let revision = request.revision {
            let compared = comparisons(with: revision, releases, in: &session)
            report.parts = compared.filter { !$0.pair.isDeleted }.map { found in
                part(for: found.pair.new, found.versions, policies, releases, found.comparison, session: &session)
            }
            report.deleted = compared.filter(\.pair.isDeleted).map { found in
                ReleaseReport.Deleted(pair: found.pair, versions: found.versions, comparison: found.comparison)
            }
        } else {
            report.parts = documents(in: &session).map { document, versions in
                part(for: document, versions, policies, releases, nil, session: &session)
            }
        }
        reportMissing(report, in: &session)
        return report
    }

    /// The documents of the platforms that are released.
    private func documents(in session: inout Session) -> [(LoadedDocument, ReleaseVersions)] {
        let arguments = request.arguments
        let platforms = arguments.platformFiles
        let reader = DocumentReader(patches: arguments[.patch], session: &session)
        let documents = reader?.read(request.files, of: arguments, session: &session).documents ?? []
        var found: [(LoadedDocument, ReleaseVersions)] = []
        for document in documents {
            guard let versions = request.versions(for: document.name, platforms) else {
                reportLeftOut(document.name, platforms, &session)
                continue
            }
            reportUnresolvable(document, &session)
            found.append((document, versions))
        }
        return found
    }

    /// A document compared with the revision: the changes for shipped versions.
    private struct Compared {
        let pair: DiffReport.Pair
        let versions: ReleaseVersions
        let comparison: DiffReport
    }

    private func comparisons(
        with revision: String, _ releases: ReleaseLists, in session: inout Session
    ) -> [Compared] {
        let platforms = request.arguments.platformFiles
        let readers = DiffReaders(request.arguments, session: &session)
        let pairs = readers?.pairs(request.files, against: revision, in: &session) ?? []
        let documents = pairs.flatMap { [$0.new, $0.old] }
        session.reportUnknownSettings(request.allowed, in: documents)
        let allowed = request.allowed.map { SettingPattern($0) }.names(in: documents)
        var compared: [Compared] = []
        for pair in pairs {
            guard let versions = request.versions(for: pair.new.name, platforms) else {
                reportLeftOut(pair.new.name, platforms, &session)
                continue
            }
            let shipped =
                releases.list(for: pair.new.name)?.shippedVersions
                ?? VersionSet(from: .lowest, to: .after(versions.previous))
            var comparison = DiffReport(pairs: [pair], frozen: shipped, allowed: allowed)
            comparison.frozenWord = "shipped"
            compared.append(Compared(pair: pair, versions: versions, comparison: comparison))
        }
        return compared
    }

    /// A document of a platform that is not released, or of none.
    private func reportLeftOut(_ name: String, _ platforms: PlatformFiles, _ session: inout Session) {
        let platform = platforms.platform(of: name)
        session.report(
            Diagnostic(
                subject: .name(name), severity: .note,
                message: platform.map { "left out: no version of the platform \(quoted($0)) is to be shipped" }
                    ?? "left out: the project file names no platform that it belongs to"))
    }

    /// Reports the platforms without a document: nothing says that they are ready.
    private func reportMissing(_ report: ReleaseReport, in session: inout Session) {
        guard session.failures.isEmpty else { return }
        for versions in request.versions {
            guard let platform = versions.platform,
                !report.parts.contains(where: { $0.versions.platform == platform })
            else { continue }
            session.report(.noDocument(of: platform))
        }
    }

    private func part(
        for document: LoadedDocument, _ versions: ReleaseVersions, _ policies: [ProofReport.Source],
        _ lists: ReleaseLists, _ comparison: DiffReport?, session: inout Session
    ) -> ReleaseReport.Part {
        let releases = lists.list(for: document.name)
        // The boundaries include this rule's finding, and count the new version as shipped.
        let check = RuleSelection(request.arguments, among: Rules.all).filter { $0.code != .forcedUpdateLockout }.check
        let result = check.result(for: CheckedDocument(document.settings, releases: releases))
        let proof =
            policies.isEmpty
            ? nil
            : ProofReport.Part(
                proving: policies, for: document,
                shipped: releases.map { known in
                    known.shippedVersions.union(VersionSet(versions.version))
                }, session: &session)
        let values = ReleaseValues(document, from: versions.previous, to: versions.version)
        for (setting, failure) in values.failures {
            session.report(Diagnostic(failure, of: document.settings.name(of: setting), in: document))
        }
        return ReleaseReport.Part(
            document: document,
            versions: versions,
            checked: CheckedFile(document.name, document.settings, result, otherwise: document.versionStyle),
            proof: proof,
            policyCount: policies.reduce(0) { $0 + $1.policies.count },
            values: values,
            boundaries: ReleaseBoundaries(document, versions, lists.named(for: document.name)).found
                .compactMap { $0.chosen(by: request.arguments) },
            comparison: comparison)
    }

    /// Reports the settings without a value. They cannot be compared, so the report is not complete.
    private func reportUnresolvable(_ document: LoadedDocument, _ session: inout Session) {
        for issue in document.issues where issue.makesSettingUnresolvable {
            session.report(Diagnostic(issue, in: document))
        }
    }
}
