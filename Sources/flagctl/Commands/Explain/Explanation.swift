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
    /// Which entry wins in each case; `nil` for one context of a setting that tests more than the version, which needs no
    /// analysis.
    let function: SettingFunction?
    /// The one context that is explained; `nil` for everybody.
    let context: EvaluationContext?
    /// The answers for users; `nil` if only the version decides.
    var answers: Answers?
    /// What the setting is overridden with on the device of the context; `nil` if it is not.
    var override: ContextOverride?
    /// The releases to name; `nil` for none.
    var releases: ReleaseList?
    /// What recorded releases read; `nil` without records.
    var readers: DocumentReaders?
    /// Whether it is about selected users, not about everybody.
    var isSelection = false
    /// Whether text shows all cases, however many there are.
    var showsCases = false

    /// Who gets which value.
    struct Answers {
        let folded: FoldedCases
        let cases: [Case]
        /// Whom they are about, as a condition; `nil` for everybody.
        let users: CaseMap?
    }

    var settings: SettingsDocument { document.settings }
    var tree: JSONTree { document.tree }
    var setting: SettingRecord { settings.loaded[settingIndex] }
    var name: String { settings.name(of: settingIndex) }

    func writeText(to buffer: inout TextBuffer) {
        if let override { write(override, to: &buffer) }
        if let context {
            writeText(for: context, to: &buffer)
        } else if let answers, let function {
            let reaches = hasManyCases && !showsCases ? reaches : nil
            if let reaches { write(reaches, to: &buffer) } else { write(rows ?? [], to: &buffer) }
            if let releases { writeShipped(answers.cases, of: function, releases, to: &buffer) }
            if let reaches { writeCount(of: reaches, to: &buffer) }
        } else if let segments {
            write(segments, to: &buffer)
        }
        if let readersPhrase { buffer.write("\(PlainText.escaped(readersPhrase))\n") }
        writeReleaseValues(to: &buffer)
    }

    /// `read by 1.9.0 as a boolean (default false); 1.8.0 is not recorded`
    var readersPhrase: String? { readers?.phrase(of: name, from: settings.minimumVersion, releases) }

    /// The segments of the version line, if only the version decides.
    var segments: [SettingFunction.Segment]? { answers == nil ? function?.segments : nil }

    /// The conditions of an entry that a context does not satisfy, as sentences; `nil` if only the version decides.
    func unmetConditions(of entry: EntryIndex, for context: EvaluationContext) -> [String]? {
        function == nil ? settings.unmetConditions(of: entry, for: context) : nil
    }

    /// - Parameter unmet: The conditions that the context does not satisfy; `nil` if only the version decides.
    func verdict(
        on entry: EntryIndex, for context: EvaluationContext, unmet: [String]?, resolution: NodeResolution
    ) -> Verdict {
        if resolution.entry == entry { return .wins }
        let isMet =
            unmet?.isEmpty ?? context.appVersion.map { settings.versions(of: entry).contains($0) } ?? false
        guard isMet else { return .doesNotMatch }
        return setting.isEligible(settings.loaded[entry], in: tree) ? .alsoMatches : .isPassedOver
    }

    /// The node that explains a segment's value: the entry, or the default.
    func origin(of segment: SettingFunction.Segment) -> Int {
        segment.entry.map { Int(settings.loaded[$0].node) } ?? segment.value
    }

    /// The node that explains a value: the entry, or the default.
    func origin(of winner: Winner, in function: SettingFunction) -> Int {
        function.entry(of: winner).map { Int(settings.loaded[$0].node) } ?? function.value(of: winner)
    }
}
