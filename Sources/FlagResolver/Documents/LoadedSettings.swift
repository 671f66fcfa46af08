/// The settings and entries of a document as flat tables, with references to the nodes of its JSON.
package struct LoadedSettings: Sendable {
    /// The settings, in document order.
    var settings: [SettingRecord] = []

    /// The well-formed entries of all settings, grouped by setting.
    var entries: [EntryRecord] = []

    /// The versions of entries without packed bounds; ``EntryBounds`` holds their indices.
    package internal(set) var sets: [VersionSet] = []

    /// The conditions of these entries that test more than the version; `nil` if there are none.
    package internal(set) var targeting: [EntryTargeting?] = []

    /// The conditions on attributes of all entries; ``EntryTargeting`` holds their indices.
    package internal(set) var conditions = ConditionTable()

    /// The prerequisites of all entries; ``EntryTargeting`` holds their indices.
    package internal(set) var prerequisites: [Prerequisite] = []

    /// The nodes of the entries that were discarded because their prerequisites form a cycle.
    package internal(set) var circularEntries: [UInt32] = []

    /// The names of the settings.
    package internal(set) var names = SettingNames()

    /// The problems that were tolerated, in document order.
    package internal(set) var issues: [SettingIssue] = []

    /// The metadata of the document.
    package internal(set) var metadata = DocumentMetadata()

    /// The record of a setting.
    package subscript(setting: SettingIndex) -> SettingRecord { settings[setting.position] }

    /// The record of an entry.
    package subscript(entry: EntryIndex) -> EntryRecord { entries[entry.position] }

    /// The records of some entries.
    package subscript(range: Range<EntryIndex>) -> ArraySlice<EntryRecord> {
        entries[range.lowerBound.position..<range.upperBound.position]
    }

    /// Adds the versions of an entry without packed bounds, and its other conditions.
    mutating func append(_ versions: VersionSet, _ targeting: EntryTargeting?) -> EntryBounds {
        if sets.isEmpty {
            // Growing step by step would touch three times the memory. What is reserved and not used is never touched.
            sets.reserveCapacity(entries.capacity)
            self.targeting.reserveCapacity(entries.capacity)
        }
        sets.append(versions)
        self.targeting.append(targeting)
        return EntryBounds(unpackedIndex: sets.count - 1)
    }

    /// The versions that an entry matches.
    func bounds(of entry: EntryIndex) -> EntryBounds { entries[entry.position].bounds }

    /// The conditions of an entry that test more than the version; `nil` if there are none.
    package func targeting(of entry: EntryIndex) -> EntryTargeting? {
        bounds(of: entry).unpackedIndex.flatMap { targeting[$0] }
    }

    /// The index in ``targeting`` of an entry that tests more than the version; `nil` for another one.
    package func targetingIndex(of entry: EntryIndex) -> Int? {
        bounds(of: entry).unpackedIndex.flatMap { targeting[$0] == nil ? nil : $0 }
    }

    /// Whether there is a well-formed entry that tests more than the app version.
    package var hasTargeting: Bool { targeting.contains { $0 != nil } }

    /// Whether a setting has a well-formed entry that tests more than the app version.
    package func testsMoreThanVersion(_ setting: SettingIndex) -> Bool {
        !targeting.isEmpty && self[setting].entries.contains { targeting(of: $0) != nil }
    }

    /// The indices of all settings, in document order.
    package var indices: Range<SettingIndex> { SettingIndex(0)..<SettingIndex(settings.count) }

    /// The indices of the well-formed entries of all settings.
    package var entryIndices: Range<EntryIndex> { EntryIndex(0)..<endOfEntries }

    /// The index that the next entry gets.
    var endOfEntries: EntryIndex { EntryIndex(entries.count) }
}

/// The parts of one setting.
package struct SettingRecord: Sendable, BitwiseCopyable {
    /// The node of the member's key, and of the setting itself: an object, or the value of a constant.
    package let key: UInt32
    package let node: UInt32

    /// The node of the default; ``missing`` if there is none.
    package let defaultValue: UInt32

    /// Where the well-formed entries of the setting start and end; a `Range` is not `BitwiseCopyable`.
    package let firstEntry: EntryIndex
    let endOfEntries: EntryIndex

    /// The well-formed entries of the setting.
    package var entries: Range<EntryIndex> { firstEntry..<endOfEntries }

    /// The entry with an index among the well-formed entries of this setting.
    package func entry(at index: Int) -> EntryIndex { firstEntry.advanced(by: index) }

    /// The kind of the default; `null` if there is none. A copy here saves loading the node from memory.
    package let defaultKind: JSONKind

    /// The type that the setting declares.
    package let declaredType: DeclaredType

    /// Whether the setting has any entry, well-formed or not.
    package let listsEntries: Bool

    /// Whether an entry of the setting asks for the app version, well-formed or not.
    package let testsVersion: Bool

    /// Whether some entry's value does not have the declared type, so that resolution must check the type.
    package let hasMistypedEntries: Bool

    /// Whether the setting cannot be resolved: its default is missing, or does not have the declared type.
    package let isUnresolvable: Bool

    /// No node.
    package static let missing = UInt32.max

    /// The same setting with other entries.
    func withEntries(_ entries: Range<EntryIndex>) -> SettingRecord {
        SettingRecord(
            key: key, node: node, defaultValue: defaultValue, firstEntry: entries.lowerBound,
            endOfEntries: entries.upperBound, defaultKind: defaultKind, declaredType: declaredType,
            listsEntries: listsEntries, testsVersion: testsVersion, hasMistypedEntries: hasMistypedEntries,
            isUnresolvable: isUnresolvable)
    }
}

/// The parts of one well-formed entry, and the versions that it matches.
package struct EntryRecord: Sendable, BitwiseCopyable {
    /// The versions that it matches.
    package let bounds: EntryBounds

    /// The node of the entry's object.
    package let node: UInt32

    /// The node of its value.
    package let value: UInt32

    /// The kind of the value. A copy here saves loading the node from memory.
    package let valueKind: JSONKind

    /// The index in `valuesByVersion`, where malformed entries count, too.
    package let documentIndex: UInt32
}

/// The `$` members of the top level that have a meaning.
package struct DocumentMetadata: Sendable {
    package internal(set) var documentVersion: Int64?
    package internal(set) var minimumVersion: AppVersion?
    package internal(set) var minimumVersionSetting: String?
}
