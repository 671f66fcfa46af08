package import FlagResolver

extension SettingFunction {
    /// Adjacent versions with one winner or one value.
    package struct Segment: Hashable, Sendable {
        package let interval: VersionInterval
        /// The winner; for the lowest versions, in segments that were joined by value.
        package let winner: Winner
        /// The entry that wins; `nil` for the default.
        package let entry: EntryIndex?
        /// The node of the value.
        package let value: Int
        /// Identifies equal values: within a setting, two values are equal if and only if their classes are.
        package let valueClass: Int
    }

    /// The segments of the whole version line in ascending order; adjacent ones have different winners. `nil` if the setting
    /// tests more than the version.
    package var segments: [Segment]? { testsOnlyVersion ? leafSegments(of: winners) : nil }

    /// The segments of the whole version line in ascending order; adjacent ones have different values. `nil` if the setting
    /// tests more than the version.
    package var valueSegments: [Segment]? { segments?.joinedByValue }

    /// The segments of some versions only, in ascending order; `nil` if the setting tests more than the version.
    ///
    /// - Complexity: O(*n* + *m*) in the number of segments and of the set's intervals.
    package func segments(within versions: VersionSet) -> [Segment]? {
        guard versions != .all else { return segments }
        let selection = VersionMap(versions, inside: true, outside: false)
        let selected = winners.combined(with: selection) { $1 ? $0 : nil }
        return testsOnlyVersion
            ? selected.compactMap { segment in
                segment.value?.winner.map { self.segment(segment.interval, wonBy: $0) }
            } : nil
    }

    /// The segment that contains a version; `nil` if the setting tests more than the version.
    ///
    /// - Complexity: O(log *n*) in the number of segments.
    package func segment(containing version: AppVersion) -> Segment? {
        let found = winners[winners.index(containing: version)]
        return testsOnlyVersion ? found.value.winner.map { segment(found.interval, wonBy: $0) } : nil
    }

    /// The winner of the versions just above a cut; `nil` if more than the version decides there.
    func winner(startingAt cut: VersionCut) -> Winner? { winners.value(at: winners.index(startingAt: cut)).winner }

    /// The versions that each winner has for at least some users, in document order.
    package func versionsByWinner() -> [(winner: Winner, versions: VersionSet)] {
        var intervals: [Winner: [VersionInterval]] = [:]
        for segment in winners {
            for winner in space.values(of: VersionMap(segment.value), as: Winner.self) {
                intervals[winner, default: []].append(segment.interval)
            }
        }
        return intervals.sorted { $0.key.leaf < $1.key.leaf }.map { ($0.key, VersionSet($0.value)) }
    }

    /// The entries that win for nobody, in document order.
    package var unreachableEntries: [EntryIndex] {
        let winning = Set(space.values(of: winners, as: Winner.self))
        return allWinners.filter { !winning.contains($0) }.compactMap { entry(of: $0) }
    }

    private func leafSegments(of map: CaseMap) -> [Segment] {
        map.compactMap { segment in segment.value.winner.map { self.segment(segment.interval, wonBy: $0) } }
    }

    private func segment(_ interval: VersionInterval, wonBy winner: Winner) -> Segment {
        Segment(
            interval: interval, winner: winner, entry: entry(of: winner), value: value(of: winner),
            valueClass: valueClass(of: winner))
    }
}

extension [SettingFunction.Segment] {
    /// The segments, with adjacent segments of equal values joined.
    package var joinedByValue: [SettingFunction.Segment] {
        var joined: [SettingFunction.Segment] = []
        for segment in self {
            guard let last = joined.last, last.valueClass == segment.valueClass,
                last.interval.upper == segment.interval.lower
            else {
                joined.append(segment)
                continue
            }
            joined[joined.count - 1] = SettingFunction.Segment(
                interval: VersionInterval(unchecked: last.interval.lower, segment.interval.upper), winner: last.winner,
                entry: last.entry, value: last.value, valueClass: last.valueClass)
        }
        return joined
    }

    /// The versions of each value, with the node of its first segment, in the order of these segments.
    package func versionsByValue() -> [(value: Int, versions: VersionSet)] {
        var groups: [(value: Int, intervals: [VersionInterval])] = []
        var positions: [Int: Int] = [:]
        for segment in self {
            if let position = positions[segment.valueClass] {
                groups[position].intervals.append(segment.interval)
            } else {
                positions[segment.valueClass] = groups.count
                groups.append((segment.value, [segment.interval]))
            }
        }
        return groups.map { ($0.value, VersionSet($0.intervals)) }
    }
}

extension SettingsDocument {
    /// The versions that the requirement of an entry contains.
    package func versions(of entry: EntryIndex) -> VersionSet {
        loaded.versions(of: entry)
    }
}
