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
    private var runClasses: [Int] = []
    private var runsByClass = Grouping()
    private var partsByWinner = Grouping()
    private var sweep = FirstMatchSweep()

    /// The class of versions for which the setting has no value, its default being missing or mistyped.
    package static let noValue = -1

    /// A timeline for settings of a document, of none of them yet.
    init(of tree: JSONTree) {
        classes = ValueClasses(of: tree)
    }

    /// Goes over to another setting, in the memory of the one before.
    mutating func fill(_ entries: [CheckedEntry], _ record: SettingRecord) {
        classes.removeAll()
        defaultClass = record.isUnresolvable ? Self.noValue : classes.number(of: Int(record.defaultValue))
        entryClasses.removeAll(keepingCapacity: true)
        for entry in entries {
            entryClasses.append(classes.number(of: Int(entry.record.value)))
            sweep.append(entry.takesPart ? entry.versions : .none)
        }
        sweep.finish(into: &parts)
        runs.removeAll(keepingCapacity: true)
        runClasses.removeAll(keepingCapacity: true)
        var start = 0
        for index in parts.indices {
            let valueClass = valueClass(ofPart: index)
            if index + 1 == parts.count || self.valueClass(ofPart: index + 1) != valueClass {
                runs.append(start..<(index + 1))
                runClasses.append(valueClass)
                start = index + 1
            }
        }
        let (parts, runClasses) = (parts, runClasses)
        partsByWinner.fill(positionCount: parts.count, groupCount: entries.count) { parts[$0].winner ?? -1 }
        runsByClass.fill(positionCount: runClasses.count, groupCount: classes.count) { runClasses[$0] }
    }

    /// One node with the value of a class.
    package func representative(ofClass number: Int) -> Int { classes.representative(of: number) }

    /// The class of a run's value.
    package func valueClass(ofRun run: Int) -> Int { runClasses[run] }

    /// The class of the value that a part's winner gives.
    package func valueClass(ofPart part: Int) -> Int {
        parts[part].winner.map { entryClasses[$0] } ?? defaultClass
    }

    package func lower(ofRun run: Int) -> VersionCut { parts[runs[run].lowerBound].stretch.lower }
    package func upper(ofRun run: Int) -> VersionCut { parts[runs[run].upperBound - 1].stretch.upper }

    /// The parts that an entry wins, in ascending order.
    package func parts(wonBy entry: Int) -> ArraySlice<Int> { partsByWinner[entry] }

    /// Whether an entry wins for no version.
    package func neverWins(_ entry: Int) -> Bool { partsByWinner.isEmpty(entry) }

    /// The parts that share versions with a stretch.
    package func parts(sharing stretch: VersionStretch) -> Range<Int> {
        let first = lastPart(atOrBelow: stretch.lower)
        return first..<max(first + 1, firstPart(notBelow: stretch.upper))
    }

    /// The last part that begins at a cut or below it; the first part begins at the lowest one.
    private func lastPart(atOrBelow cut: VersionCut) -> Int {
        var low = 0
        var high = parts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if parts[middle].stretch.lower <= cut { low = middle } else { high = middle }
        }
        return low
    }

    /// The first part that begins at a cut or above it.
    private func firstPart(notBelow cut: VersionCut) -> Int {
        let last = lastPart(atOrBelow: cut)
        return parts[last].stretch.lower < cut ? last + 1 : last
    }

    /// The runs that share versions with a stretch.
    package func runs(sharing stretch: VersionStretch) -> Range<Int> {
        let parts = parts(sharing: stretch)
        return run(ofPart: parts.lowerBound)..<(run(ofPart: parts.upperBound - 1) + 1)
    }

    private func run(ofPart part: Int) -> Int {
        var low = 0
        var high = runs.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if runs[middle].lowerBound <= part { low = middle } else { high = middle }
        }
        return low
    }
}

extension SettingTimeline {
    /// Versions that have another value than some class, and which values these are.
    struct OtherValues {
        var stretches: [VersionStretch] = []
        var furtherStretches = 0
        /// The first few classes.
        var classes: [Int] = []

        var isEmpty: Bool { stretches.isEmpty }
        var versions: ListedVersions {
            ListedVersions(VersionSet(ascending: stretches), furtherStretches: furtherStretches)
        }

        fileprivate mutating func note(_ valueClass: Int) {
            if classes.count < 3, !classes.contains(valueClass) { classes.append(valueClass) }
        }
    }

    /// The versions of a set whose value is not of a class.
    ///
    /// - Complexity: O(*s* log *n*) for *s* stretches of the set, however many there are in the result.
    func otherValues(than valueClass: Int, in set: VersionSet) -> OtherValues {
        var found = OtherValues()
        for index in 0..<set.stretchCount {
            let stretch = set.stretch(at: index)
            let range = runs(sharing: stretch)
            let same = valueClass < 0 ? [] : runsByClass[valueClass]
            var run = range.lowerBound
            var next = same.firstIndex(notBelow: run)
            while run < range.upperBound {
                // Between two runs of the class lie runs of others.
                let end = next < same.endIndex ? min(same[next], range.upperBound) : range.upperBound
                if run < end {
                    guard found.stretches.count < ListedVersions.greatestCount else {
                        let passed = same.firstIndex(notBelow: range.upperBound) - next
                        let endsWithOther = runClasses[range.upperBound - 1] != valueClass
                        found.furtherStretches += passed + (endsWithOther ? 1 : 0)
                        break
                    }
                    let lower = max(stretch.lower, lower(ofRun: run))
                    if let piece = VersionStretch(from: lower, to: min(stretch.upper, upper(ofRun: end - 1))) {
                        found.stretches.append(piece)
                    }
                    for other in run..<min(end, run + ListedVersions.greatestCount) { found.note(runClasses[other]) }
                }
                run = end + 1
                next += 1
            }
        }
        return found
    }
}
