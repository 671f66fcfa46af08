/// The names of a document's settings: the name of each setting, and the setting of each name.
package struct SettingNames: Sendable {
    /// All names as UTF-8, one after the other.
    package private(set) var bytes: [UInt8] = []

    /// Where each name starts in ``bytes``, and where the last one ends.
    private var starts: [UInt32] = [0]

    /// The setting of a name by the hash of the name, or by the next free number after it.
    ///
    /// Names come from the network, so they are hashed with the secrets of ``ByteHash``.
    private var settings: [UInt64: SettingIndex] = [:]

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
        settings = Dictionary(minimumCapacity: starts.count - 1)
        return bytes.withRawSpan { bytes in
            for position in 0..<(starts.count - 1) {
                let setting = SettingIndex(position)
                let name = bytes.extracting(range(of: setting))
                var hash = ByteHash.ofProcess(name)
                while let earlier = settings[hash] {
                    if bytes.extracting(range(of: earlier)).isEqual(to: name) { return (earlier, setting) }
                    hash &+= 1
                }
                settings[hash] = setting
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
        bytes.withRawSpan { bytes in
            var hash = ByteHash.ofProcess(name)
            while let setting = settings[hash] {
                if bytes.extracting(range(of: setting)).isEqual(to: name) { return setting }
                hash &+= 1
            }
            return nil
        }
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
