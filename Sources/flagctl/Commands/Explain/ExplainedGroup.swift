import FlagAnalysis
import FlagResolver

/// The settings of a group, or those that match a pattern, each with a summary of its values.
struct ExplainedGroup {
    let document: LoadedDocument
    /// The group or the pattern.
    let name: String
    /// At least one setting, sorted by name.
    let settings: [SettingIndex]
    /// The one context that is explained; an empty one for everybody.
    let context: EvaluationContext
    /// The releases to name; `nil` for none.
    let releases: ReleaseList?

    /// - Returns: `nil` if the name matches no setting.
    init?(_ name: String, in document: LoadedDocument, _ context: EvaluationContext, _ releases: ReleaseList?) {
        let settings = document.sortedByName(SettingPattern(name).settings(in: document.settings))
        guard !settings.isEmpty else { return nil }
        self.document = document
        self.name = name
        self.settings = settings
        self.context = context
        self.releases = releases
    }

    private var isForOneContext: Bool { context != EvaluationContext() }

    /// The value in the context; `nil` if no context is given, or the setting has no value.
    func value(of setting: SettingIndex) -> JSONValue? {
        guard isForOneContext else { return nil }
        return document.settings.resolve(setting, for: context).value.map { document.tree[$0] }
    }

    /// A row for each setting: its name, its line, and its values.
    func writeText(to buffer: inout TextBuffer) {
        let count = Count.of(settings.count, "setting")
        buffer.write("\(PlainText.escaped(name)) matches \(count)")
        if let version = context.appVersion { buffer.write(", here for \(version)") }
        buffer.endLine()
        var table = TextTable(columns: 4, gap: 3)
        for setting in settings {
            table.cell { NameText.write(document.settings.nameBytes(of: setting), to: &$0) }
            table.cell(document.line(of: Int(document.loaded[setting].key)))
            guard let releases, let segments = segments(of: setting) else {
                table.cell(values(of: setting))
                table.cell("")
                continue
            }
            // A row for each value, the oldest versions first.
            for (index, segment) in segments.enumerated() {
                if index > 0 {
                    table.cell("")
                    table.cell("")
                }
                table.cell("\(ValueText.clipped(document.tree[segment.value])) \(VersionPhrase.of([segment.interval]))")
                table.cell(releases.phrase(for: VersionSet([segment.interval])))
            }
        }
        table.write(to: &buffer, indentation: 2)
    }

    /// The values by version; `nil` for one context, and for a setting that has no value or tests more than the version.
    fileprivate func segments(of setting: SettingIndex) -> [SettingHistory.Segment]? {
        guard !isForOneContext, !document.loaded[setting].isUnresolvable,
            !document.loaded.testsMoreThanVersion(setting)
        else { return nil }
        return SettingHistory(of: setting, in: document.settings)?.valueSegments
    }

    /// `true`; for every version `false, then true from 2.0.0 on`
    private func values(of setting: SettingIndex) -> String {
        if document.loaded[setting].isUnresolvable { return "has no value" }
        if isForOneContext { return value(of: setting).map { ValueText.clipped($0) } ?? "" }
        guard !document.loaded.testsMoreThanVersion(setting) else { return "depends on more than the version" }
        guard let history = SettingHistory(of: setting, in: document.settings) else { return "has no value" }
        let segments = history.valueSegments
        var parts = segments.prefix(Self.shownCount).enumerated().map { index, segment in
            let value = ValueText.clipped(document.tree[segment.value])
            guard index > 0, let interval = VersionInterval(from: segment.interval.lower, to: .highest) else {
                return value
            }
            return "\(value) \(VersionPhrase.of([interval]))"
        }
        if segments.count > Self.shownCount {
            parts.append("\(Count.of(segments.count - Self.shownCount, "more change"))")
        }
        return parts.joined(separator: ", then ")
    }

    private static let shownCount = 3
}

extension ExplainedGroup {
    static let setting = JSONObject<(group: ExplainedGroup, setting: SettingIndex)>("setting") {
        Member("name", .text, "The setting.") { $0.group.document.settings.name(of: $0.setting) }
        Member(of: ValueOrigin.json) {
            ValueOrigin(of: Int($0.group.document.loaded[$0.setting].key), in: $0.group.document)
        }
        Member(optional: "value", .value, "For a version or a context: the value.") { $0.group.value(of: $0.setting) }
        Member(
            optional: "history", .list(of: segment),
            "With --releases, if only the version decides: the values along the version line, with the shipped versions."
        ) { item in
            item.group.releases.flatMap { releases in
                item.group.segments(of: item.setting)?.map {
                    Segment(group: item.group, segment: $0, releases: releases)
                }
            }
        }
    }

    /// The versions with one value.
    private struct Segment {
        let group: ExplainedGroup
        let segment: SettingHistory.Segment
        let releases: ReleaseList
    }

    private static let segment = JSONObject<Segment> {
        Member(of: VersionInterval.members) { $0.segment.interval }
        Member("value", .value, "The value for these versions.") { $0.group.document.tree[$0.segment.value] }
        Member(of: ShippedVersions.json) { ShippedVersions(VersionSet([$0.segment.interval]), of: $0.releases) }
    }
}
