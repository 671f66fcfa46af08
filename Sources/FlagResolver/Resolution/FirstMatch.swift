/// The one rule: the first entry, in document order, whose requirement contains the app version wins.
extension LoadedSettings {
    /// The position in ``entries`` of the first one at or after `start` that contains a version.
    ///
    /// - Returns: `end` if there is none.
    @inline(__always)
    func firstMatch(from start: Int, to end: Int, for version: AppVersion, words: VersionWords) -> Int {
        guard let word = words.narrowed else {
            return Self.firstMatch(among: entries, from: start, to: end, for: version, sets: sets)
        }
        var entry = start
        while entry < end {
            let bounds = narrowBounds[entry]
            if bounds.contains(word) { return entry }
            if bounds.isOpen, Self.isMatch(entries, entry, for: version, sets: sets) { return entry }
            entry += 1
        }
        return end
    }

    /// The same for a version with a component that is not small.
    @inline(never)
    private static func firstMatch(
        among entries: [EntryRecord],
        from start: Int,
        to end: Int,
        for version: AppVersion,
        sets: [VersionSet]
    ) -> Int {
        var entry = start
        while entry < end {
            if isMatch(entries, entry, for: version, sets: sets) { return entry }
            entry += 1
        }
        return end
    }

    // The tables as arguments: the settings as a whole would be copied to be lent.
    @inline(never)
    private static func isMatch(
        _ entries: [EntryRecord],
        _ entry: Int,
        for version: AppVersion,
        sets: [VersionSet]
    ) -> Bool {
        entries[entry].bounds.contains(version, words: version.words, sets: sets)
    }
}

/// The one test of eligibility: the resolver and the analysis skip the same entries.
extension SettingRecord {
    /// Whether an entry of the setting can win: its value is of the declared type, where the setting declares one.
    ///
    /// Typed reads are stricter, and skip every value that is not of the type that is read.
    @inline(__always)
    package func isEligible(_ entry: EntryRecord, in tree: JSONTree) -> Bool {
        !hasMistypedEntries || declaredType.contains(Int(entry.value), of: tree)
    }
}
