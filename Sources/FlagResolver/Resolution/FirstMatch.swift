/// The one rule: the first entry, in document order, whose requirement contains the app version wins.
extension LoadedSettings {
    /// The index in ``entries`` of the first entry at or after `start` that is for a version; `end` if there is none.
    ///
    /// - Complexity: O(*n*) in the number of entries that are looked at.
    func firstMatch(from start: Int, to end: Int, for version: AppVersion) -> Int {
        var entry = start
        while entry < end, !entries[entry].bounds.contains(version, sets: sets) { entry += 1 }
        return entry
    }
}
