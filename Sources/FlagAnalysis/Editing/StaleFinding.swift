package import FlagResolver

/// Something that nobody who satisfies the assumptions needs, such as an entry.
package struct StaleFinding: Sendable {
    package enum Kind: Hashable, Sendable {
        /// All versions of the entry are below the floor.
        case belowFloor
        /// Earlier entries win wherever the entry matches: for everybody, or only under the assumptions.
        case unreachable(isForEveryVersion: Bool)
        /// The schedule of the entry is over.
        case expired(until: Instant)
        /// The entry matches only users whom the assumptions exclude.
        case unmatched
        /// Without the entry, another entry or the default gives the same value wherever the entry wins.
        case sameValue(from: Fallback)
        /// A condition of the entry holds for everybody who satisfies the assumptions, so the entry does not need it.
        case satisfied(SatisfiedCondition)
        /// From the floor up the default never applies, so the value of the entry can become the default.
        case collapsible
        /// From the floor up the setting has a single value.
        case constant
    }

    /// Where a value comes from after an entry is removed.
    package enum Fallback: Hashable, Sendable {
        case `default`
        case entry(EntryIndex)
        case several
    }

    package let kind: Kind
    package let settingIndex: SettingIndex
    /// The entry concerned; `nil` for the default.
    package let entry: EntryIndex?
    /// The node of the value.
    package let value: Int
    /// A few entries that win for the versions of an unreachable one.
    package let blockers: [EntryIndex]
    /// The entries to remove.
    package let removed: [EntryIndex]
    /// Whether the entry can be removed alone. Otherwise, the entries of later findings have to be removed first.
    package let isIndependent: Bool
    /// Whether the proposal changes the default.
    package let changesDefault: Bool
    /// The attributes, or the targeting key, that every app would have to give as strings: the finding needs a further
    /// assumption, and nothing is edited. Empty if the assumptions suffice.
    package var missingAttributes: [String] = []

    /// The maximum number of ``blockers``.
    static let maximumBlockerCount = 3
}
