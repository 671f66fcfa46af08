package import FlagResolver

/// All differences of one setting between two documents.
package struct SettingDifference: Sendable {
    package let name: String
    /// The setting in each document; `nil` if the document does not have it.
    package let oldSetting: SettingIndex?
    package let newSetting: SettingIndex?
    /// Disjoint, and ordered by their lowest versions; none if only recorded releases get another value.
    package let changes: [ValueChange]

    /// The largest share of users whose value changes, among users who differ only in rollouts: from 0 to 1.
    package private(set) var largestShare: ExactDecimal

    /// Whether the setting is in the new document only.
    package var isAdded: Bool { oldSetting == nil }
    /// Whether the setting is in the old document only.
    package var isRemoved: Bool { newSetting == nil }

    /// The new name of a removed setting, or the old name of an added one, if it was most likely renamed: of all settings of
    /// its kind, exactly these two have the same members and values.
    package internal(set) var otherName: String?

    /// What changes for recorded releases; `nil` without records.
    package private(set) var readers: Readers?

    /// What changes for recorded releases, as their code reads the setting.
    package struct Readers: Sendable {
        /// Those that read the setting, in ascending order.
        package let reading: [AppVersion]
        /// The values that they get from both documents, where these differ.
        package let changes: [ReaderChange]

        /// Those that get another value for some users, or may get one, in ascending order.
        package var noticing: [AppVersion] { Set(changes.flatMap(\.releases)).sorted() }

        /// The changes that differ from what the documents say as they are written.
        package var ownChanges: [ReaderChange] { changes.filter { !$0.isAsWritten } }
    }

    /// The same difference with what changes for recorded releases.
    ///
    /// - Parameter share: The largest share of users whose value changes for a release.
    func with(_ readers: Readers, affecting share: ExactDecimal) -> SettingDifference {
        var difference = self
        difference.readers = readers
        difference.largestShare = max(largestShare, share)
        return difference
    }

    /// All versions for which the value differs, as the documents are written or as recorded releases read them.
    package var versions: VersionSet {
        VersionSet(
            changes.flatMap(\.versions.intervals) + (readers?.noticing ?? []).map { VersionInterval($0) })
    }
}

/// The versions and users that get another value, and the cause.
package struct ValueChange: Hashable, Sendable {
    /// What caused a change. The label of an entry names its document; an entry without a label is in the new one.
    package enum Cause: Hashable, Sendable {
        /// The setting was added; this entry wins. `nil` is the default.
        case settingAdded(new: EntryIndex?)
        /// The setting was removed; this entry won. `nil` is the default.
        case settingRemoved(old: EntryIndex?)
        /// The entry that wins was added.
        case entryAdded(new: EntryIndex)
        /// The entry that wins did not match these versions before.
        case requirementChanged(new: EntryIndex, old: EntryIndex)
        /// The same entry wins, with another value.
        case valueChanged(new: EntryIndex, old: EntryIndex)
        /// The entry that won was removed; the entry that wins now already existed. `nil` is the default.
        case entryRemoved(old: EntryIndex, nowWins: EntryIndex?)
        /// The entry that won no longer matches these versions.
        case noLongerMatches(new: EntryIndex, old: EntryIndex, nowWins: EntryIndex?)
        /// Both entries match these versions in both documents; the one that wins now was moved before the other.
        case movedBefore(winner: EntryIndex, other: EntryIndex)
        /// The default has another value.
        case defaultChanged
        /// The declared type changed, so other entries are skipped because of their type.
        case typeChanged
    }

    package private(set) var versions: VersionSet
    /// The users of these versions that are affected, as terms of the case space of both documents; empty for
    /// everybody.
    package var users: [Case.Term] = []
    /// A node of the old document; `nil` if it does not have the setting.
    package let oldValue: Int?
    /// A node of the new document; `nil` if it does not have the setting.
    package let newValue: Int?
    package let cause: Cause

    /// The same change for other versions and users.
    func with(_ versions: VersionSet, users: [Case.Term]) -> ValueChange {
        var change = self
        change.versions = versions
        change.users = users
        return change
    }

    /// The same change for some versions; `nil` if it affects none of them.
    package func within(_ versions: VersionSet) -> ValueChange? {
        var change = self
        change.versions = self.versions.intersection(versions)
        return change.versions.isEmpty ? nil : change
    }
}
