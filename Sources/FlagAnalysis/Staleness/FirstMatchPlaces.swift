import FlagResolver

/// The version line, cut at a floor and at every cut of some sets: between two cuts lies one place.
///
/// It knows which places each set contains, and in which of them each set is the first that does.
struct FirstMatchPlaces {
    let count: Int
    /// The places from the floor up.
    let supported: Range<Int>
    /// The places that each set contains.
    let contained: [[Range<Int>]]
    /// The places in which each set is the first.
    let won: [[Int]]
    /// The first set of each place; `nil` where none contains it.
    let winners: [Int?]

    /// - Complexity: O(*n* log *n*) in the number of stretches of all sets.
    init(_ sets: [VersionSet], from floor: VersionCut) {
        let stretches = sets.map(\.stretches)
        var cuts = [VersionCut.lowest, floor]
        for stretch in stretches.joined() {
            cuts.append(stretch.lower)
            if stretch.upper < .highest { cuts.append(stretch.upper) }
        }
        cuts.sort()
        var distinct: [VersionCut] = []
        for cut in cuts where cut != distinct.last { distinct.append(cut) }
        let end = distinct.count
        count = end
        supported = Self.position(of: floor, in: distinct)..<end
        contained = stretches.map { stretches in
            stretches.map { stretch in
                let last = stretch.upper == .highest ? end : Self.position(of: stretch.upper, in: distinct)
                return Self.position(of: stretch.lower, in: distinct)..<last
            }
        }

        var winners = [Int?](repeating: nil, count: count)
        var won = [[Int]](repeating: [], count: sets.count)
        // Where to look for the next place that no set has taken; each search shortens the way of the later ones.
        var free = Array(0...count)
        for (position, ranges) in contained.enumerated() {
            for range in ranges {
                var place = Self.nextFree(range.lowerBound, &free)
                while place < range.upperBound {
                    winners[place] = position
                    won[position].append(place)
                    free[place] = place + 1
                    place = Self.nextFree(place, &free)
                }
            }
        }
        self.winners = winners
        self.won = won
    }

    private static func nextFree(_ place: Int, _ free: inout [Int]) -> Int {
        var end = place
        while free[end] != end { end = free[end] }
        var step = place
        while free[step] != end, step != end { (step, free[step]) = (free[step], end) }
        return end
    }

    /// The position of a cut that is there.
    private static func position(of cut: VersionCut, in cuts: [VersionCut]) -> Int {
        var low = 0
        var high = cuts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if cuts[middle] <= cut { low = middle } else { high = middle }
        }
        return low
    }
}
