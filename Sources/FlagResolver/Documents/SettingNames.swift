/// The names of a document's settings: from a setting to its name, and from a name to its setting.
package struct SettingNames: Sendable {
    /// All names, one after the other, as UTF-8.
    package private(set) var bytes: [UInt8] = []

    /// Where each name starts in ``bytes``, and after the last one where that ends.
    private var starts: [UInt32] = [0]

    /// The way back, once all names are known.
    private var index = NameIndex.empty

    init() {}

    /// Makes room for a number of names.
    mutating func reserveCapacity(_ count: Int) {
        starts.reserveCapacity(count + 1)
        bytes.reserveCapacity(count * 16)
    }

    /// Adds the name of the next setting: a prefix and the content of a key.
    mutating func append(prefix: [UInt8], key: JSONNode, in document: RawSpan) {
        prefix.withRawSpan { bytes.append($0, from: 0, to: $0.byteCount) }
        JSONStringContent.append(key, in: document, to: &bytes)
        starts.append(UInt32(clamping: bytes.count))
    }

    /// Readies the names for being looked up.
    ///
    /// - Returns: The settings of the first two equal names, or `nil` if there are none.
    mutating func makeIndex() -> (first: SettingIndex, second: SettingIndex)? {
        do {
            index = try NameIndex.make(of: bytes, starts: starts)
            return nil
        } catch {
            return (SettingIndex(error.first), SettingIndex(error.second))
        }
    }

    /// The setting of a name, compared byte by byte; `nil` if there is none.
    ///
    /// - Complexity: O(1) for names whose hashes spread, as they do: the hash has a secret of the process.
    @inline(__always)
    func index(named name: String) -> SettingIndex? {
        index.position(named: name).map { SettingIndex($0) }
    }

    /// The setting of the name that another document's setting has; `nil` if there is none.
    package func index(namedAs setting: SettingIndex, of other: SettingNames) -> SettingIndex? {
        let name = other.range(of: setting)
        return other.bytes.withRawSpan { index.position(of: $0.extracting(name)).map { SettingIndex($0) } }
    }

    /// Calls a closure with the name of each of some settings, as a part of the bytes of all names.
    package func forEach(
        _ settings: [SettingIndex], _ body: (_ index: Int, _ bytes: RawSpan, _ start: Int, _ end: Int) -> Void
    ) {
        bytes.withRawSpan { bytes in
            for index in settings.indices {
                let name = range(of: settings[index])
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
