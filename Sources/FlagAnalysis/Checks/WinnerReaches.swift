import FlagResolver

/// How far the winners of a setting reach, to find those that share versions with an entry and have others beside them.
struct WinnerReaches {
    private let downwards: FurthestWinner
    private let upwards: FurthestWinner

    init(of setting: CheckedSetting) {
        let timeline = setting.timeline
        let entries = setting.entries
        func candidates(_ reach: (VersionSet) -> VersionCut?) -> [FurthestWinner.Candidate?] {
            timeline.parts.enumerated().map { index, part in
                guard let winner = part.winner, let reach = reach(entries[winner].versions) else { return nil }
                return FurthestWinner.Candidate(
                    part: index, reach: reach, valueClass: timeline.entryClasses[winner])
            }
        }
        downwards = FurthestWinner(candidates { $0.isEmpty ? nil : $0.stretch(at: 0).lower }, isDownwards: true)
        upwards = FurthestWinner(
            candidates { $0.isEmpty ? nil : $0.stretch(at: $0.stretchCount - 1).upper }, isDownwards: false)
    }

    /// A winner among an entry's versions that has versions beside them, and another value; `nil` where there is none.
    ///
    /// - Complexity: O(log *n*) for an entry of one stretch, else linear in the parts that it shares.
    func crossing(_ position: Int, in setting: CheckedSetting) -> Int? {
        let timeline = setting.timeline
        let versions = setting.entries[position].versions
        let valueClass = timeline.entryClasses[position]
        guard versions.stretchCount == 1 else { return Self.crossing(position, in: setting) }
        let stretch = versions.stretch(at: 0)
        let parts = timeline.parts(sharing: stretch)
        if let candidate = downwards.furthest(in: parts, otherThan: valueClass), candidate.reach < stretch.lower {
            return timeline.parts[candidate.part].winner
        }
        if let candidate = upwards.furthest(in: parts, otherThan: valueClass), candidate.reach > stretch.upper {
            return timeline.parts[candidate.part].winner
        }
        return nil
    }

    /// The same for any entry, by looking at each part that it shares.
    ///
    /// - Complexity: Linear in these parts.
    static func crossing(_ position: Int, in setting: CheckedSetting) -> Int? {
        let timeline = setting.timeline
        let versions = setting.entries[position].versions
        var last: Int?
        for index in 0..<versions.stretchCount {
            for part in timeline.parts(sharing: versions.stretch(at: index)) {
                guard let winner = timeline.parts[part].winner,
                    timeline.entryClasses[winner] != timeline.entryClasses[position],
                    last != winner
                else { continue }
                if !setting.entries[winner].versions.isSubset(of: versions) { return winner }
                last = winner
            }
        }
        return nil
    }
}

extension WinnerReaches {
    /// How many winners there are like the one that ``crossing(_:in:)`` finds.
    struct FurtherRivals {
        var count = 0
        /// Whether there are parts that were not looked at, so that there may be more.
        var mayBeMore = false
    }

    /// How many parts are looked at: more would make the search quadratic where all entries overlap.
    private static let greatestPartCount = 64

    /// The winners among an entry's versions that have versions beside them, and another value, without one of them.
    ///
    /// - Complexity: O(*s* + log *n*) in the number of stretches of the entry.
    static func further(besides known: Int, _ position: Int, in setting: CheckedSetting) -> FurtherRivals {
        let timeline = setting.timeline
        let versions = setting.entries[position].versions
        var seen: Set<Int> = [known]
        var result = FurtherRivals()
        var left = greatestPartCount
        for index in 0..<versions.stretchCount {
            for part in timeline.parts(sharing: versions.stretch(at: index)) {
                guard left > 0 else {
                    result.mayBeMore = true
                    return result
                }
                left -= 1
                guard let winner = timeline.parts[part].winner,
                    timeline.entryClasses[winner] != timeline.entryClasses[position], seen.insert(winner).inserted
                else { continue }
                if !setting.entries[winner].versions.isSubset(of: versions) { result.count += 1 }
            }
        }
        return result
    }
}

extension SettingTimeline {
    /// Whether an entry wins for all of its versions.
    func isSoleWinner(_ entry: Int, in versions: VersionSet) -> Bool {
        (0..<versions.stretchCount).allSatisfy { index in
            let parts = parts(sharing: versions.stretch(at: index))
            return parts.count == 1 && self.parts[parts.lowerBound].winner == entry
        }
    }
}
