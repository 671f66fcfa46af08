import FlagAnalysis
import FlagResolver

/// The result of `diff`.
struct DiffReport: Report {
    enum Format: String, ReportFormat {
        case text
        case json
        case ndjson
        case markdown
        case github
        case junit
        case sarif
    }

    /// Two documents and their difference.
    struct Pair {
        let old: LoadedDocument
        let new: LoadedDocument
        /// Whether the old document is missing. An empty document takes its place.
        var isNew = false
        /// Whether the new document is missing. An empty document takes its place.
        var isDeleted = false
        /// The path of the old document, if it was renamed.
        var oldPath: String?
        /// Whether the difference is for selected users, not for everybody.
        var isSelection = false
        let difference: DocumentDifference
        /// How many settings could not be compared, because they have no value in one of the documents.
        var uncomparedCount = 0
        /// How many settings could not be compared, for this or another reason.
        var failureCount: Int { uncomparedCount + difference.failures.count }
        /// The releases of the documents; `nil` if no list is given.
        var releases: ReleaseList?
        /// Which supported releases have a record; `nil` without records.
        var readerCoverage: ReaderCoverage?

        /// Whether every setting has the same value for every version, and could be compared.
        ///
        /// Only values decide, so blanks and the order of members do not matter.
        var isEquivalent: Bool { difference.settings.isEmpty && failureCount == 0 }

        /// What happened to the file, apart from its content.
        enum FileChange: String, CaseIterable {
            case none
            case new
            case deleted
            case renamed
        }

        var fileChange: FileChange { isNew ? .new : isDeleted ? .deleted : oldPath == nil ? .none : .renamed }

        /// What happened to the file, for its heading.
        var remark: String {
            isNew ? " (new document)" : isDeleted ? " (deleted)" : oldPath.map { " (renamed from \($0))" } ?? ""
        }

        /// What happened to the file, as a sentence; `nil` if nothing did.
        var fileStatement: String? {
            switch fileChange {
            case .none: nil
            case .new: "the document is new: there is no \(old.name) to compare it with"
            case .deleted: "the document is deleted"
            case .renamed: oldPath.map { "the document is renamed from \($0)" }
            }
        }

        /// Whether the documents have the same bytes.
        var isIdentical: Bool { old.tree.bytes == new.tree.bytes }
    }

    /// A change for the versions of `--frozen`, or for the others.
    struct Shown {
        enum Change {
            /// The values that the documents give as they are written.
            case written(ValueChange)
            /// Other values that recorded releases read.
            case read(ReaderChange)
        }

        let change: Change
        let versions: VersionSet
        let isInside: Bool

        /// The change of values as they are written; `nil` for one of what releases read.
        var written: ValueChange? { if case .written(let change) = change { change } else { nil } }
    }

    let pairs: [Pair]
    /// The only versions for which a change counts.
    let frozen: VersionSet
    /// Whether there are versions for which no change counts.
    private var isPartial: Bool { frozen != .all }
    /// The settings whose changes do not count.
    let allowed: Set<ExactText>
    /// The share of users below which a change does not count, in buckets of rollouts.
    var maximumShare = 0
    /// The only users whose values are compared; `nil` for everybody.
    var users: UserSelection?
    /// The severity of changes that count, in annotations and SARIF.
    var severity = Severity.error
    /// What frozen versions are called: `release` freezes the shipped ones.
    var frozenWord = "frozen"
    /// Whether text and Markdown are one summary of all files.
    var isSummary = false
    /// Whether a change counts only if a recorded release notices it.
    var countsOnlyNoticed = false
    var failures = RunFailures()

    var documents: [SettingsDocument] { pairs.flatMap { [$0.old.settings, $0.new.settings] } }

    /// The pairs that text shows one by one. Of several files, those without a difference are only counted.
    var shownPairs: [Pair] { pairs.count > 1 ? pairs.filter { !isUnchanged($0) } : pairs }

    /// `299 files unchanged`; `nil` if none is left out.
    var unchangedFiles: String? {
        let count = pairs.count - shownPairs.count
        return count > 0 ? "\(Count.of(count, "file")) unchanged" : nil
    }

    private func isUnchanged(_ pair: Pair) -> Bool {
        (pair.isEquivalent || pair.isIdentical) && pair.remark.isEmpty
    }

