/// The one rule: the first entry, in document order, whose requirement contains the app version wins.
extension LoadedSettings {
    /// The position in ``entries`` of the first one at or after `start` that contains a version.
    ///
    /// - Returns: `end` if there is none.
    func firstMatch(from start: Int, to end: Int, for version: AppVersion, words: VersionWords) -> Int {
        var entry = start
        while entry < end {
            if entries[entry].bounds.contains(version, words: words, sets: sets) { return entry }
            entry += 1
        }
        return end
    }
}
