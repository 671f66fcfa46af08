package import FlagResolver

/// One or several settings by their names: a setting, a group, or a pattern.
///
/// 1. The name of a setting stands for that setting alone.
/// 2. Otherwise the name of a group stands for all settings in it and in its groups.
/// 3. Otherwise each `*` stands for any characters, as in `checkout.*` and `*.enabled`.
package struct SettingPattern: Hashable, Sendable {
    package let text: String
    /// The parts between the asterisks.
    private let parts: [[UInt8]]

    package init(_ text: String) {
        self.text = text
        parts = text.utf8.split(separator: UInt8(ascii: "*"), omittingEmptySubsequences: false).map { Array($0) }
    }

    /// Whether the text contains an asterisk.
    package var hasWildcard: Bool { parts.count > 1 }

    /// The settings of a document that the pattern stands for, in document order.
    ///
    /// - Complexity: O(1) for the name of a setting, otherwise linear in the names of all settings.
    package func settings(in document: SettingsDocument) -> [SettingIndex] {
        if let setting = document.index(named: text) { return [setting] }
        guard !hasWildcard, let group = parts.first else {
            return document.indices.filter { matches(document.nameBytes(of: $0)) }
        }
        // Thousands of policies can name unknown settings, and one byte excludes most names.
        var found: [SettingIndex] = []
        document.loaded.names.forEach(Array(document.indices)) { index, bytes, start, end in
            guard end - start > group.count, bytes.byte(at: start + group.count) == UInt8(ascii: "."),
                group.indices.allSatisfy({ bytes.byte(at: start + $0) == group[$0] })
            else { return }
            found.append(SettingIndex(index))
        }
        return found
    }

    /// Whether the pattern stands for a setting of that name.
    ///
    /// A document can have both a setting and a group of one name; ``settings(in:)`` then chooses the setting.
    package func matches(_ name: some RandomAccessCollection<UInt8>) -> Bool {
        guard let first = parts.first, let last = parts.last, name.starts(with: first) else { return false }
        guard hasWildcard else {
            let rest = name.dropFirst(first.count)
            return rest.isEmpty || rest.first == UInt8(ascii: ".")
        }
        var rest = name.dropFirst(first.count)
        for part in parts.dropFirst().dropLast() {
            guard let end = Self.end(of: part, in: rest) else { return false }
            rest = rest[end...]
        }
        return rest.count >= last.count && rest.suffix(last.count).elementsEqual(last)
    }

    /// The pattern that was most likely meant by one that stands for no setting; `nil` if none is similar enough.
    ///
    /// Every part between dots that has no asterisk, and that no name has, becomes the nearest part of the names:
    /// `aiCht.*` is `aiChat.*`.
    ///
    /// - Complexity: O(*names* × *parts*). Long patterns have no suggestion.
    package func nearest(in names: some Sequence<String>) -> SettingPattern? {
        guard partCount <= Self.maximumPartCount else { return nil }
        let names = Array(names)
        let known = Set(names.flatMap { $0.parts(separatedBy: ".", omittingEmpty: true).map { String($0) } })
        var parts: [String] = []
        for part in text.parts(separatedBy: ".").map({ String($0) }) {
            guard !part.containsByte("*"), !known.contains(part) else {
                parts.append(part)
                continue
            }
            guard let nearest = Spelling.nearest(to: part, in: known) else { return nil }
            parts.append(nearest)
        }
        let pattern = SettingPattern(parts.joined(separator: "."))
        return pattern != self && names.contains { pattern.matches(Array($0.utf8)) } ? pattern : nil
    }

    /// The number of parts between dots.
    package var partCount: Int { text.utf8.reduce(1) { $1 == UInt8(ascii: ".") ? $0 + 1 : $0 } }

    private static let maximumPartCount = 64

    /// The end of the first occurrence of a part.
    private static func end<Bytes: RandomAccessCollection<UInt8>>(of part: [UInt8], in bytes: Bytes) -> Bytes.Index? {
        guard let first = part.first else { return bytes.startIndex }
        var rest = bytes[...]
        while let start = rest.firstIndex(of: first) {
            rest = rest[start...]
            if rest.starts(with: part) { return rest.index(start, offsetBy: part.count) }
            rest = rest.dropFirst()
        }
        return nil
    }
}

extension SuggestionBudget {
    /// The setting that was most likely meant; `nil` if none is similar enough, or too many names have been compared.
    package mutating func nearestSetting(to name: String, in document: SettingsDocument) -> String? {
        guard allows(document.indices.count) else { return nil }
        return Spelling.nearestSetting(to: name, in: document.indices.lazy.map { document.name(of: $0) })
    }

    /// What was most likely meant by a pattern or a name that stands for no setting; `nil` if nothing is similar enough, or
    /// too many names have been compared.
    package mutating func nearest(to pattern: SettingPattern, in document: SettingsDocument) -> String? {
        guard pattern.hasWildcard else { return nearestSetting(to: pattern.text, in: document) }
        guard allows(document.indices.count * pattern.partCount) else { return nil }
        return pattern.nearest(in: document.indices.lazy.map { document.name(of: $0) })?.text
    }
}

extension SettingsDocument {
    /// The names of all settings and groups, for suggestions.
    package var namesOfSettingsAndGroups: Set<String> {
        var names: Set<String> = []
        for setting in indices {
            let name = name(of: setting)
            names.insert(name)
            var end = name.utf8.endIndex
            while let dot = name.utf8[..<end].lastIndex(of: UInt8(ascii: ".")) {
                // If the group is known, so are the groups around it.
                guard names.insert(String(Substring(name.utf8[..<dot]))).inserted else { break }
                end = dot
            }
        }
        return names
    }
}
