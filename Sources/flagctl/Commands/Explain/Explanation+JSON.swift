import FlagAnalysis
import FlagResolver

extension ExplainReport {
    static let json = JSONDocument<ExplainReport>(
        "explain", "why a setting has its value", failures: \.failures,
        requiring: [("default", ["file"]), ("version", ["file"]), ("settings", ["file"])]
    ) {
        Member(optional: "file", .file) {
            $0.explanation?.document.name ?? $0.group?.document.name
        }
        Member("name", .text, "The setting, the group or the pattern.") { $0.name }
        Member(optional: "override", Explanation.override) { $0.explanation?.override }
        Member(ofOptional: Explanation.resolved) { $0.explanation?.resolved }
        Member(optional: "resolution", Explanation.contextResolution) { $0.explanation?.contextResolution }
        Member("entries", .list(of: Explanation.entry), "The entries, in the order in which they are tried.") {
            $0.explanation?.entries ?? []
        }
        Member(optional: "default", Explanation.defaultValue) { $0.explanation }
        Member(
            optional: "history", .list(of: Explanation.segment), "The whole version line, in ascending order."
        ) { $0.segments }
        Member(
            optional: "cases", .list(of: Explanation.case),
            "The cases of a setting that tests more than the version: disjoint, and together everybody."
        ) { $0.explanation?.cases }
        Member(
            optional: "readBy", .list(of: RecordedRead.json),
            "With --readers: the supported recorded releases that read the setting."
        ) { $0.explanation?.recordedReads }
        Member(
            optional: "releaseValues", .list(of: Explanation.ReadValues.json),
            "With --readers: what supported recorded releases get, where that is not what the document says as it is written; missing if "
                + "that is too complex."
        ) { $0.explanation?.releaseValues }
        Member(
            optional: "readers", ReaderCoverage.json.type,
            "With --readers: the releases that \"readBy\" is about."
        ) { $0.explanation?.readerCoverage }
        Member(optional: "settings", .list(of: ExplainedGroup.setting), "For a group: its settings, by name.") {
            report in
            report.group.map { group in group.settings.map { (group: group, setting: $0) } }
        }
    }

    /// The segments of a setting that tests only the version; none if it cannot be explained.
    private var segments: [(explanation: Explanation, segment: SettingFunction.Segment)]? {
        guard let explanation else { return group == nil ? [] : nil }
        return explanation.segments?.map { (explanation: explanation, segment: $0) }
    }
}

extension Explanation {
    /// The resolution for the version that is explained.
    fileprivate struct Resolved {
        let explanation: Explanation
        let version: AppVersion
        let resolution: NodeResolution
        let value: Int
        /// The versions around it with the same value.
        let interval: VersionInterval
    }

    private var resolution: NodeResolution? { context.map { settings.resolve(settingIndex, for: $0) } }

    /// The resolution for the context of a setting that tests more than the version.
    fileprivate var contextResolution: ContextResolution? {
        guard function == nil, let resolution, let value = resolution.value else { return nil }
        return ContextResolution(explanation: self, resolution: resolution, value: value)
    }

    fileprivate struct ContextResolution {
        let explanation: Explanation
        let resolution: NodeResolution
        let value: Int
    }

    fileprivate static let contextResolution = JSONObject<ContextResolution>("resolution") {
        Member("value", .value, "The value in that context.") { $0.explanation.tree[$0.value] }
        Member("reason", .reason) { $0.resolution.reason }
        Member(optional: "entry", .count, "The index of the entry that wins; missing if none does.") { resolved in
            resolved.resolution.entry.map { resolved.explanation.index(of: $0) }
        }
    }

    fileprivate static let override = JSONObject<ContextOverride>("override") {
        Member("value", .value, "What the device of the context has instead of the value of the document.") { $0.value }
        Member(optional: "until", .text, "When the override ends; missing if it has no end.") { override in
            override.until.map { "\($0)" }
        }
    }

    fileprivate var resolved: Resolved? {
        guard let version = context?.appVersion, let resolution, let value = resolution.value,
            let segment = segments?.joinedByValue.first(where: { $0.interval.contains(version) })
        else { return nil }
        return Resolved(
            explanation: self, version: version, resolution: resolution, value: value, interval: segment.interval)
    }

    private func index(of entry: EntryIndex) -> Int { Int(settings.loaded[entry].documentIndex) }

