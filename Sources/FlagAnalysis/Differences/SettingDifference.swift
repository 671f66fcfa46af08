package import FlagResolver

/// Everything in which one setting differs between two documents.
package struct SettingDifference: Sendable {
    package let name: String
    /// The setting in each document; `nil` if the document does not have it.
    package let oldSlot: Int?
    package let newSlot: Int?
    /// Ordered by their lowest versions; no version is in two of them.
    package let changes: [ValueChange]

    /// Whether the setting is in the new document only.
    package var isAdded: Bool { oldSlot == nil }
    /// Whether the setting is in the old document only.
    package var isRemoved: Bool { newSlot == nil }

    /// Every version for which the value is different.
    package var versions: VersionSet { VersionSet(changes.flatMap(\.versions.intervals)) }
}

/// Versions that get another value, and what in the documents is responsible.
package struct ValueChange: Hashable, Sendable {
    /// What is responsible. Entries are positions in ``LoadedSettings/entries`` of the document named.
    package enum Cause: Hashable, Sendable {
        /// The setting is new; the entry is the one that wins. `nil` stands for the default.
        case settingAdded(new: Int?)
        /// The setting is gone; the entry is the one that won. `nil` stands for the default.
        case settingRemoved(old: Int?)
        /// An entry wins that the old document does not have.
        case entryAdded(new: Int)
        /// An entry wins that did not match these versions before.
        case requirementChanged(new: Int, old: Int)
        /// The same entry wins, with another value.
        case valueChanged(new: Int, old: Int)
        /// The entry that won is gone; what wins now was there before. `nil` stands for the default.
        case entryRemoved(old: Int, nowWins: Int?)
        /// The entry that won does not match these versions any more.
        case noLongerMatches(new: Int, old: Int, nowWins: Int?)
        /// Both entries match these versions in both documents; the one that wins now has been moved up.
        case movedBefore(winner: Int, other: Int)
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
