/// The settings of a document as flat tables: what loading makes of the JSON.
package struct LoadedSettings: Sendable {
    /// The settings, in document order.
    var settings: [SettingRecord] = []

    /// The well-formed entries of all settings, those of one setting side by side.
    var entries: [EntryRecord] = []

    /// The version sets without packed bounds; ``EntryBounds`` holds their indices.
    package internal(set) var sets: [VersionSet] = []

    /// The names of the settings.
    package internal(set) var names = SettingNames()

    /// What was wrong and tolerated.
    package internal(set) var issues: [SettingIssue] = []

    /// What the `$` members of the top level say.
    package internal(set) var metadata = DocumentMetadata()

    /// The record of a setting.
    package subscript(setting: SettingIndex) -> SettingRecord { settings[setting.position] }

    /// The record of an entry.
    package subscript(entry: EntryIndex) -> EntryRecord { entries[entry.position] }

    /// The records of some entries.
    package subscript(range: Range<EntryIndex>) -> ArraySlice<EntryRecord> {
        entries[range.lowerBound.position..<range.upperBound.position]
    }

    /// The indices of all settings, in document order.
    package var indices: Range<SettingIndex> { SettingIndex(0)..<SettingIndex(settings.count) }

    /// The indices of the well-formed entries of all settings.
    package var entryIndices: Range<EntryIndex> { EntryIndex(0)..<endOfEntries }

    /// The index that the next entry gets.
    var endOfEntries: EntryIndex { EntryIndex(entries.count) }
}

/// One setting: where its parts are.
package struct SettingRecord: Sendable, BitwiseCopyable {
    /// The node of the member's key, and of the setting itself: an object, or the value of a constant.
    package let key: UInt32
    package let node: UInt32

    /// The node of the default; ``missing`` where there is none.
    package let defaultValue: UInt32

    /// Where the well-formed entries of the setting start and end; a `Range` is not `BitwiseCopyable`.
    package let firstEntry: EntryIndex
    let endOfEntries: EntryIndex

    /// The well-formed entries of the setting.
    package var entries: Range<EntryIndex> { firstEntry..<endOfEntries }

    /// The entry with an index among the well-formed entries of this setting.
    package func entry(at index: Int) -> EntryIndex { firstEntry.advanced(by: index) }

    /// What the default is, `null` where there is none: it saves a look at the node, which is far away in memory.
    package let defaultKind: JSONKind

    /// The type that the setting declares.
    package let declaredType: DeclaredType

    /// Whether the document lists entries for the setting, be they well-formed or not.
    package let listsEntries: Bool

    /// Whether some entry's value is not of the declared type, so that resolution has to look.
    package let hasMistypedEntries: Bool

    /// Whether the setting as such cannot be resolved: its default is missing, or is not of the declared type.
    package let isUnresolvable: Bool

    /// No node.
    package static let missing = UInt32.max
}

/// One well-formed entry: the versions that it is for, and where its parts are.
package struct EntryRecord: Sendable, BitwiseCopyable {
    /// The versions that it is for.
    package let bounds: EntryBounds

    /// The node of the entry's object.
    package let node: UInt32

    /// The node of its value.
    package let value: UInt32

    /// What the value is: it saves a look at the node.
    package let valueKind: JSONKind

    /// Its position in `valuesByVersion`, malformed entries counted.
    package let documentIndex: UInt32
}

/// What the `$` members of the top level say.
package struct DocumentMetadata: Sendable {
    package internal(set) var documentVersion: Int64?
    package internal(set) var minimumVersion: AppVersion?
    package internal(set) var minimumVersionSetting: String?
}
