import FlagResolver

/// Finds earlier entries that share versions with an entry, have others beside them, and give another value.
///
/// Such a rival wins for versions of the entry; it is looked for among the winners of the parts that the entry shares.
struct RivalSearch {
    /// For settings of many parts: how far the winner of each part reaches downwards and upwards.
    private var reaches: (downwards: FurthestWinner, upwards: FurthestWinner)?
    /// For each entry the one for which it was looked at last, so that no winner counts twice.
    private var lookedAtFor: [Int]

    /// So few parts are looked at one by one faster than a tree over them is built.
    private static let fewParts = 64
    /// How many parts are looked at to count rivals: more would make it quadratic where all entries overlap.
    private static let greatestPartCount = 64

    init(in setting: CheckedSetting) {
        lookedAtFor = Array(repeating: -1, count: setting.entries.count)
        guard setting.timeline.parts.count > Self.fewParts else { return }
        reaches = (
            FurthestWinner(Self.candidates(in: setting, isDownwards: true)),
            FurthestWinner(Self.candidates(in: setting, isDownwards: false))
        )
    }

    /// The winner of each part with the rank of its reach among those of all winners.
    private static func candidates(in setting: CheckedSetting, isDownwards: Bool) -> [FurthestWinner.Candidate] {
        func reach(_ entry: Int) -> VersionCut {
            isDownwards ? setting.versions[entry].lowestCut : setting.versions[entry].highestCut
        }
        let winners = setting.entries.indices.filter { !setting.timeline.neverWins($0) }
        let reaches = winners.map { (entry: $0, cut: reach($0)) }
            .sorted { isDownwards ? $0.cut < $1.cut : $1.cut < $0.cut }
        var ranks = Array(repeating: 0, count: setting.entries.count)
        for index in reaches.indices.dropFirst() {
            let isSame = reaches[index].cut == reaches[index - 1].cut
            ranks[reaches[index].entry] = ranks[reaches[index - 1].entry] + (isSame ? 0 : 1)
        }
        return setting.timeline.parts.indices.map { part in
            guard let winner = setting.timeline.winner(ofPart: part) else { return .none }
            return FurthestWinner.Candidate(
                part: part, rank: ranks[winner], valueClass: setting.timeline.entryClasses[winner])
        }
    }

    /// A rival of an entry; `nil` where there is none.
    ///
    /// - Complexity: O(log *n*) for an entry of one stretch, else linear in the parts that it shares.
    func rival(of position: Int, in setting: CheckedSetting) -> Int? {
        let versions = setting.versions[position]
        guard let reaches, versions.stretchCount == 1 else { return firstRival(of: position, in: setting) }
        let valueClass = setting.timeline.entryClasses[position]
        let parts = setting.timeline.parts(sharing: 0, of: versions, ofEntry: position)
        if let part = reaches.downwards.furthest(in: parts, otherThan: valueClass),
            let winner = setting.timeline.winner(ofPart: part),
            setting.versions[winner].lowestCut < versions.lowestCut
        {
            return winner
        }
        if let part = reaches.upwards.furthest(in: parts, otherThan: valueClass),
            let winner = setting.timeline.winner(ofPart: part),
            versions.highestCut < setting.versions[winner].highestCut
        {
            return winner
        }
        return nil
    }

    /// The same for any entry, by looking at each part that it shares.
    ///
    /// - Complexity: Linear in these parts.
    private func firstRival(of position: Int, in setting: CheckedSetting) -> Int? {
        let versions = setting.versions[position]
        let classes = setting.timeline.entryClasses
        var last: Int?
        for index in 0..<versions.stretchCount {
            for part in setting.timeline.parts(sharing: index, of: versions, ofEntry: position) {
                guard let winner = setting.timeline.winner(ofPart: part), classes[winner] != classes[position],
                    last != winner
                else { continue }
                if !setting.versions[winner].isSubset(of: versions) { return winner }
                last = winner
            }
        }
        return nil
    }

    /// How many rivals an entry has beside one.
    struct Further {
        var count = 0
        /// Whether there are parts that were not looked at, so that there may be more.
        var mayBeMore = false
    }

    /// Counts the rivals of an entry without one of them.
    ///
    /// - Complexity: O(*s* + log *n*) in the number of stretches of the entry.
    mutating func further(besides known: Int, of position: Int, in setting: CheckedSetting) -> Further {
        let versions = setting.versions[position]
        let valueClass = setting.timeline.entryClasses[position]
        var result = Further()
        var left = Self.greatestPartCount
        lookedAtFor[known] = position
        for index in 0..<versions.stretchCount {
            for part in setting.timeline.parts(sharing: index, of: versions, ofEntry: position) {
                guard left > 0 else {
                    result.mayBeMore = true
                    return result
                }
                left -= 1
                guard let winner = setting.timeline.winner(ofPart: part), lookedAtFor[winner] != position else {
                    continue
                }
                lookedAtFor[winner] = position
                guard setting.timeline.entryClasses[winner] != valueClass,
                    !setting.versions[winner].isSubset(of: versions)
                else { continue }
                result.count += 1
            }
        }
        return result
    }
}

extension VersionSet {
    /// The cut below all versions of the set, which has some.
    fileprivate var lowestCut: VersionCut { stretch(at: 0).lower }

    /// The cut above all versions of the set, which has some.
    fileprivate var highestCut: VersionCut { stretch(at: stretchCount - 1).upper }
}
