import FlagResolver

/// Numbers the different cuts that it meets.
///
/// Documents have tens of thousands of cuts and few different ones. Most of these are packed versions, for which a
/// table of its own costs a fraction of what a general one does.
struct CutNumbers {
    /// The different cuts, each at its number.
    private(set) var cuts: [VersionCut] = []

    private var packed: [PackedVersion] = []
    /// Open addressing: numbers plus one, and zero for a free place. The count is a power of two.
    private var places: [Int] = Array(repeating: 0, count: 64)
    private var others: [VersionCut: Int] = [:]

    var count: Int { cuts.count }

    /// The number of a cut: a new one where no equal cut was met before.
    ///
    /// - Complexity: O(1) on average.
    mutating func number(of cut: VersionCut) -> Int {
        guard !cut.isPacked else { return number(of: cut.packed) }
        if let known = others[cut] { return known }
        others[cut] = cuts.count
        cuts.append(cut)
        packed.append(cut.packed)
        return cuts.count - 1
    }

    /// The number of the cut that is a packed version and nothing else.
    ///
    /// - Complexity: O(1) on average.
    mutating func number(of cut: PackedVersion) -> Int {
        var place = Self.hash(cut) & (places.count - 1)
        while places[place] > 0 {
            if packed[places[place] - 1] == cut { return places[place] - 1 }
            place = (place + 1) & (places.count - 1)
        }
        cuts.append(VersionCut(cut))
        packed.append(cut)
        places[place] = cuts.count
        if 2 * cuts.count > places.count { grow() }
        return cuts.count - 1
    }

    private mutating func grow() {
        let old = places
        places = Array(repeating: 0, count: 2 * old.count)
        for taken in old where taken > 0 {
            var place = Self.hash(packed[taken - 1]) & (places.count - 1)
            while places[place] > 0 { place = (place + 1) & (places.count - 1) }
            places[place] = taken
        }
    }

    private static func hash(_ version: PackedVersion) -> Int {
        let product = (version.high ^ 0x9E37_79B9_7F4A_7C15).multipliedFullWidth(
            by: version.low ^ 0xD6E8_FEB8_6659_FD93)
        return Int(truncatingIfNeeded: product.high ^ product.low)
    }
}
