import FlagResolver

/// Cuts the version line into stretches by the entries of one setting in two documents, with the winners in each.
///
/// What two partitions laid over each other would give, it gives at once. Entries are appended in the order of their
/// rank; ``finish(into:numbering:)`` gives the regions, and readies it for the next setting.
struct PairedSweep {
    /// Versions side by side for which the same entry wins in either document.
    struct Region: BitwiseCopyable {
        /// Where it begins and ends, as numbers of cuts.
        let lower: UInt32
        let upper: UInt32
        /// The position of the winner among the setting's entries; negative where none wins.
        let old: Int32
        let new: Int32
    }

    private var boundaries = SweepBoundaries()
    private var oldCount = 0
    private var newCount = 0
    private var manyOpenOld = ManyOpenSets()
    private var manyOpenNew = ManyOpenSets()

    /// Appends an entry of the first document, which is the old one, or of the second.
    ///
    /// - Parameter bounds: The versions that it is for; `nil` where it wins for none, so that it only counts.
    mutating func append(_ bounds: EntryBounds?, sets: borrowing [VersionSet], _ side: DocumentSide) {
        if let bounds {
            boundaries.append(bounds, sets: sets, at: side == .first ? oldCount : newCount, of: side)
        }
        if side == .first { oldCount += 1 } else { newCount += 1 }
    }

    /// Writes the regions over what is in an array, in ascending order from end to end, and forgets the entries.
    ///
    /// - Complexity: O(*n* log *n*) in the number of stretches of all entries.
    mutating func finish(into regions: inout [Region], numbering cuts: inout CutNumbers) {
        regions.removeAll(keepingCapacity: true)
        boundaries.sort()
        if max(oldCount, newCount) <= FewOpenSets.greatestCount {
            var (old, new) = (FewOpenSets(), FewOpenSets())
            Self.sweep(boundaries, &old, &new, into: &regions, &cuts)
        } else {
            manyOpenOld.reset(count: oldCount)
            manyOpenNew.reset(count: newCount)
            Self.sweep(boundaries, &manyOpenOld, &manyOpenNew, into: &regions, &cuts)
        }
        boundaries.removeAll()
        (oldCount, newCount) = (0, 0)
    }

    private static func sweep<Sets: OpenSets>(
        _ boundaries: borrowing SweepBoundaries, _ old: inout Sets, _ new: inout Sets, into regions: inout [Region],
        _ cuts: inout CutNumbers
    ) {
        // The region that may still grow.
        var lower = UInt32(truncatingIfNeeded: cuts.number(of: .lowest))
        var (oldWinner, newWinner) = (Int32(-1), Int32(-1))
        for index in 0..<boundaries.count {
            let boundary = boundaries[index]
            switch boundary.side {
            case .first: old.apply(Int(boundary.position), opens: boundary.opens)
            case .second: new.apply(Int(boundary.position), opens: boundary.opens)
            }
            if boundaries.isFollowedAtSameCut(index) { continue }
            let nextOld = Int32(truncatingIfNeeded: old.first() ?? -1)
            let nextNew = Int32(truncatingIfNeeded: new.first() ?? -1)
            guard nextOld != oldWinner || nextNew != newWinner else { continue }
            let upper = UInt32(truncatingIfNeeded: boundaries.number(of: boundary, in: &cuts))
            if lower != upper {
                regions.append(Region(lower: lower, upper: upper, old: oldWinner, new: newWinner))
            }
            (lower, oldWinner, newWinner) = (upper, nextOld, nextNew)
        }
        let highest = UInt32(truncatingIfNeeded: cuts.number(of: .highest))
        if lower != highest {
            regions.append(Region(lower: lower, upper: highest, old: oldWinner, new: newWinner))
        }
    }
}