    /// The changes of a setting, ordered by their lowest versions, and then those of what recorded releases read; the versions
    /// that count before those that do not.
    func shown(_ setting: SettingDifference) -> [Shown] {
        let changes =
            setting.changes.map { (change: Shown.Change.written($0), versions: $0.versions) }
            + (setting.readers?.ownChanges ?? []).map { (change: .read($0), versions: $0.versions) }
        guard isPartial else {
            return changes.map { Shown(change: $0.change, versions: $0.versions, isInside: true) }
        }
        let inside = changes.map {
            Shown(change: $0.change, versions: $0.versions.intersection(frozen), isInside: true)
        }
        let outside = changes.map {
            Shown(change: $0.change, versions: $0.versions.subtracting(frozen), isInside: false)
        }
        return (inside + outside).filter { !$0.versions.isEmpty }
    }

    func isAllowed(_ setting: SettingDifference) -> Bool { allowed.contains(ExactText(setting.name)) }

    /// Whether a change of the setting makes the exit status 1.
    func counts(_ setting: SettingDifference) -> Bool {
        guard !isAllowed(setting), exceedsShare(setting), !isUnknownToFrozen(setting), !isUnnoticed(setting) else {
            return false
        }
        // A setting that differs has at least one change, for at least one version.
        return !isPartial || !setting.versions.isDisjoint(with: frozen)
    }

    /// Whether no frozen version can know a setting: they were built before it was added, so it changes nothing for them.
    ///
    /// A setting that comes back is known to the recorded releases that read it.
    func isUnknownToFrozen(_ setting: SettingDifference) -> Bool {
        isPartial && setting.isAdded && !(setting.readers.map { isFrozen($0.reading) } ?? false)
    }

    /// Whether only noticed changes count, and no recorded release notices this one.
    func isUnnoticed(_ setting: SettingDifference) -> Bool {
        countsOnlyNoticed && !(setting.readers.map { isFrozen($0.noticing) } ?? true)
    }

    private func isFrozen(_ versions: [AppVersion]) -> Bool { versions.contains { frozen.contains($0) } }

    /// Why a change does not count; `nil` if it does.
    func remark(on shown: Shown, of setting: SettingDifference) -> String? {
        if isAllowed(setting) { return "allowed" }
        if isUnknownToFrozen(setting) { return "new: no \(frozenWord) version knows it" }
        if !exceedsShare(setting) { return "within --max-share" }
        if isUnnoticed(setting) { return "no recorded release notices it" }
        return shown.isInside ? nil : "not \(frozenWord)"
    }

    /// The shipped versions that a change reaches: none if the setting is new, because they were built before it.
    ///
    /// - Returns: `nil` without a list of releases, and if a remark says the same.
    func reach(of shown: Shown, of setting: SettingDifference, in pair: Pair) -> String? {
        guard setting.isAdded else { return pair.shipped(shown.versions) }
        return pair.releases == nil || isUnknownToFrozen(setting) ? nil : "no shipped version knows it"
    }

    /// Whether more users get another value than `--max-share` allows.
    func exceedsShare(_ setting: SettingDifference) -> Bool {
        setting.largestShare > ExactDecimal(buckets: maximumShare)
    }

    var status: ExitStatus {
        pairs.contains { $0.difference.settings.contains(where: counts) } ? .found : .clean
    }

    func write(_ format: Format, for display: Display, to buffer: inout TextBuffer) {
        switch format {
        case .text where isSummary: summary.writeText(to: &buffer)
        case .markdown:
            MarkdownComment.write(listing: "flagctl diff --format json", to: &buffer) { comment in
                if isSummary { summary.writeMarkdown(to: &comment) } else { writeMarkdown(to: &comment) }
            }
        case .text: writeText(to: &buffer)
        case .json: Self.json.write(self, to: &buffer)
        case .ndjson: writeLines(to: &buffer)
        case .github:
            GitHubAnnotations.write(
                failures.diagnostics + diagnostics.map(\.diagnostic), tool: "flagctl diff", to: &buffer)
        case .junit: junitReport.write(to: &buffer)
        case .sarif: sarifReport.write(to: &buffer)
        }
    }
}
