import FlagResolver

/// Finds the fewest earlier entries that together contain every version of an entry which never wins.
///
/// 1. Where requirements are single stretches, from the lowest version on always the entry that reaches furthest is
///    taken: no cover has fewer.
/// 2. Where one of the earlier requirements has several stretches, finding the fewest is a covering problem, which has
///    no quick solution in general. It is solved exactly by a bounded search; beyond the bound the cover of point 1 is
///    kept, from which no entry can be left out.
struct BlockingEntries {
    /// The positions of the entries, in document order.
    let entries: [Int]
    /// How many more take part: no more than ``greatestCount`` are named.
    var furtherCount = 0

    /// How many there are, named or not.
    var count: Int { entries.count + furtherCount }

    /// Nobody reads a longer list.
    static let greatestCount = 32
}

/// Looks for the blocking entries of one setting; must be asked in ascending order of entries.
struct BlockingEntriesSearch {
    /// How many more covers may be tried, for all entries of the setting together.
    private var remainingTries = 20_000

    /// For each lower cut, in ascending order, the furthest reach of the entries taken in so far, kept as a Fenwick tree.
    private var lowerCuts: [VersionCut] = []
    private var reaches: [Reach?] = []
    private var count = 0
    private var hasSeveralStretches = false

    private struct Reach {
        let upper: VersionCut
        let entry: Int
    }

    /// The blocking entries of an entry that never wins.
    mutating func blockers(of entry: Int, in setting: CheckedSetting) -> BlockingEntries {
        let versions = setting.versions[entry]
        // The winner of the lowest version is the first entry that contains it, and mostly contains all the others.
        let lowest = setting.timeline.parts(sharing: 0, of: versions, ofEntry: entry).lowerBound
        if let winner = setting.timeline.winner(ofPart: lowest),
            versions.isSubset(of: setting.versions[winner])
        {
            return BlockingEntries(entries: [winner])
        }
        takeIn(setting, upTo: entry)
        let cover = furthestReaching(over: versions, setting.versions)
        guard hasSeveralStretches, cover.furtherCount == 0 else { return cover }
        let reduced = withoutNeedless(cover.entries, for: versions, setting.versions)
        let fewer = fewest(for: versions, before: entry, in: setting, fewerThan: reduced.count)
        return BlockingEntries(entries: (fewer ?? reduced).sorted())
    }

    /// Takes in the stretches of all entries before one.
    private mutating func takeIn(_ setting: CheckedSetting, upTo entry: Int) {
        if lowerCuts.isEmpty {
            for position in setting.entries.indices where setting.entries[position].takesPart {
                lowerCuts += setting.versions[position].stretches.map(\.lower)
            }
            lowerCuts.sort()
            reaches = Array(repeating: nil, count: lowerCuts.count + 1)
        }
        while count < entry {
            if setting.entries[count].takesPart {
                let versions = setting.versions[count]
                if versions.stretchCount > 1 { hasSeveralStretches = true }
                for index in 0..<versions.stretchCount { insert(versions.stretch(at: index), of: count) }
            }
            count += 1
        }
    }

    private mutating func insert(_ stretch: VersionStretch, of entry: Int) {
        var place = rank(above: stretch.lower)
        while place < reaches.count {
            if reaches[place].map({ $0.upper < stretch.upper }) ?? true {
                reaches[place] = Reach(upper: stretch.upper, entry: entry)
            }
            place += place & -place
        }
    }

    /// The number of lower cuts at a cut or below it.
    private func rank(above cut: VersionCut) -> Int {
        var low = 0
        var high = lowerCuts.count
        while low < high {
            let middle = (low + high) / 2
            if lowerCuts[middle] <= cut { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The furthest reach of the stretches that begin at a cut or below it.
    private func furthestReach(from cut: VersionCut) -> Reach? {
        var place = rank(above: cut)
        var best: Reach?
        while place > 0 {
            if let reach = reaches[place] {
                let isBetter = best.map {
                    $0.upper < reach.upper || ($0.upper == reach.upper && reach.entry < $0.entry)
                }
                if isBetter ?? true { best = reach }
            }
            place -= place & -place
        }
        return best
    }

    /// The cover of point 1.
    ///
    /// Where it is long it is not named in full, but counted. That costs little for all entries together: over the
    /// versions of an entry that was asked for before, that entry itself reaches furthest.
    private func furthestReaching(over versions: VersionSet, _ entries: [VersionSet]) -> BlockingEntries {
        var chosen: [Int] = []
        var isChosen: Set<Int> = []
        var furtherCount = 0
        for stretch in versions.stretches {
            var cut = stretch.lower
            if let last = chosen.last { cut = max(cut, entries[last].reach(from: cut)) }
            while cut < stretch.upper, let reach = furthestReach(from: cut), cut < reach.upper {
                cut = reach.upper
                guard isChosen.insert(reach.entry).inserted else { continue }
                if chosen.count < BlockingEntries.greatestCount {
                    chosen.append(reach.entry)
                } else {
                    furtherCount += 1
                }
            }
        }
        return BlockingEntries(entries: chosen.sorted(), furtherCount: furtherCount)
    }

    /// The entries without those that the others make needless.
    private func withoutNeedless(
        _ cover: [Int], for versions: VersionSet, _ entries: [VersionSet]
    ) -> [Int] {
        var kept = cover
        for candidate in cover.reversed() {
            let others = kept.filter { $0 != candidate }
            let union = VersionSet(others.flatMap { entries[$0].stretches })
            if versions.isSubset(of: union) { kept = others }
        }
        return kept
    }

    /// A cover of fewer entries, if there is one and it is found in time.
    private mutating func fewest(
        for versions: VersionSet, before entry: Int, in setting: CheckedSetting, fewerThan count: Int
    ) -> [Int]? {
        for size in 1..<max(1, count) {
            if let found = cover(of: versions, before: entry, in: setting, size: size) { return found }
        }
        return nil
    }

    /// A cover of at most so many entries: one of them contains the lowest version that is left.
    private mutating func cover(
        of versions: VersionSet, before entry: Int, in setting: CheckedSetting, size: Int
    ) -> [Int]? {
        guard !versions.isEmpty else { return [] }
        guard size > 0 else { return nil }
        let lowest = versions.stretch(at: 0).lower
        for candidate in 0..<entry where setting.entries[candidate].takesPart {
            guard remainingTries > 0 else { return nil }
            remainingTries -= 1
            guard setting.versions[candidate].reach(from: lowest) > lowest else { continue }
            let rest = versions.subtracting(setting.versions[candidate])
            if let others = cover(of: rest, before: entry, in: setting, size: size - 1) { return [candidate] + others }
        }
        return nil
    }
}

extension VersionSet {
    /// How far the set contains all versions from a cut on; the cut itself where it contains none there.
    fileprivate func reach(from cut: VersionCut) -> VersionCut {
        for index in 0..<stretchCount {
            let stretch = stretch(at: index)
            if stretch.lower <= cut, cut < stretch.upper { return stretch.upper }
        }
        return cut
    }
}
