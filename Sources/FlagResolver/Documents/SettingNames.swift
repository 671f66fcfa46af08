/// The names of a document's settings: the name of each setting, and the setting of each name.
package struct SettingNames: Sendable {
    /// All names as UTF-8, one after the other.
    package private(set) var bytes: [UInt8] = []

    /// Where each name starts in ``bytes``, and where the last one ends.
    private var starts: [UInt32] = [0]

    /// The positions of the settings in the order of the hashes of their names, for linear probing.
    ///
    /// The count is a power of two and at least twice that of the names, so a name is at its hash or close after it. A
    /// dictionary would more than double the cost of reading a value by name; see `Docs/Performance.md`, *Ablations*.
    private var table = [Self.free, Self.free]

    private static let free = UInt32.max

    private let hash = ByteHash.ofProcess

    init() {}

    /// Reserves memory for a number of names.
    mutating func reserveCapacity(_ count: Int) {
        starts.reserveCapacity(count + 1)
        bytes.reserveCapacity(count * 16)
    }

    /// Appends the name of the next setting: a prefix and the content of a key.
    mutating func append(prefix: [UInt8], key: JSONNode, in document: RawSpan) {
        bytes += prefix
        JSONStringContent.append(key, in: document, to: &bytes)
        starts.append(UInt32(clamping: bytes.count))
    }

    /// Prepares ``index(named:)``, once all names are appended.
    ///
    /// - Returns: The first two settings with the same name; `nil` if all names differ.
    mutating func makeIndex() -> (first: SettingIndex, second: SettingIndex)? {
        let count = starts.count - 1
        var size = 2
        while size < 2 * count { size *= 2 }
        table = [UInt32](repeating: Self.free, count: size)
        return bytes.withRawSpan { bytes in
            for position in 0..<count {
                let setting = SettingIndex(position)
                let found = find(bytes.extracting(range(of: setting)), in: bytes)
                if let earlier = found.setting { return (earlier, setting) }
                table[found.slot] = UInt32(clamping: position)
            }
            return nil
        }
    }

    /// The setting with a name, compared byte by byte; `nil` if there is none.
    ///
    /// - Complexity: O(*n*) in the length of the name.
    package func index(named name: String) -> SettingIndex? {
        name.withUTF8Bytes { index(named: $0) }
    }

    /// The setting with the same name as a setting of another document; `nil` if there is none.
    package func index(namedAs setting: SettingIndex, of other: SettingNames) -> SettingIndex? {
        other.bytes.withRawSpan { index(named: $0.extracting(other.range(of: setting))) }
    }

    private func index(named name: RawSpan) -> SettingIndex? {
        bytes.withRawSpan { find(name, in: $0).setting }
    }

    /// The setting with a name, or the slot of the table where it belongs.
    private func find(_ name: RawSpan, in bytes: RawSpan) -> (setting: SettingIndex?, slot: Int) {
        let mask = table.count - 1
        var slot = Int(truncatingIfNeeded: hash(name)) & mask
        while table[slot] != Self.free {
            let setting = SettingIndex(Int(table[slot]))
            let range = range(of: setting)
            if range.count == name.byteCount, bytes.isEqual(at: range.lowerBound, to: name, at: 0, count: range.count) {
                return (setting, slot)
            }
            slot = (slot + 1) & mask
        }
        return (nil, slot)
    }

    /// Calls a closure with the name of each of some settings, as a part of the bytes of all names.
    package func forEach(
        _ settings: [SettingIndex], _ body: (_ index: Int, _ bytes: RawSpan, _ start: Int, _ end: Int) -> Void
    ) {
        bytes.withRawSpan { bytes in
            for (index, setting) in settings.enumerated() {
                let name = range(of: setting)
                body(index, bytes, name.lowerBound, name.upperBound)
            }
        }
    }

    /// The name of a setting, as UTF-8.
    package subscript(setting: SettingIndex) -> ArraySlice<UInt8> { bytes[range(of: setting)] }

    /// Where the name of a setting is in ``bytes``.
    package func range(of setting: SettingIndex) -> Range<Int> {
        Int(starts[setting.position])..<Int(starts[setting.position + 1])
    }
}
