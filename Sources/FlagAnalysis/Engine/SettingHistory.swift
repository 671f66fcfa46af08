package import FlagResolver

/// A setting as a function of the app version: which entry wins, and which value it gives, for every version.
///
/// ```swift
/// let history = SettingHistory(of: setting, in: document)
/// for segment in history?.valueSegments ?? [] { print(segment.interval, segment.value) }
/// ```
///
/// For every version, it gives the result of ``SettingsDocument/resolve(_:for:)``, computed exactly and not sampled.
package struct SettingHistory: Sendable {
    /// Adjacent versions whose value comes from the same entry or from the default.
    package struct Segment: Hashable, Sendable {
        package let interval: VersionInterval
        /// The entry that wins; `nil` for the default.
        ///
        /// In segments that were joined by value, the entry that wins for the lowest versions.
        package let entry: EntryIndex?
        /// The node of the value.
        package let value: Int
        /// Identifies equal values: within a history, two values are equal if and only if their classes are.
        package let valueClass: Int
    }

    /// Which entry wins, as an index into the entries of the setting; `nil` for the default.
    let winners: VersionMap<Int?>
    /// The versions for which each entry of the setting can win: none if its value does not have the declared type.
    let versions: [VersionSet]
    /// The value of each entry of the setting.
    let entryValues: [ClassifiedValue]
    /// The default. If the setting is unresolvable, the class is ``noValue``, and the node is the setting itself.
    let defaultValue: ClassifiedValue
    private let entries: Range<EntryIndex>

    /// The class of the default of an unresolvable setting, whose default is missing or has the wrong type.
    static let noValue = -1

    /// The history of a setting that the document does not have: one value, which equals no other value.
    static let absent = SettingHistory()

    private init() {
        winners = VersionMap(nil)
        versions = []
        entryValues = []
        defaultValue = ClassifiedValue(node: 0, valueClass: Self.noValue - 1)
        entries = EntryIndex(0)..<EntryIndex(0)
    }

    /// The history of a setting; `nil` if it is unresolvable: its default is missing or has the wrong type.
    ///
    /// - Complexity: O(*n* log *n*) in the number of intervals of all requirements, and linear in the values' text.
    package init?(of settingIndex: SettingIndex, in document: SettingsDocument) {
        var reader = HistoryReader(document)
        guard let history = reader.history(of: settingIndex) else { return nil }
        self = history
    }

    /// The history of any setting. Values are numbered in document order, after the default.
    ///
    /// - Parameter side: Which document of `classes` has the setting.
    init(
        of settingIndex: SettingIndex, in loaded: LoadedSettings, _ tree: JSONTree,
        numbering classes: inout ValueClasses,
        side: DocumentSide = .first
    ) {
        let setting = loaded[settingIndex]
        entries = setting.entries
        if setting.isUnresolvable {
            defaultValue = ClassifiedValue(node: Int(setting.node), valueClass: Self.noValue)
        } else {
            defaultValue = classes.classified(Int(setting.defaultValue), in: side)
        }
        var values: [ClassifiedValue] = []
        values.reserveCapacity(entries.count)
        var versions: [VersionSet] = []
        versions.reserveCapacity(entries.count)
        for index in entries {
            let entry = loaded[index]
            values.append(classes.classified(Int(entry.value), in: side))
            versions.append(setting.isEligible(entry, in: tree) ? loaded.versions(of: index) : .none)
        }
        entryValues = values
        self.versions = versions
        winners = VersionMap.firstMatch(of: versions)
    }

    private init(_ history: SettingHistory, replacing index: Int, with set: VersionSet) {
        entries = history.entries
        defaultValue = history.defaultValue
        entryValues = history.entryValues
        var versions = history.versions
        versions[index] = set
        self.versions = versions
        winners = VersionMap.firstMatch(of: versions)
    }

    /// The history with other versions for one of the entries, by its index in the setting.
    func replacingVersions(ofEntryAt index: Int, with set: VersionSet) -> SettingHistory {
        SettingHistory(self, replacing: index, with: set)
    }

    /// The value for the versions that an entry wins, by its index in the setting; the default for `nil`.
    func value(of winner: Int?) -> ClassifiedValue { winner.map { entryValues[$0] } ?? defaultValue }

    /// The entry that wins, by its index in the setting; `nil` for the default.
    func entry(of winner: Int?) -> EntryIndex? { winner.map { entries.lowerBound.advanced(by: $0) } }

    /// The value for every version, as the number of its class.
    var valueClasses: VersionMap<Int> { winners.mapped { value(of: $0).valueClass } }
}

