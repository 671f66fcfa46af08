import FlagResolver

/// Makes partitions one after the other, each in the memory of the one before.
///
/// Sets are appended in the order of their rank; ``finish(into:)`` gives the parts, and readies it for the next sets.
struct FirstMatchSweep {
    private var boundaries = SweepBoundaries()
    private var setCount = 0
    private var manyOpenSets = ManyOpenSets()

    mutating func append(_ set: VersionSet) {
        boundaries.append(set, at: setCount)
        setCount += 1
    }

    /// Writes the parts over what is in an array, and forgets the sets.
    ///
    /// - Complexity: O(*n* log *n*) in the number of stretches of all sets.
    mutating func finish(into parts: inout [FirstMatchPartition.Part]) {
        parts.removeAll(keepingCapacity: true)
        boundaries.sort()
        if setCount <= FewOpenSets.greatestCount {
            var open = FewOpenSets()
            Self.sweep(boundaries, &open, into: &parts)
        } else {
            manyOpenSets.reset(count: setCount)
            Self.sweep(boundaries, &manyOpenSets, into: &parts)
        }
        boundaries.removeAll()
        setCount = 0
    }

    private static func sweep(
        _ boundaries: borrowing SweepBoundaries, _ open: inout some OpenSets,
        into parts: inout [FirstMatchPartition.Part]
    ) {
        // The part that may still grow: where it begins, and its winner.
        var start = VersionCut.lowest
        var winner: Int?
        for index in 0..<boundaries.count {
            let boundary = boundaries[index]
            open.apply(Int(boundary.position), opens: boundary.opens)
            if boundaries.isFollowedAtSameCut(index) { continue }
            let next = open.first()
            guard next != winner else { continue }
            let cut = boundaries.cut(of: boundary)
            if let stretch = VersionStretch(from: start, to: cut) {
                parts.append(FirstMatchPartition.Part(stretch: stretch, winner: winner))
            }
            start = cut
            winner = next
        }
        if let stretch = VersionStretch(from: start, to: .highest) {
            parts.append(FirstMatchPartition.Part(stretch: stretch, winner: winner))
        }
    }
}
