package import FlagResolver

/// Which entry of a setting wins for which versions, and with which value: everything that rules about order ask.
///
/// It differs from ``SettingHistory`` in that the default may be missing, and in being quick to ask about any versions.
package struct SettingTimeline: Sendable {
    /// The whole version line; a part's winner is a position among the setting's entries.
    package private(set) var parts: [FirstMatchPartition.Part] = []
    /// Stretches of one value, as parts that lie side by side.
    package private(set) var runs: [Range<Int>] = []
    /// The class of each entry's value: values are equal exactly where the numbers are the same.
    package private(set) var entryClasses: [Int] = []
    /// The class of the default; ``noValue`` where the setting has none.
    package private(set) var defaultClass = noValue

    private var classes: ValueClasses
    private var sweep = FirstMatchSweep()
    /// The packed lower cut of each part, which is nearly always enough to find a cut.
    private var starts: [PackedVersion] = []
    /// The winner of each part; ``noWinner`` where it has none.
    private var winners: [Int] = []
    private var partsByWinner = Grouping()
    private var runOfPart: [Int] = []
    private var runClasses: [Int] = []
    private var runsByClass = Grouping()
    /// For each entry of one stretch the parts that share versions with it.
    private var partsOfEntry: [Range<Int>] = []

    /// The class of versions for which the setting has no value, its default being missing or mistyped.
    package static let noValue = -1

    private static let noWinner = -1

    /// A timeline for settings of a document, of none of them yet.
    init(of tree: JSONTree) {
        classes = ValueClasses(of: tree)
    }

    /// Goes over to another setting, in the memory of the one before.
    mutating func fill(_ entries: [CheckedEntry], _ versions: [VersionSet], _ record: SettingRecord) {
        classes.removeAll()
        defaultClass = record.isUnresolvable ? Self.noValue : classes.number(of: Int(record.defaultValue))
        entryClasses.removeAll(keepingCapacity: true)
        for position in entries.indices {
            entryClasses.append(classes.number(of: Int(entries[position].record.value)))
            sweep.append(entries[position].takesPart ? versions[position] : .none)
        }
        sweep.finish(into: &parts)
        fillRuns()
        partsByWinner.fill(winners, groupCount: entries.count)
        runsByClass.fill(runClasses, groupCount: classes.count)
        partsOfEntry.removeAll(keepingCapacity: true)
        for position in entries.indices {
            let isOneStretch = entries[position].takesPart && versions[position].stretchCount == 1
            partsOfEntry.append(isOneStretch ? parts(sharing: versions[position].stretch(at: 0)) : 0..<0)
        }
    }

    private mutating func fillRuns() {
        starts.removeAll(keepingCapacity: true)
        winners.removeAll(keepingCapacity: true)
        runs.removeAll(keepingCapacity: true)
        runOfPart.removeAll(keepingCapacity: true)
        runClasses.removeAll(keepingCapacity: true)
        var first = 0
        for part in parts.indices {
            let winner = parts[part].winner ?? Self.noWinner
            let valueClass = winner < 0 ? defaultClass : entryClasses[winner]
            starts.append(parts[part].stretch.lower.packed)
            winners.append(winner)
            if let last = runClasses.last, last != valueClass {
                runs.append(first..<part)
                first = part
            }
            if first == part { runClasses.append(valueClass) }
            runOfPart.append(runClasses.count - 1)
        }
        runs.append(first..<parts.count)
    }
}

extension SettingTimeline {
    /// One node with the value of a class.
    package func representative(ofClass number: Int) -> Int { classes.representative(of: number) }

    /// The class of a run's value.
    package func valueClass(ofRun run: Int) -> Int { runClasses[run] }

    /// The entry that wins in a part; `nil` where none does.
    package func winner(ofPart part: Int) -> Int? { winners[part] < 0 ? nil : winners[part] }

    /// The class of the value that a part's winner gives.
    package func valueClass(ofPart part: Int) -> Int { runClasses[runOfPart[part]] }

    package func lower(ofRun run: Int) -> VersionCut { parts[runs[run].lowerBound].stretch.lower }
    package func upper(ofRun run: Int) -> VersionCut { parts[runs[run].upperBound - 1].stretch.upper }

