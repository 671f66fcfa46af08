package import FlagResolver

/// A change of value, with exactly the versions that it happens for and what in the documents is responsible.
package struct ValueChange: Hashable, Sendable {
    /// What is responsible. Entries are positions in ``LoadedSettings/entries`` of the document named.
    package enum Cause: Hashable, Sendable {
        /// The setting is new; the entry is the one that wins. `nil` stands for the default.
        case settingAdded(new: Int?)
        /// The setting is gone; the entry is the one that won. `nil` stands for the default.
        case settingRemoved(old: Int?)
        /// An entry wins that the old document has not.
        case entryAdded(new: Int)
        /// An entry wins that did not match these versions before.
        case requirementChanged(new: Int, old: Int)
        /// The same entry wins, with another value.
        case valueChanged(new: Int, old: Int)
        /// The entry that won is gone; what wins now was there before. `nil` stands for the default.
        case entryRemoved(old: Int, nowWins: Int?)
        /// The entry that won does not match these versions any more.
        case noLongerMatches(new: Int, old: Int, nowWins: Int?)
        /// Both entries match these versions in both documents; the one that wins now has come first.
        case movedBefore(winner: Int, loser: Int)
        /// The default has another value.
        case defaultChanged
        /// Another type is declared, so that entries are passed over which were not, or the reverse.
        case typeChanged
    }

    package let versions: VersionSet
    /// A node of the old document; `nil` where it has not the setting.
    package let oldValue: Int?
    /// A node of the new document; `nil` where it has not the setting.
    package let newValue: Int?
    package let cause: Cause
}
