/// The settings and entries of a document as flat tables, with references to the nodes of its JSON.
package struct LoadedSettings: Sendable {
    /// The settings, in document order.
    var settings: [SettingRecord] = []

    /// The well-formed entries of all settings, grouped by setting.
    var entries: [EntryRecord] = []

    /// The versions of entries without packed bounds; ``EntryBounds`` holds their indices.
    package internal(set) var sets: [VersionSet] = []

    /// The conditions of entries that test more than the version; ``EntryRecord/targetingIndex`` is an index.
    package internal(set) var targeting: [EntryTargeting] = []

    /// The schedules of all entries; ``EntryTargeting`` holds their indices.
    private var schedules: [EntrySchedule] = []

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

    /// The bounds of an entry that matches some versions.
    mutating func bounds(of versions: VersionSet) -> EntryBounds {
        if let packed = versions.packedBounds { return EntryBounds(packed) }
        sets.append(versions)
        return EntryBounds(setIndex: sets.count - 1)
    }

    /// Adds the conditions of an entry, and returns their index.
    mutating func append(_ targeting: EntryTargeting) -> Int {
        if self.targeting.isEmpty {
            // Growing step by step would touch three times the memory. Unused reserved memory is never touched.
            self.targeting.reserveCapacity(entries.capacity - entries.count)
        }
        self.targeting.append(targeting)
        return self.targeting.count - 1
    }

    /// Adds a schedule, and returns its index.
    mutating func append(_ schedule: EntrySchedule) -> Int {
        schedules.append(schedule)
        return schedules.count - 1
    }

    /// The conditions of an entry that test more than the version; `nil` if there are none.
    package func targeting(of entry: EntryIndex) -> EntryTargeting? {
        self[entry].targetingIndex.map { targeting[$0] }
    }

    /// The schedule of an entry; `nil` if it has none.
    package func schedule(of targeting: EntryTargeting) -> EntrySchedule? {
        targeting.schedule.map { schedules[$0] }
    }

    /// Whether there is a well-formed entry that tests more than the app version.
    package var hasTargeting: Bool { !targeting.isEmpty && entries.contains { $0.targetingIndex != nil } }

    /// Whether a setting has a well-formed entry that tests more than the app version.
    package func testsMoreThanVersion(_ setting: SettingIndex) -> Bool {
        !targeting.isEmpty && self[self[setting].entries].contains { $0.targetingIndex != nil }
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

    /// The index in `valuesByVersion`, counting malformed entries.
    package let documentIndex: UInt32

    /// The index in ``LoadedSettings/targeting``, or ``noTargeting``; an `Optional` would take twice the bytes.
    private let storedTargetingIndex: UInt32
    private static let noTargeting = UInt32.max

    /// The kind of the value. A copy here saves loading the node from memory.
    package let valueKind: JSONKind

    init(bounds: EntryBounds, node: Int, value: Int, valueKind: JSONKind, documentIndex: Int, targetingIndex: Int?) {
        self.bounds = bounds
        self.node = UInt32(node)
        self.value = UInt32(value)
        self.valueKind = valueKind
        self.documentIndex = UInt32(documentIndex)
        storedTargetingIndex = targetingIndex.map { UInt32($0) } ?? Self.noTargeting
    }

    /// The index in ``LoadedSettings/targeting``; `nil` if the entry tests only the app version.
    package var targetingIndex: Int? {
        storedTargetingIndex == Self.noTargeting ? nil : Int(storedTargetingIndex)
    }
}

/// The `$` members of the top level that have a meaning.
package struct DocumentMetadata: Sendable {
    package internal(set) var documentVersion: Int64?
    package internal(set) var minimumVersion: AppVersion?
    package internal(set) var minimumVersionSetting: String?
}