    /// The parts that an entry wins, in ascending order.
    package func parts(wonBy entry: Int) -> ArraySlice<Int> { partsByWinner[entry] }

    /// Whether an entry wins for no version.
    package func neverWins(_ entry: Int) -> Bool { partsByWinner.isEmpty(entry) }

    /// Whether an entry that takes part wins for all of its versions.
    func isSoleWinner(_ entry: Int, in versions: VersionSet) -> Bool {
        (0..<versions.stretchCount).allSatisfy { index in
            let parts = parts(sharing: index, of: versions, ofEntry: entry)
            return parts.count == 1 && winners[parts.lowerBound] == entry
        }
    }

    /// The parts that share versions with one of the stretches of an entry that takes part.
    func parts(sharing index: Int, of versions: VersionSet, ofEntry entry: Int) -> Range<Int> {
        versions.stretchCount == 1 ? partsOfEntry[entry] : parts(sharing: versions.stretch(at: index))
    }

    /// The parts that share versions with a stretch.
    package func parts(sharing stretch: VersionStretch) -> Range<Int> {
        let first = lastPart(atOrBelow: stretch.lower)
        let last = lastPart(atOrBelow: stretch.upper)
        let packed = stretch.upper.packed
        let endsBefore =
            starts[last] == packed && (!packed.needsDetail || parts[last].stretch.lower == stretch.upper)
        return first..<max(first + 1, endsBefore ? last : last + 1)
    }

    /// The last part that begins at a cut or below it; the first part begins at the lowest one.
    private func lastPart(atOrBelow cut: VersionCut) -> Int {
        let packed = cut.packed
        var low = 0
        var high = starts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            let isAtOrBelow =
                starts[middle] != packed
                ? starts[middle] < packed : !packed.needsDetail || parts[middle].stretch.lower <= cut
            if isAtOrBelow { low = middle } else { high = middle }
        }
        return low
    }

    /// The first run that shares versions with a stretch.
    package func firstRun(sharing stretch: VersionStretch) -> Int {
        runOfPart[lastPart(atOrBelow: stretch.lower)]
    }

    /// The versions of an entry that takes part for which the setting has another value than it gives.
    ///
    /// - Complexity: O(*s* log *n*) for *s* stretches of the entry, however many there are in the result.
    func otherValues(of entry: Int, in versions: VersionSet) -> OtherValues {
        var found = OtherValues()
        let valueClass = entryClasses[entry]
        for index in 0..<versions.stretchCount {
            let parts = parts(sharing: index, of: versions, ofEntry: entry)
            let range = runOfPart[parts.lowerBound]..<(runOfPart[parts.upperBound - 1] + 1)
            if range.count == 1, runClasses[range.lowerBound] == valueClass { continue }
            add(range, of: versions.stretch(at: index), besides: valueClass, to: &found)
        }
        return found
    }

    /// Adds the runs of a stretch whose values are not of a class.
    private func add(
        _ range: Range<Int>, of stretch: VersionStretch, besides valueClass: Int, to found: inout OtherValues
    ) {
        let same = runsByClass[valueClass]
        var run = range.lowerBound
        var next = same.firstIndex(notBelow: run)
        while run < range.upperBound {
            // Between two runs of the class lie runs of others.
            let end = next < same.endIndex ? min(same[next], range.upperBound) : range.upperBound
            if run < end {
                guard !found.versions.isFull else {
                    let passed = same.firstIndex(notBelow: range.upperBound) - next
                    let endsWithOther = runClasses[range.upperBound - 1] != valueClass
                    found.versions.furtherStretches += passed + (endsWithOther ? 1 : 0)
                    return
                }
                found.versions.append(
                    from: run == range.lowerBound ? stretch.lower : lower(ofRun: run),
                    to: end == range.upperBound ? stretch.upper : upper(ofRun: end - 1))
                for other in run..<min(end, run + ListedVersions.greatestCount) { found.note(runClasses[other]) }
            }
            run = end + 1
            next += 1
        }
    }
}
