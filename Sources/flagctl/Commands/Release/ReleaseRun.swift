import FlagAnalysis
import FlagResolver

/// One run of `release`, which combines `check`, `prove`, `resolve` and `diff`.
struct ReleaseRun {
    private let request: ReleaseRequest

    init(_ request: ReleaseRequest) {
        self.request = request
    }

    /// The report. It has no document if a patch or a list of releases cannot be read.
    func report(in session: inout Session) throws(UsageError) -> ReleaseReport {
        let policies = PolicyFiles(request.policies, in: &session).sources
        let releases = ReleaseLists(request.arguments, in: &session)
        let folders = ReaderFolders(request.arguments, in: &session)
        var report = ReleaseReport(request: request)
        guard let releases, let folders else { return report }
        var documents: [LoadedDocument] = []
        if let revision = request.revision {
            let readers = DiffReaders(request.arguments, session: &session)
            let found =
                try readers?.comparisons(
                    request.files, with: revision, declaredNew: request.arguments[.declaredNew], isGate: true,
                    in: &session) ?? .init()
            documents = found.uncompared
            let compared = comparisons(of: found.pairs, releases, in: &session)
            report.parts = compared.filter { !$0.pair.isDeleted }.map { found in
                part(
                    for: found.pair.new, found.versions, policies, releases, folders, found.comparison,
                    session: &session)
            }
            report.deleted = compared.filter(\.pair.isDeleted).map { found in
                ReleaseReport.Deleted(pair: found.pair, versions: found.versions, comparison: found.comparison)
            }
        } else {
            let arguments = request.arguments
            let reader = DocumentReader(patches: arguments[.patch], session: &session)
            documents = reader?.read(request.files, of: arguments, session: &session).documents ?? []
        }
        report.parts += released(among: documents, in: &session).map { document, versions in
            part(for: document, versions, policies, releases, folders, nil, session: &session)
        }
        reportMissing(report, in: &session)
        return report
    }

    /// The documents of the platforms that are released. Reports the others, and settings without a value.
    private func released(
        among documents: [LoadedDocument], in session: inout Session
    ) -> [(LoadedDocument, ReleaseVersions)] {
        let platforms = request.arguments.platformFiles
        var found: [(LoadedDocument, ReleaseVersions)] = []
        for document in documents {
            guard let versions = request.versions(for: document.name, platforms) else {
                reportSkipped(document.name, platforms, &session)
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
        of pairs: [DiffReport.Pair], _ releases: ReleaseLists, in session: inout Session
    ) -> [Compared] {
        let platforms = request.arguments.platformFiles
        let documents = pairs.flatMap { [$0.new, $0.old] }
        session.reportUnknownSettings(request.allowed, in: documents)
        let allowed = request.allowed.map { SettingPattern($0) }.names(in: documents)
        var compared: [Compared] = []
        for pair in pairs {
            guard let given = request.versions(for: pair.new.name, platforms) else {
                reportSkipped(pair.new.name, platforms, isDeleted: pair.isDeleted, &session)
                continue
            }
            let list = releases.list(for: pair.new.name)
            let versions = given.completed(with: list)
            // The list of releases may lack the previous version, which is shipped all the same.
            var shipped = list?.shippedVersions ?? .none
            if let previous = versions.previous {
                shipped =
                    list == nil ? VersionSet(from: .lowest, to: .after(previous)) : shipped.union(VersionSet(previous))
            }
            var comparison = DiffReport(pairs: [pair], frozen: shipped, allowed: allowed)
            comparison.frozenWord = "shipped"
            compared.append(Compared(pair: pair, versions: versions, comparison: comparison))
        }
        session.reportUnused(
            request.allowed.map { SettingPattern($0) }, of: "--allow",
            found: compared.flatMap(\.pair.difference.settings).map(\.name))
        return compared
    }

    /// Reports a document of a platform that is not released, or of none.
    private func reportSkipped(
        _ name: String, _ platforms: PlatformFiles, isDeleted: Bool = false, _ session: inout Session
    ) {
        let platform = platforms.platform(of: name)
        session.report(
            Diagnostic(
                // It may have belonged to a platform that is released.
                subject: .name(name), severity: isDeleted && platform == nil ? .error : .note,
                message: platform.map { "skipped: no version of the platform \(quoted($0)) is to be shipped" }
                    ?? "skipped: it belongs to no platform of the project file"))
    }

    /// Reports the platforms without a document, which are not known to be ready.
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
        _ lists: ReleaseLists, _ folders: ReaderFolders, _ comparison: DiffReport?, session: inout Session
    ) -> ReleaseReport.Part {
        let releases = lists.list(for: document.name)
        let versions = versions.completed(with: releases)
        // The boundaries report this rule's finding, and count the new version as shipped.
        let check = RuleSelection(request.arguments, among: Rules.all).filter { $0.code != .forcedUpdateLockout }.check
        let readers = folders.readers(for: document.name)
        let checked = CheckedFile(
            checking: document, check, releases: releases, readers: readers,
            previous: comparison?.pairs.first { !$0.isNew }?.old.settings)
        let proof =
            policies.isEmpty
            ? nil
            : ProofReport.Part(
                proving: policies, for: document,
                shipped: releases.map { known in
                    known.shippedVersions.union(VersionSet(versions.version))
                }, readers: readers, session: &session)
        let values = versions.previous.map { ReleaseValues(document, from: $0, to: versions.version) }
        for (setting, failure) in values?.failures ?? [] {
            session.report(Diagnostic(failure, of: document.settings.name(of: setting), in: document))
        }
        return ReleaseReport.Part(
            document: document,
            versions: versions,
            checked: checked,
            proof: proof,
            values: values,
            boundaries: ReleaseBoundaries(document, versions, lists.named(for: document.name)).found
                .compactMap { $0.chosen(by: request.arguments) },
            comparison: comparison)
    }

    /// Reports the settings without a value. They cannot be compared, so the report is incomplete.
    private func reportUnresolvable(_ document: LoadedDocument, _ session: inout Session) {
        for issue in document.issues where issue.makesSettingUnresolvable {
            session.report(Diagnostic(issue, in: document))
        }
    }
}
