/// The one rule: the first entry, in document order, whose requirement contains the app version wins.
extension LoadedSettings {
    /// How many entries are looked at before it is asked whether one of them matched.
    private static var stride: Int { 4 }

    /// The position in ``entries`` of the first one at or after `start` that contains a version.
    ///
    /// Which entry it is nobody can guess, so that it is not branched on: most settings have few entries, and looking at
    /// all of them takes less time than one wrong guess of the processor.
    ///
    /// - Returns: `end` if there is none.
    @inline(__always)
    func firstMatch(from start: Int, to end: Int, for version: AppVersion, words: VersionWords) -> Int {
        var start = start
        while start < end {
            let count = min(Self.stride, end &- start)
            var matches: UInt64 = 0
            var others: UInt64 = 0
            for index in 0..<count {
                let bounds = entries[start &+ index].bounds
                matches |= bounds.contains(words) &<< UInt64(truncatingIfNeeded: index)
                others |= bounds.isInSets
            }
            guard others == 0 else { return firstMatchInSets(from: start, to: end, for: version, words: words) }
            let offset = min(matches.trailingZeroBitCount, count)
            start &+= offset
            if offset < count { return start }
        }
        return end
    }

    /// The same where some entries have sets that do not fit into ``EntryBounds``.
    @inline(never)
    private func firstMatchInSets(
        from start: Int,
        to end: Int,
        for version: AppVersion,
        words: VersionWords
    ) -> Int {
        var entry = start
        while entry < end {
            if entries[entry].bounds.contains(version, words: words, sets: sets) { return entry }
            entry += 1
        }
        return end
    }
}
