/// The one rule of resolution: the first entry, in document order, whose condition holds wins.
///
/// If no entry wins, the default of the setting applies. Everything that resolves a setting for one context calls
/// ``winner(among:holds:value:)``. The analysis applies the same rule to all versions at once.
enum FirstMatch {
    /// The entry that wins, and its value.
    ///
    /// - Parameters:
    ///   - entries: The positions of the entries, in document order.
    ///   - holds: Whether the condition of an entry holds.
    ///   - value: The value of an entry; `nil` if the entry is not eligible, because its value has the wrong type.
    /// - Returns: `nil` if no entry wins.
    /// - Complexity: O(*n*) for *n* entries.
    @inline(__always)
    static func winner<Value>(
        among entries: Range<Int>,
        holds: (Int) -> Bool,
        value: (Int) -> Value?
    ) -> (entry: Int, value: Value)? {
        var entry = entries.lowerBound
        while entry < entries.upperBound {
            if holds(entry), let value = value(entry) { return (entry, value) }
            entry += 1
        }
        return nil
    }
}

/// An app version in the forms in which the bounds of entries are compared with it.
struct PreparedVersion {
    let version: AppVersion
    let words: VersionWords
    let narrowed: UInt64?

    init(_ version: AppVersion) {
        self.version = version
        words = version.words
        narrowed = words.narrowed
    }
}

extension LoadedSettings {
    /// Whether the condition of an entry holds for an app version.
    @inline(__always)
    func holds(_ entry: Int, for version: PreparedVersion) -> Bool {
        guard let narrowed = version.narrowed else { return isInBounds(entry, version) }
        let bounds = narrowBounds[entry]
        return bounds.contains(narrowed) || (bounds.isOpen && isInBounds(entry, version))
    }

    @inline(never)
    private func isInBounds(_ entry: Int, _ version: PreparedVersion) -> Bool {
        entries[entry].bounds.contains(version.version, words: version.words, sets: sets)
    }
}
