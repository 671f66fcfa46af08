/// Something that no version from the floor up needs.
package struct StaleFinding: Sendable {
    package enum Kind: Hashable, Sendable {
        /// All versions of the entry are below the floor.
        case belowFloor
        /// Earlier entries take all versions of the entry, from the floor up or altogether.
        case unreachable(isForEveryVersion: Bool)
        /// Where the entry wins, the same value comes from elsewhere without it.
        case sameValue(from: Fallback)
        /// From the floor up the default never applies, so that the entry can be the default.
        case collapsible
        /// From the floor up the setting has one value.
        case constant
    }

    /// Where a value comes from when an entry is gone.
    package enum Fallback: Hashable, Sendable {
        case `default`
        /// A position in ``LoadedSettings/entries``.
        case entry(Int)
        case several
    }

    package let kind: Kind
    package let slot: Int
    /// The entry that it is about, as a position in ``LoadedSettings/entries``; `nil` where it is about the default.
    package let entry: Int?
    /// The node of the value.
    package let value: Int
    /// The first few entries that take the versions of an unreachable one, as positions in ``LoadedSettings/entries``.
    package let blockers: [Int]
    /// The entries that go, as positions in ``LoadedSettings/entries``.
    package let removed: [Int]
    /// Whether removing it changes nothing while the other findings stay; otherwise those below it have to go first.
    package let isIndependent: Bool
    /// Whether what is proposed makes another value the default.
    package let changesDefault: Bool
}
