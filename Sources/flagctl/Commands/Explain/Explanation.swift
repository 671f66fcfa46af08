import FlagAnalysis
import FlagResolver

/// Why a setting has its value for one version, or which value it has for all of them.
struct Explanation {
    enum Format: String, CaseIterable {
        case text
        case json
    }

    /// What becomes of an entry for the version that is explained.
    enum Verdict: String, CaseIterable {
        case wins
        case alsoMatches = "also-matches"
        case doesNotMatch = "does-not-match"
        /// It matches, but its value is not of the declared type.
        case isPassedOver = "passed-over"
    }

    let document: LoadedDocument
    let settingIndex: SettingIndex
    /// `nil` for the whole history.
    let version: AppVersion?
    let history: SettingHistory
    let failures: RunFailures

    var settings: SettingsDocument { document.settings }
    var tree: JSONTree { document.tree }
    var setting: SettingRecord { settings.loaded[settingIndex] }
    var name: String { settings.name(of: settingIndex) }

    func write(_ format: Format, to buffer: inout TextBuffer) {
        switch format {
        case .text:
            if let version { writeText(for: version, to: &buffer) } else { writeHistory(to: &buffer) }
            failures.writeText(to: &buffer)
        case .json:
            Self.json.write(Document(name: name, explanation: self, failures: failures), to: &buffer)
        }
    }

    /// Writes what there is to say of a setting that cannot be explained: why.
    static func writeNone(
        named name: String, _ format: Format, _ failures: RunFailures, to buffer: inout TextBuffer
    ) {
        switch format {
        case .text: failures.writeText(to: &buffer)
        case .json: json.write(Document(name: name, explanation: nil, failures: failures), to: &buffer)
        }
    }

    /// The requirement of an entry as it was written.
    func requirement(of entry: EntryRecord) -> String {
        settings.requirement(of: entry)?.description ?? ""
    }

    func verdict(on entry: EntryIndex, for version: AppVersion, resolution: NodeResolution) -> Verdict {
        if resolution.entry == entry { return .wins }
        guard settings.versions(of: entry).contains(version) else { return .doesNotMatch }
        return setting.isEligible(settings.loaded[entry], in: tree) ? .alsoMatches : .isPassedOver
    }

    /// The node that explains a segment's value: the entry, or the default.
    func origin(of segment: SettingHistory.Segment) -> Int {
        segment.entry.map { Int(settings.loaded[$0].node) } ?? segment.value
    }
}
