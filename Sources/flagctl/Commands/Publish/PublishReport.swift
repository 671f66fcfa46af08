import FlagAnalysis
import FlagPublishing
import FlagResolver

/// The result of `publish` and `rollback`.
struct PublishReport: Report {
    enum Format: String, ReportFormat {
        case text
        case markdown
        case json
    }

    enum Outcome: String, CaseIterable {
        case published
        /// The same document is already published.
        case unchanged
        /// It would have been published without `--dry-run`.
        case ready
        /// A check failed.
        case refused
        /// Another document was published meanwhile.
        case lost
        /// The answer was no.
        case declined
        /// It could not be read, compared or published. Nothing was changed.
        case failed
        /// The connection broke while it was sent.
        case unknown
    }

    let destination: String
    /// Whether an earlier publication is published again.
    let isRollback: Bool
    /// The published document and the new one; `nil` if one of them could not be read.
    private(set) var pair: DiffReport.Pair?
    var sections: [ReleaseSection] = []
    var outcome = Outcome.failed
    /// The number of the publication that is current now, as far as the run knows.
    var number: Int64?
    /// What was published meanwhile.
    var winner: Publication?
    /// Whether the difference was shown before the question.
    var areDetailsShown = false
    var failures = RunFailures()

    init(destination: String, isRollback: Bool) {
        self.destination = destination
        self.isRollback = isRollback
    }

    var status: ExitStatus {
        switch outcome {
        case .published, .unchanged, .ready: .clean
        case .refused, .lost, .declined: .found
        case .failed, .unknown: .failed
        }
    }

    var failedSections: [ReleaseSection] { sections.filter { $0.outcome == .failed } }

    /// Compares the published document with the new one.
    mutating func compare(
        _ baseline: PublicationSigning.Baseline, with document: LoadedDocument, _ releases: ReleaseList?,
        _ readers: DocumentReaders? = nil,
        in session: inout Session
    ) {
        var old: LoadedDocument?
        if case .publication(let bytes, let number) = baseline {
            let name = number.map { "publication \($0)" } ?? destination
            if let settings = try? SettingsDocument(parsing: bytes, sourceName: name) {
                old = LoadedDocument(name: name, settings: settings)
            } else {
                session.report(
                    finding: Diagnostic(
                        subject: .name(destination), severity: .warning,
                        message: "what is published is not a document; all settings count as new"))
            }
        }
        guard let compared = old ?? LoadedDocument.empty(destination) else { return }
        var difference = DocumentDifference(from: compared.settings, to: document.settings)
        if let readers { difference.add(readers) }
        for (name, failure) in difference.failures {
            session.report(Diagnostic(failure, of: name, in: compared, document))
        }
        pair = DiffReport.Pair(
            old: compared, new: document, isNew: old == nil, difference: difference, releases: releases,
            readerCoverage: readers?.coverage(from: document.settings.minimumVersion, of: releases))
    }

    /// The difference as `diff` shows it.
    var comparison: DiffReport? {
        pair.map { DiffReport(pairs: [$0], frozen: .all, allowed: []) }
    }

    func write(_ format: Format, for display: Display, to buffer: inout TextBuffer) {
        switch format {
        case .text: writeText(to: &buffer)
        case .markdown:
            MarkdownComment.write(
                listing: "flagctl \(isRollback ? "rollback" : "publish") --report json=FILE", to: &buffer
            ) { writeMarkdown(to: &$0) }
        case .json: (isRollback ? Self.rollbackJSON : Self.json).write(self, to: &buffer)
        }
    }
}
