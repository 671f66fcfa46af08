/// Identifies a setting of a document: its position among all settings, in document order.
///
/// It means nothing in another document. Use ``SettingsDocument/index(named:)`` to find the setting there.
package struct SettingIndex: Hashable, Sendable, BitwiseCopyable {
    private let rawValue: UInt32

    /// The index of the setting at a position, counted from 0.
    package init(_ position: Int) {
        rawValue = UInt32(clamping: position)
    }

    /// The position among the settings of the document, counted from 0.
    package var position: Int { Int(rawValue) }
}

/// Identifies a well-formed entry of a document: its position among the well-formed entries of all settings.
///
/// Unlike ``EntryRecord/documentIndex``, it does not count malformed entries, and does not start at 0 in each setting.
package struct EntryIndex: Hashable, Sendable, BitwiseCopyable {
    private let rawValue: UInt32

    /// The index of the entry at a position, counted from 0.
    package init(_ position: Int) {
        rawValue = UInt32(clamping: position)
    }

    /// The position among the well-formed entries of the document, counted from 0.
    package var position: Int { Int(rawValue) }
}

extension SettingIndex: Strideable {
    package static func < (left: SettingIndex, right: SettingIndex) -> Bool { left.rawValue < right.rawValue }
    package func distance(to other: SettingIndex) -> Int { other.position - position }
    package func advanced(by distance: Int) -> SettingIndex { SettingIndex(position + distance) }
}

extension EntryIndex: Strideable {
    package static func < (left: EntryIndex, right: EntryIndex) -> Bool { left.rawValue < right.rawValue }
    package func distance(to other: EntryIndex) -> Int { other.position - position }
    package func advanced(by distance: Int) -> EntryIndex { EntryIndex(position + distance) }
}
