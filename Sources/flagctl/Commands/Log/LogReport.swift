import FlagAnalysis
import FlagResolver

/// The result of `log`.
struct LogReport: Report {
    enum Format: String, ReportFormat {
        case text
        case json
    }

    /// A revision that changed a value, or whose document cannot be read.
    struct Entry {
        enum Content {
            case changes(DiffReport.Pair)
            case unreadable(String)
            /// The clone is shallow, and its history ends here.
            case cut
            /// A publication that the trust file refuses. It is compared with nothing.
            case refused(String)
        }

        let revision: GitHistory.Revision
        let content: Content
        /// Who has signed a publication; `nil` for a revision, and for a document that nobody says is signed.
        var signing: PublishedSigning?

        var pair: DiffReport.Pair? { if case .changes(let pair) = content { pair } else { nil } }
        /// Why it is not known what the revision changed; `nil` if it is.
        var problem: String? {
            switch content {
            case .changes(let pair): Self.problem(pair.difference)
            case .unreadable(let problem): problem
            case .cut: "the history of this shallow clone ends here"
            case .refused(let problem): "it is not verified: \(problem)"
            }
        }

        /// The settings whose values cannot be compared; `nil` if there are none.
        private static func problem(_ difference: DocumentDifference) -> String? {
            let names = difference.uncompared + difference.failures.map(\.name)
            guard !names.isEmpty else { return nil }
            return "\(names.map { NameText.quoted($0) }.joined(separator: ", ")) cannot be compared"
        }
    }

    /// The setting, group or pattern; `nil` for all settings.
    let name: String?
    let file: String
    /// Whether the entries are publications, not git revisions.
    let arePublications: Bool
    /// The newest first.
    var entries: [Entry] = []
    var failures = RunFailures()

    init(name: String?, file: String, arePublications: Bool) {
        self.name = name
        self.file = file
        self.arePublications = arePublications
    }

    var documents: [SettingsDocument] {
        entries.compactMap(\.pair).flatMap { [$0.old.settings, $0.new.settings] }
    }

    /// A history without a change is a finding.
    var status: ExitStatus {
        entries.contains { $0.pair?.difference.settings.isEmpty == false } ? .clean : .found
    }

    func write(_ format: Format, for display: Display, to buffer: inout TextBuffer) {
        switch format {
        case .text: writeText(to: &buffer)
        case .json: Self.json.write(self, to: &buffer)
        }
    }

    /// A paragraph for each revision.
    private func writeText(to buffer: inout TextBuffer) {
        for (index, entry) in entries.enumerated() {
            if index > 0 { buffer.endLine() }
            let revision = entry.revision
            let parts = [
                String(revision.date.prefix(arePublications ? 20 : 10)), revision.shortName, revision.author,
                revision.subject,
            ]
            buffer.write(
                "\(PlainText.escaped(parts.filter { !$0.isEmpty || !arePublications }.joined(separator: "  ")))\n")
            if let signing = entry.signing { buffer.write("\(PlainText.escaped(signing.text))\n") }
            switch entry.content {
            case .unreadable(let problem):
                buffer.write("the document cannot be read: \(PlainText.escaped(problem))\n")
            case .cut: buffer.write("the history of this shallow clone ends here\n")
            case .refused: break
            case .changes(let pair) where pair.difference.settings.isEmpty && entry.problem == nil:
                buffer.write("no value changes\n")
            case .changes(let pair):
                diff(of: pair).writeSettings(of: pair, to: &buffer)
                if let problem = entry.problem { buffer.write("\(PlainText.escaped(problem))\n") }
            }
        }
    }

    /// `2 revisions changed values, 1 cannot be read`
    func writeSummary(to buffer: inout TextBuffer) {
        guard failures.isEmpty else { return }
        let changed = revisionCount { $0.pair?.difference.settings.isEmpty == false }
        let count = Count.of(changed, arePublications ? "publication" : "revision")
        buffer.write("\(count) changed \(name.map { PlainText.escaped($0) } ?? "values")")
        let refused = revisionCount { $0.signing?.isRefused == true }
        if refused > 0 { buffer.write(", \(refused) not verified") }
        let unread = revisionCount { $0.pair == nil && $0.signing?.isRefused != true }
        if unread > 0 { buffer.write(", \(unread) cannot be read") }
        let uncompared = revisionCount { $0.pair != nil && $0.problem != nil }
        if uncompared > 0 { buffer.write(", \(uncompared) cannot be compared in full") }
        buffer.endLine()
    }

    /// The number of revisions with such an entry. A merge can have several.
    private func revisionCount(where isCounted: (Entry) -> Bool) -> Int {
        Set(entries.filter(isCounted).map(\.revision.name)).count
    }

    fileprivate func diff(of pair: DiffReport.Pair) -> DiffReport {
        DiffReport(pairs: [pair], frozen: .all, allowed: [])
    }
}

extension LogReport {
    static let json = JSONDocument<LogReport>(
        "log", "the git revisions or publications that changed values", failures: \.failures
    ) {
        Member("file", .file) { $0.file }
        Member(optional: "name", .text, "The setting, the group or the pattern that was asked for.") { $0.name }
        Member("results", .list(of: entry), "The revisions or publications, the newest first.") { report in
            report.entries.map { (report: report, entry: $0) }
        }
    }

    private static let entry = JSONObject<(report: LogReport, entry: Entry)>("revision") {
        Member("revision", .text, "The name of the git revision, or the number of the publication.") {
            $0.entry.revision.name
        }
        Member(
            optional: "date", .text,
            "The date of the author, as ISO 8601; missing for a document that another program published."
        ) { $0.entry.revision.date.isEmpty ? nil : $0.entry.revision.date }
        Member(
            optional: "author", .text, "The name of the author; missing for a document that another program published."
        ) { $0.entry.revision.author.isEmpty ? nil : $0.entry.revision.author }
        Member("subject", .text, "The first line of the message; for a publication, whether it is current.") {
            $0.entry.revision.subject
        }
        Member(optional: "version", .count, "The $version of a publication that --trust verifies; missing for others.")
        {
            $0.entry.signing?.version
        }
        Member(optional: "epoch", .count, "The $epoch of a publication that --trust verifies; missing for others.") {
            $0.entry.signing?.epoch
        }
        Member(
            optional: "keys", .list(of: .text),
            "The algorithm and the identifier of each key of --trust that has signed; missing for a publication that is not verified."
        ) { $0.entry.signing?.keys }
        Member(
            optional: "unverified", .text,
            "Why the publication is not verified; missing if it is, and without signatures or --trust."
        ) { $0.entry.signing?.problem }
        Member(
            optional: "problem", .text, "Why it is not known what the revision changed; missing if it is."
        ) { $0.entry.problem }
        Member("settings", .list(of: ChangedSetting.json), "The settings that the revision changed.") { item in
            item.entry.pair.map { Array(item.report.diff(of: $0).changedSettings(of: $0)) } ?? []
        }
    }
}
