import FlagAnalysis
import FlagResolver

/// The checks that a document must pass to be published.
struct PublishChecks {
    private let arguments: ParsedArguments
    private let document: LoadedDocument
    private let policies: [ProofReport.Source]
    private let releases: ReleaseList?
    private let readers: DocumentReaders?
    private let baseline: PublicationSigning.Baseline

    init(
        _ arguments: ParsedArguments, _ document: LoadedDocument, _ policies: [ProofReport.Source],
        _ releases: ReleaseList?, _ readers: DocumentReaders?, _ baseline: PublicationSigning.Baseline
    ) {
        self.arguments = arguments
        self.document = document
        self.policies = policies
        self.releases = releases
        self.readers = readers
        self.baseline = baseline
    }

    func sections(_ pair: DiffReport.Pair?, in session: inout Session) -> [ReleaseSection] {
        let checked = CheckedFile(
            checking: document, DocumentCheck(rules: Rules.all), releases: releases, readers: readers,
            previous: pair.flatMap { $0.isNew ? nil : $0.old.settings })
        let proof =
            policies.isEmpty
            ? nil
            : ProofReport.Part(
                proving: policies, for: document, shipped: releases?.shippedVersions, readers: readers,
                session: &session)
        var sections = [
            ReleaseSection(findingsOf: checked),
            ReleaseSection(policiesOf: proof),
            expectations(in: &session),
        ]
        switch baseline {
        case .nothing: sections += Self.sectionsWithoutComparison
        case .publication: if let pair { sections += pair.isNew ? unknownSections : [size(of: pair), share(of: pair)] }
        case .unknown: sections += unknownSections
        }
        return sections
    }

    /// The sections that compare, for the first publication.
    private static let sectionsWithoutComparison = ["size", "share"].map {
        ReleaseSection(name: $0, outcome: .skipped, summary: "no document is published yet, so none can be compared")
    }

    /// The sections that compare, if what was published last is not known. A limit is not kept if nobody knows what changes.
    private var unknownSections: [ReleaseSection] {
        let summary = "what was published last is not known, so nobody knows what changes"
        let isAllowed = arguments[.allowLargeChange]
        return [
            ReleaseSection(
                name: "size", outcome: isAllowed ? .warned : .failed, summary: summary,
                rows: isAllowed ? [] : [["  help: compare it yourself, and add --allow-large-change"]]),
            ReleaseSection(name: "share", outcome: arguments[.maxShare] == nil ? .skipped : .failed, summary: summary),
        ]
    }

    private func expectations(in session: inout Session) -> ReleaseSection {
        let files = arguments[.publicationExpectations]
        guard !files.isEmpty else {
            return ReleaseSection(name: "expectations", outcome: .skipped, summary: "none given (--expect FILE)")
        }
        let report = TestReport(
            parts: files.compactMap { TestRun.part(ofFile: $0, about: document, in: &session) })
        let bad = report.parts.flatMap(\.results).filter { $0.verdict.outcome != .passed }
        return ReleaseSection(
            name: "expectations", outcome: report.status == .clean ? .passed : .failed,
            summary: "\(report.count(of: .passed)) passed, \(bad.count) failed",
            rows: bad.map { [$0.verdict.word, $0.test.name] })
    }

    /// A document that has lost most of its settings, or has doubled in size, is probably a mistake.
    private func size(of pair: DiffReport.Pair) -> ReleaseSection {
        let (old, new) = (pair.old.settings, pair.new.settings)
        let lost = old.names.count { new.index(named: $0) == nil }
        let (oldSize, newSize) = (pair.old.tree.bytes.count, pair.new.tree.bytes.count)
        var rows: [[String]] = []
        if lost * 2 > old.count { rows.append(["\(lost) of \(Count.of(old.count, "setting")) are gone"]) }
        if newSize / 2 >= oldSize, newSize > oldSize { rows.append(["\(newSize) bytes instead of \(oldSize)"]) }
        let isAllowed = arguments[.allowLargeChange]
        if !rows.isEmpty, !isAllowed { rows.append(["  help: if this is intended, add --allow-large-change"]) }
        return ReleaseSection(
            name: "size", outcome: rows.isEmpty ? .passed : isAllowed ? .warned : .failed,
            summary: "\(Count.of(new.count, "setting")), \(newSize) bytes; before, \(old.count) and \(oldSize)",
            rows: rows)
    }

    private func share(of pair: DiffReport.Pair) -> ReleaseSection {
        guard let limit = arguments[.maxShare] else {
            return ReleaseSection(name: "share", outcome: .skipped, summary: "no limit given (--max-share PERCENT)")
        }
        var comparison = DiffReport(pairs: [pair], frozen: .all, allowed: [])
        comparison.maximumShare = limit.bucketCount
        let beyond = pair.difference.settings.filter { comparison.counts($0) }
        return ReleaseSection(
            name: "share", outcome: beyond.isEmpty ? .passed : .failed,
            summary: beyond.isEmpty
                ? "no change is for more than \(limit) % of users"
                : "\(Count.of(beyond.count, "setting changes", "settings change")) for more than \(limit) % of users",
            rows: beyond.map { [$0.name] })
    }
}