extension SettingHistory {
    /// The segments of the whole version line in ascending order; adjacent ones have different entries.
    package var segments: [Segment] { winners.map { segment($0.interval, wonBy: $0.value) } }

    /// The segments of the whole version line in ascending order; adjacent ones have different values.
    package var valueSegments: [Segment] { segments.joinedByValue }

    /// The segment that contains a version.
    ///
    /// - Complexity: O(log *n*) in the number of segments.
    package func segment(containing version: AppVersion) -> Segment {
        let found = winners[winners.index(containing: version)]
        return segment(found.interval, wonBy: found.value)
    }

    /// The segments of some versions only, in ascending order.
    ///
    /// - Complexity: O(*n* + *m*) in the number of segments and of the set's intervals.
    package func segments(within versions: VersionSet) -> [Segment] {
        guard versions != .all else { return segments }
        let selection = VersionMap(versions, inside: true, outside: false)
        let selected = winners.combined(with: selection) { Selected(winner: $0, isSelected: $1) }
        return selected.compactMap { $0.value.isSelected ? segment($0.interval, wonBy: $0.value.winner) : nil }
    }

    private struct Selected: Equatable {
        let winner: Int?
        let isSelected: Bool
    }

    /// The entries that win for no version, in document order.
    package var unreachableEntries: [EntryIndex] {
        zip(isReachable, entries).compactMap { $0 ? nil : $1 }
    }

    /// Whether each entry of the setting wins for some version.
    var isReachable: [Bool] {
        var isReachable = [Bool](repeating: false, count: entryValues.count)
        for index in winners.indices {
            if let winner = winners.value(at: index) { isReachable[winner] = true }
        }
        return isReachable
    }

    private func segment(_ interval: VersionInterval, wonBy winner: Int?) -> Segment {
        let value = value(of: winner)
        return Segment(
            interval: interval, entry: entry(of: winner), value: value.node, valueClass: value.valueClass)
    }
}

/// Reads the histories of many settings of a document.
struct HistoryReader {
    private let loaded: LoadedSettings
    private let tree: JSONTree
    private var classes: ValueClasses

    init(_ document: SettingsDocument) {
        loaded = document.loaded
        tree = document.tree
        classes = ValueClasses(of: document.tree)
    }

    /// The history of a setting; `nil` if it is unresolvable: its default is missing or has the wrong type.
    mutating func history(of settingIndex: SettingIndex) -> SettingHistory? {
        guard !loaded[settingIndex].isUnresolvable else { return nil }
        classes.removeAll()
        return SettingHistory(of: settingIndex, in: loaded, tree, numbering: &classes)
    }
}

extension [SettingHistory.Segment] {
    /// The segments, with adjacent segments of equal values joined.
    package var joinedByValue: [SettingHistory.Segment] {
        var joined: [SettingHistory.Segment] = []
        for segment in self {
            guard let last = joined.last, last.valueClass == segment.valueClass,
                last.interval.upper == segment.interval.lower
            else {
                joined.append(segment)
                continue
            }
            joined[joined.count - 1] = SettingHistory.Segment(
                interval: VersionInterval(unchecked: last.interval.lower, segment.interval.upper), entry: last.entry,
                value: last.value, valueClass: last.valueClass)
        }
        return joined
    }

    /// The versions of each value, ordered by the first segment with the value.
    ///
    /// - Parameter property: ``SettingHistory/Segment/valueClass`` to group equal values, or
    ///   ``SettingHistory/Segment/value`` to group by the node, so that equal values of different entries are separate.
    package func versions(
        by property: KeyPath<SettingHistory.Segment, Int>
    ) -> [(value: Int, versions: VersionSet)] {
        var groups: [(value: Int, intervals: [VersionInterval])] = []
        var positions: [Int: Int] = [:]
        for segment in self {
            if let position = positions[segment[keyPath: property]] {
                groups[position].intervals.append(segment.interval)
            } else {
                positions[segment[keyPath: property]] = groups.count
                groups.append((segment.value, [segment.interval]))
            }
        }
        return groups.map { ($0.value, VersionSet($0.intervals)) }
    }
}

extension SettingsDocument {
    /// The versions that the requirement of an entry contains.
    package func versions(of entry: EntryIndex) -> VersionSet {
        loaded.versions(of: entry)
    }
}
