import FlagAnalysis
import FlagResolver

/// The result of `explain`.
struct ExplainReport: Report {
    enum Format: String, ReportFormat {
        case text
        case json
    }

    let name: String
    /// `nil` if the setting cannot be explained; ``failures`` say why.
    var explanation: Explanation?
    /// The settings of a group; `nil` if the name is not that of one.
    var group: ExplainedGroup?
    var failures = RunFailures()

    var documents: [SettingsDocument] {
        [explanation?.document, group?.document].compactMap { $0?.settings }
    }

    func write(_ format: Format, for display: Display, to buffer: inout TextBuffer) {
        switch format {
        case .text:
            explanation?.writeText(to: &buffer)
            group?.writeText(to: &buffer)
        case .json: Self.json.write(self, to: &buffer)
        }
    }
}

/// Why a setting has its value for one version, or which value it has for every version.
struct Explanation {
    /// The role of an entry for the version that is explained.
    enum Verdict: String, CaseIterable {
        case wins
        case alsoMatches = "also-matches"
        case doesNotMatch = "does-not-match"
        /// It matches, but its value is not of the declared type.
        case isPassedOver = "passed-over"
    }

    let document: LoadedDocument
    let settingIndex: SettingIndex
    /// What the entries decide.
    let content: Content
    /// The releases to name; `nil` for none.
    var releases: ReleaseList?
    /// Whether it is about selected users, not about everybody.
    var isSelection = false

    enum Content {
        /// For one version, and for every version.
        case history(SettingHistory, version: AppVersion?)
        /// For one context: the setting tests more than the version.
        case context(EvaluationContext)
        /// For everybody: the setting tests more than the version.
        case cases(SettingCases, FoldedCases, [Case])
    }

    var settings: SettingsDocument { document.settings }
    var tree: JSONTree { document.tree }
    var setting: SettingRecord { settings.loaded[settingIndex] }
    var name: String { settings.name(of: settingIndex) }

    func writeText(to buffer: inout TextBuffer) {
        switch content {
        case .history(let history, let version?): writeText(for: version, history, to: &buffer)
        case .history(let history, nil): write(history, to: &buffer)
        case .context(let context): writeText(for: context, to: &buffer)
        case .cases(let cases, _, let items):
            write(rows ?? [], to: &buffer)
            if let releases { writeShipped(items, of: cases, releases, to: &buffer) }
        }
    }

    /// The history of a setting that tests only the version.
    var history: SettingHistory? { if case .history(let history, _) = content { history } else { nil } }

    /// The version to explain; `nil` for every version.
    var version: AppVersion? { if case .history(_, let version) = content { version } else { nil } }

    func verdict(on entry: EntryIndex, for version: AppVersion, resolution: NodeResolution) -> Verdict {
        verdict(on: entry, isMet: settings.versions(of: entry).contains(version), resolution: resolution)
    }

    func verdict(on entry: EntryIndex, isMet: Bool, resolution: NodeResolution) -> Verdict {
        if resolution.entry == entry { return .wins }
        guard isMet else { return .doesNotMatch }
        return setting.isEligible(settings.loaded[entry], in: tree) ? .alsoMatches : .isPassedOver
    }

    /// The node that explains a segment's value: the entry, or the default.
    func origin(of segment: SettingHistory.Segment) -> Int {
        segment.entry.map { Int(settings.loaded[$0].node) } ?? segment.value
    }
}
