package import FlagResolver

/// Sorts settings by the bytes of their names.
///
/// The first sixteen bytes after the common prefix of all names are compared as two machine words. They decide nearly
/// every comparison.
package struct NameOrder {
    private struct Key {
        let high: UInt64
        let low: UInt64
        let settingIndex: SettingIndex
    }

    private let names: SettingNames
    private let bytes: [UInt8]

    package init(_ settings: SettingsDocument) {
        names = settings.loaded.names
        bytes = names.bytes
    }

    /// Settings in the order of their names.
    ///
    /// - Complexity: O(*n* log *n*) in the number of settings.
    package func sorted(_ settings: [SettingIndex]) -> [SettingIndex] {
        let shared = sharedLength(of: settings)
        var keys = settings.map { settingIndex in
            let name = names.range(of: settingIndex)
            let start = name.lowerBound + shared
            let end = name.upperBound
            return Key(
                high: word(from: start, to: end), low: word(from: start + 8, to: end), settingIndex: settingIndex)
        }
        keys.sort { left, right in
            if left.high != right.high { return left.high < right.high }
            if left.low != right.low { return left.low < right.low }
            return names[left.settingIndex].lexicographicallyPrecedes(names[right.settingIndex])
        }
        return keys.map(\.settingIndex)
    }

    /// The length of the longest common prefix of the names.
    private func sharedLength(of settings: [SettingIndex]) -> Int {
        guard let first = settings.first else { return 0 }
        let model = names.range(of: first)
        var shared = model.count
        for settingIndex in settings {
            let name = names.range(of: settingIndex)
            shared = min(shared, name.count)
            var length = 0
            while length < shared, bytes[model.lowerBound + length] == bytes[name.lowerBound + length] { length += 1 }
            shared = length
        }
        return shared
    }

    /// Up to eight bytes as a number with the same order.
    private func word(from start: Int, to end: Int) -> UInt64 {
        var word: UInt64 = 0
        var shift: UInt64 = 64
        var offset = start
        while offset < end, shift > 0 {
            shift -= 8
            word |= UInt64(bytes[offset]) << shift
            offset += 1
        }
        return word
    }
}