    fileprivate static let resolved = JSONObject<Resolved> {
        Member("version", .version, "With --version: the version that is explained.") { $0.version }
        Member("value", .value, "The value for that version.") { $0.explanation.tree[$0.value] }
        Member("reason", .reason) { $0.resolution.reason }
        Member(optional: "entry", .count, "The index of the entry that wins; missing if none does.") { resolved in
            resolved.resolution.entry.map { resolved.explanation.index(of: $0) }
        }
        Member("holdsFor", VersionInterval.json) { $0.interval }
        Member(ofOptional: ShippedVersions.json) { resolved in
            resolved.explanation.releases.map { ShippedVersions(VersionSet([resolved.interval]), of: $0) }
        }
    }

    /// An entry of the setting.
    fileprivate struct Entry {
        let explanation: Explanation
        let index: EntryIndex
        let verdict: Verdict?
        /// The conditions that do not hold; `nil` if no context is explained.
        var unmet: [String]?

        var record: EntryRecord { explanation.settings.loaded[index] }
    }

    fileprivate var entries: [Entry] {
        let resolution = resolution
        return setting.entries.map { index in
            guard let context, let resolution else { return Entry(explanation: self, index: index, verdict: nil) }
            let unmet = unmetConditions(of: index, for: context)
            let verdict = verdict(on: index, for: context, unmet: unmet, resolution: resolution)
            return Entry(explanation: self, index: index, verdict: verdict, unmet: unmet)
        }
    }

    fileprivate static let entry = JSONObject<Entry>("entry") {
        Member("entry", .count, "The index of the entry.") { $0.explanation.index(of: $0.index) }
        Member(optional: "name", .text, "The name of the entry.") { entry in
            entry.explanation.settings.name(of: entry.record)
        }
        Member(optional: "appVersion", .text, "The requirement of the entry; missing if it has none.") { entry in
            entry.explanation.settings.requirement(of: entry.record)?.description
        }
        Member("value", .value, "The value of the entry.") { $0.explanation.tree[Int($0.record.value)] }
        Member(of: ValueOrigin.json) { ValueOrigin(of: Int($0.record.node), in: $0.explanation.document) }
        Member(optional: "verdict", .word, "The role of the entry for the explained version.") { $0.verdict }
        Member(
            optional: "unmet", .list(of: .text.described(as: "A sentence.")),
            "For a context: the conditions of the entry that do not hold."
        ) { $0.unmet }
    }

    fileprivate static let defaultValue = JSONObject<Explanation>("default") {
        Member("value", .value, "The value for every version that no entry contains.") {
            $0.tree[Int($0.setting.defaultValue)]
        }
        Member(of: ValueOrigin.json) { ValueOrigin(of: Int($0.setting.defaultValue), in: $0.document) }
    }

    fileprivate static let segment = JSONObject<(explanation: Explanation, segment: SettingFunction.Segment)>("part") {
        Member(of: VersionInterval.members) { $0.segment.interval }
        Member("value", .value, "The value for these versions.") { $0.explanation.tree[$0.segment.value] }
        Member(optional: "entry", .count, "The index of the entry that wins; missing if it is the default.") { part in
            part.segment.entry.map { part.explanation.index(of: $0) }
        }
        Member(ofOptional: ShippedVersions.json) { part in
            part.explanation.releases.map { ShippedVersions(VersionSet([part.segment.interval]), of: $0) }
        }
    }

    /// A case of a setting that tests more than the version, at one range of dates.
    struct CaseItem {
        fileprivate let explanation: Explanation
        fileprivate let function: SettingFunction
        fileprivate let item: Case
        fileprivate let conditions: CaseConditions

        fileprivate var winner: Winner { item.decision.winner ?? .default }
        fileprivate var entry: EntryRecord? { function.entry(of: winner).map { explanation.settings.loaded[$0] } }
    }

    var cases: [CaseItem]? {
        guard let function, let answers else { return nil }
        return answers.cases.flatMap { item in
            function.space.conditions(of: item).map { conditions in
                CaseItem(explanation: self, function: function, item: item, conditions: conditions)
            }
        }
    }

    static let `case` = JSONObject<CaseItem>("case") {
        Member("value", .value, "The value in the case.") { $0.explanation.tree[$0.function.value(of: $0.winner)] }
        Member(optional: "entry", .count, "The index of the entry that wins; missing if it is the default.") { item in
            item.entry.map { Int($0.documentIndex) }
        }
        Member(optional: "name", .text, "The name of the entry that wins.") { item in
            item.entry.flatMap { item.explanation.settings.name(of: $0) }
        }
        Member("conditions", .conditions) { $0.conditions }
        Member(optional: "share", .share, JSONType<ExactDecimal>.shareDescription) {
            $0.function.space.share(of: $0.item)
        }
        Member(optional: "releases", ShippedVersions.object) { item in
            item.explanation.releases.map { ShippedVersions(item.item.versions, of: $0) }
        }
    }
}
