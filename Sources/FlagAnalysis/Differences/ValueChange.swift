/// A change of value, and what in the documents is responsible. Its setting knows the versions that it happens for.
package struct ValueChange: Hashable, Sendable, BitwiseCopyable {
    /// What is responsible. Entries are positions in ``LoadedSettings/entries`` of the document named.
    package enum Cause: Hashable, Sendable, BitwiseCopyable {
        /// The setting is new; the entry is the one that wins. `nil` stands for the default.
        case settingAdded(new: UInt32?)
        /// The setting is gone; the entry is the one that won. `nil` stands for the default.
        case settingRemoved(old: UInt32?)
        /// An entry wins that the old document has not.
        case entryAdded(new: UInt32)
        /// An entry wins that did not match these versions before.
        case requirementChanged(new: UInt32, old: UInt32)
        /// The same entry wins, with another value.
        case valueChanged(new: UInt32, old: UInt32)
        /// The entry that won is gone; what wins now was there before. `nil` stands for the default.
        case entryRemoved(old: UInt32, nowWins: UInt32?)
        /// The entry that won does not match these versions any more.
        case noLongerMatches(new: UInt32, old: UInt32, nowWins: UInt32?)
        /// Both entries match these versions in both documents; the one that wins now has come first.
        case movedBefore(winner: UInt32, loser: UInt32)
        /// The default has another value.
        case defaultChanged
        /// Another type is declared, so that entries are passed over which were not, or the reverse.
        case typeChanged
    }

    /// Where its stretches are in ``ChangeTable/stretches``.
    let firstStretch: UInt32
    let endStretch: UInt32
    /// The values before and after, or ``ChangeTable/none``.
    let oldNode: UInt32
    let newNode: UInt32
    package let cause: Cause

    /// A node of the old document; `nil` where it has not the setting.
    package var oldValue: Int? { oldNode.known }
    /// A node of the new document; `nil` where it has not the setting.
    package var newValue: Int? { newNode.known }
}
