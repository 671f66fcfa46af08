package import FlagResolver

/// Everything in which one setting differs between two documents.
package struct SettingDifference: Sendable {
    package let name: String
    /// The setting in either document; `nil` where it has none of the name.
    package let oldSlot: Int?
    package let newSlot: Int?
    /// Ordered by their lowest versions; no version is in two of them.
    package let changes: [ValueChange]

    /// Whether the setting is in the new document only.
    package var isAdded: Bool { oldSlot == nil }
    /// Whether the setting is in the old document only.
    package var isRemoved: Bool { newSlot == nil }

    /// Every version for which the value is another one.
    package var versions: VersionSet { VersionSet(changes.flatMap(\.versions.stretches)) }

    init(name: String, oldSlot: Int?, newSlot: Int?, changes: [ValueChange]) {
        self.name = name
        self.oldSlot = oldSlot
        self.newSlot = newSlot
        self.changes = changes
    }
}
