package import FlagResolver

/// Everything in which one setting differs between two documents.
package struct SettingDifference: Sendable {
    package let name: String
    /// The setting in each document; `nil` if the document does not have it.
    package let oldSetting: SettingIndex?
    package let newSetting: SettingIndex?
    /// Ordered by their lowest versions; no version is in two of them.
    package let changes: [ValueChange]

    /// Whether the setting is in the new document only.
    package var isAdded: Bool { oldSetting == nil }
    /// Whether the setting is in the old document only.
    package var isRemoved: Bool { newSetting == nil }

    /// Every version for which the value is different.
    package var versions: VersionSet { VersionSet(changes.flatMap(\.versions.intervals)) }
}

/// Versions that get another value, and what in the documents is responsible.
package struct ValueChange: Hashable, Sendable {
    /// What is responsible. Each entry is one of the document that its label names; without a label, of the new one.
    package enum Cause: Hashable, Sendable {
        /// The setting is new; the entry is the one that wins. `nil` stands for the default.
        case settingAdded(new: EntryIndex?)
        /// The setting is gone; the entry is the one that won. `nil` stands for the default.
        case settingRemoved(old: EntryIndex?)
        /// An entry wins that the old document does not have.
        case entryAdded(new: EntryIndex)
        /// An entry wins that did not match these versions before.
        case requirementChanged(new: EntryIndex, old: EntryIndex)
        /// The same entry wins, with another value.
        case valueChanged(new: EntryIndex, old: EntryIndex)
        /// The entry that won is gone; what wins now was there before. `nil` stands for the default.
        case entryRemoved(old: EntryIndex, nowWins: EntryIndex?)
        /// The entry that won does not match these versions any more.
        case noLongerMatches(new: EntryIndex, old: EntryIndex, nowWins: EntryIndex?)
        /// Both entries match these versions in both documents; the one that wins now has been moved up.
        case movedBefore(winner: EntryIndex, other: EntryIndex)
        /// The default has another value.
        case defaultChanged
        /// Another type is declared, so that other entries are skipped because of their type.
        case typeChanged
    }

    package let versions: VersionSet
    /// A node of the old document; `nil` if it does not have the setting.
    package let oldValue: Int?
    /// A node of the new document; `nil` if it does not have the setting.
    package let newValue: Int?
    package let cause: Cause
}
