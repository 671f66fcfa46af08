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
    /// The settings as they are for the selected users; `nil` without a selection.
    private var selected: [SettingIndex: Explanation]?
    /// Whether text shows all cases of a setting, however many there are.
    var showsCases = false

    /// - Returns: `nil` if the name matches no setting. A setting that cannot be explained for the selected users is reported.
    init?(
        _ name: String, in document: LoadedDocument, _ context: EvaluationContext, among selection: UserSelection?,
        _ releases: ReleaseList?, session: inout Session
    ) {
        let settings = document.sortedByName(SettingPattern(name).settings(in: document.settings))
        guard !settings.isEmpty else { return nil }
        self.document = document
        self.name = name
        self.settings = settings
        self.context = context
        self.releases = releases
        guard selection != nil else { return }
        var selected: [SettingIndex: Explanation] = [:]
        for setting in settings where !document.loaded[setting].isUnresolvable {
            selected[setting] = Explanation(
                of: document.settings.name(of: setting), in: document, context, among: selection, session: &session)
            selected[setting]?.releases = releases
        }
        self.selected = selected
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
        if isForOneContext { buffer.write(", here for \(Explanation.text(of: context))") }
        if selected != nil { buffer.write(", here for the selected users") }
        buffer.endLine()
        var table = TextTable(columns: 4, gap: 3)
        for setting in settings {
            table.cell { NameText.write(document.settings.nameBytes(of: setting), to: &$0) }
            table.cell(document.line(of: Int(document.loaded[setting].key)))
            if let explanation = selected?[setting], explanation.hasManyCases, !showsCases {
                table.cell(Count.of(explanation.caseCount, "case"))
                table.cell("explain the setting alone, or use --cases")
                continue
            }
            if let rows = selected?[setting]?.rows {
                write(rows, to: &table)
                continue
            }
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

    /// A row for each answer to the selected users.
    private func write(_ rows: [Explanation.Row], to table: inout TextTable) {
        if rows.isEmpty {
            table.cell("nobody is selected")
            table.cell("")
        }
        for (index, row) in rows.enumerated() {
            if index > 0 {
                table.cell("")
                table.cell("")
            }
            table.cell(row.answer)
            table.cell(row.users)
        }
    }

    /// The cases of a setting for the selected users; `nil` without a selection.
    fileprivate func cases(of setting: SettingIndex) -> [Explanation.CaseItem]? { selected?[setting]?.cases }

    /// The values by version; `nil` for one context or a selection, and for a setting that has no value or tests more than the version.
    fileprivate func segments(of setting: SettingIndex) -> [SettingFunction.Segment]? {
        guard !isForOneContext, selected == nil, !document.loaded.testsMoreThanVersion(setting) else { return nil }
        return (try? SettingFunction(of: setting, in: document.space))?.valueSegments
    }

    /// `true`; for every version `false, then true from 2.0.0 on`
    private func values(of setting: SettingIndex) -> String {
        if document.loaded[setting].isUnresolvable { return "has no value" }
        if isForOneContext { return value(of: setting).map { ValueText.clipped($0) } ?? "" }
        // Why it cannot be explained for the selected users has been reported.
        guard selected == nil else { return "not explained" }
        guard let segments = segments(of: setting) else { return "depends on more than the version" }
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
        Member(
            optional: "cases", .list(of: Explanation.case),
            "With --where: the cases of the selected users, which are disjoint."
        ) { $0.group.cases(of: $0.setting) }
    }

    /// The versions with one value.
    private struct Segment {
        let group: ExplainedGroup
        let segment: SettingFunction.Segment
        let releases: ReleaseList
    }

    private static let segment = JSONObject<Segment> {
        Member(of: VersionInterval.members) { $0.segment.interval }
        Member("value", .value, "The value for these versions.") { $0.group.document.tree[$0.segment.value] }
        Member(of: ShippedVersions.json) { ShippedVersions(VersionSet([$0.segment.interval]), of: $0.releases) }
    }
}
