package import FlagResolver

/// Everything in which one setting differs between two documents.
package struct SettingDifference: Sendable {
    private let comparison: ComparedDocuments
    private let setting: ChangeTable.Setting

    init(_ setting: ChangeTable.Setting, in comparison: ComparedDocuments) {
        self.setting = setting
        self.comparison = comparison
    }

    package var name: String {
        newSlot.map { comparison.new.name(of: $0) } ?? oldSlot.map { comparison.old.name(of: $0) } ?? ""
    }

    /// The setting in either document; `nil` where it has none of the name.
    package var oldSlot: Int? { setting.oldSlot.known }
    package var newSlot: Int? { setting.newSlot.known }

    /// Ordered by their lowest versions; no version is in two of them.
    package var changes: ArraySlice<ValueChange> {
        comparison.table.changes[Int(setting.firstChange)..<Int(setting.endChange)]
    }

    /// Whether the setting is in the new document only.
    package var isAdded: Bool { oldSlot == nil }
    /// Whether the setting is in the old document only.
    package var isRemoved: Bool { newSlot == nil }

    /// Every version for which the value is another one.
    package var versions: VersionSet { VersionSet(changes.flatMap { versions(of: $0).stretches }) }

    /// The versions that one of the changes happens for.
    package func versions(of change: ValueChange) -> VersionSet { comparison.table.versions(of: change) }

    /// Appends the bytes of ``versions(of:)`` as a requirement.
    package func write(versionsOf change: ValueChange, to bytes: inout [UInt8]) {
        comparison.table.write(versionsOf: change, to: &bytes)
    }
}

/// The settings that differ, made of what a difference knows when they are asked for.
package struct SettingDifferences: RandomAccessCollection, Sendable {
    private let comparison: ComparedDocuments
    private let settings: [ChangeTable.Setting]

    package var startIndex: Int { 0 }
    package var endIndex: Int { settings.count }

    init(_ settings: [ChangeTable.Setting], in comparison: ComparedDocuments) {
        self.settings = settings
        self.comparison = comparison
    }

    package subscript(index: Int) -> SettingDifference { SettingDifference(settings[index], in: comparison) }
}

/// Two documents and all that changes between them, behind one reference: what is made of it is small.
final class ComparedDocuments: Sendable {
    let old: SettingsDocument
    let new: SettingsDocument
    let table: ChangeTable

    init(_ old: SettingsDocument, _ new: SettingsDocument, _ table: ChangeTable) {
        self.old = old
        self.new = new
        self.table = table
    }
}
