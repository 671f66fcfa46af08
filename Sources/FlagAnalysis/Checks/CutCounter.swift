import FlagResolver

/// Counts the different cuts between the two ends of the version line.
///
/// Documents have tens of thousands of cuts and few different ones. Most of these are two machine words, for which a
/// table of its own costs a fraction of what a general set does.
struct CutCounter {
    private(set) var count = 0
    /// Open addressing; the lowest cut, which is not counted, stands for a free place.
    private var places: [VersionWords] = Array(repeating: VersionCut.lowest.words, count: 64)
    private var ordinaryCount = 0
    private var others: Set<VersionCut> = []

    mutating func insert(_ cut: VersionCut) {
        guard cut != .lowest, cut != .highest else { return }
        // With a detail the words do not say all.
        guard !cut.words.leavesOrderOpen else {
            if others.insert(cut).inserted { count += 1 }
            return
        }
        if insert(cut.words) {
            count += 1
            ordinaryCount += 1
            if 2 * ordinaryCount > places.count { grow() }
        }
    }

    private mutating func insert(_ words: VersionWords) -> Bool {
        var place = Int(truncatingIfNeeded: Self.hash(words)) & (places.count - 1)
        while places[place] != VersionCut.lowest.words {
            if places[place] == words { return false }
            place = (place + 1) & (places.count - 1)
        }
        places[place] = words
        return true
    }

    private mutating func grow() {
        let old = places
        places = Array(repeating: VersionCut.lowest.words, count: 2 * old.count)
        for words in old where words != VersionCut.lowest.words { _ = insert(words) }
    }

    private static func hash(_ words: VersionWords) -> UInt64 {
        let product = (words.high ^ 0x9E37_79B9_7F4A_7C15).multipliedFullWidth(by: words.low ^ 0xD6E8_FEB8_6659_FD93)
        return product.high ^ product.low
    }
}
