import FlagResolver

/// Cuts the version line into stretches by the entries of one setting in two documents, with the winners in each.
///
/// What two partitions laid over each other would give, it gives at once. Entries are appended in the order of their
/// rank; ``finish(into:numbering:)`` gives the regions, and readies it for the next setting.
struct PairedSweep {
    /// Which of the documents an entry is in.
    enum Side {
        case old
        case new
    }

    /// Versions side by side for which the same entry wins in either document.
    struct Region: BitwiseCopyable {
        /// Where it begins and ends, as numbers of cuts.
        let lower: UInt32
        let upper: UInt32
        /// The position of the winner among the setting's entries; negative where none wins.
        let old: Int32
        let new: Int32
    }

    /// Where the versions of an entry begin or end.
    private struct Boundary: BitwiseCopyable {
        let words: VersionWords
        /// The position in ``detailedCuts`` of a cut that is more than words.
        let detailedCut: UInt32
        let position: Int32
        let isNew: Bool
        let opens: Bool

        static let onlyWords = UInt32.max
    }

    private var boundaries: [Boundary] = []
    private var detailedCuts: [VersionCut] = []
    private var oldCount = 0
    private var newCount = 0
    private var manyOpenOld = ManyOpenSets()
    private var manyOpenNew = ManyOpenSets()

    /// Appends an entry that wins for no version, so that it only counts.
    mutating func appendNone(_ side: Side) {
        if side == .old { oldCount += 1 } else { newCount += 1 }
    }

    /// Appends an entry.
    mutating func append(_ bounds: EntryBounds, sets: borrowing [VersionSet], _ side: Side) {
        if bounds.isOrdinary {
            if bounds.lower < bounds.upper {
                append(bounds.lower, Boundary.onlyWords, side, opens: true)
                append(bounds.upper, Boundary.onlyWords, side, opens: false)
            }
        } else {
            let versions = bounds.versions(sets: sets)
            for index in 0..<versions.stretchCount {
                let stretch = versions.stretch(at: index)
                append(stretch.lower, side, opens: true)
                append(stretch.upper, side, opens: false)
            }
        }
        appendNone(side)
    }

    private mutating func append(_ cut: VersionCut, _ side: Side, opens: Bool) {
        guard !cut.isOnlyWords else { return append(cut.words, Boundary.onlyWords, side, opens: opens) }
        // A document has fewer bytes than these have numbers.
        append(cut.words, UInt32(truncatingIfNeeded: detailedCuts.count), side, opens: opens)
        detailedCuts.append(cut)
    }

    @inline(__always)
    private mutating func append(_ words: VersionWords, _ detailedCut: UInt32, _ side: Side, opens: Bool) {
        boundaries.append(
            Boundary(
                words: words, detailedCut: detailedCut,
                position: Int32(truncatingIfNeeded: side == .old ? oldCount : newCount), isNew: side == .new,
                opens: opens))
    }

    /// Writes the regions over what is in an array, in ascending order from end to end, and forgets the entries.
    ///
    /// - Complexity: O(*n* log *n*) in the number of stretches of all entries.
    mutating func finish(into regions: inout [Region], numbering cuts: inout CutNumbers) {
        regions.removeAll(keepingCapacity: true)
        sort()
        if max(oldCount, newCount) <= FewOpenSets.greatestCount {
            var (old, new) = (FewOpenSets(), FewOpenSets())
            sweep(&old, &new, into: &regions, &cuts)
        } else {
            // Taken out for the time, as the sweep looks at everything else.
            var (old, new) = (ManyOpenSets(), ManyOpenSets())
            swap(&old, &manyOpenOld)
            swap(&new, &manyOpenNew)
            old.reset(count: oldCount)
            new.reset(count: newCount)
            sweep(&old, &new, into: &regions, &cuts)
            swap(&old, &manyOpenOld)
            swap(&new, &manyOpenNew)
        }
        boundaries.removeAll(keepingCapacity: true)
        if !detailedCuts.isEmpty { detailedCuts.removeAll(keepingCapacity: true) }
        (oldCount, newCount) = (0, 0)
    }

    private func sweep<Sets: OpenSets>(
        _ old: inout Sets, _ new: inout Sets, into regions: inout [Region], _ cuts: inout CutNumbers
    ) {
        // The region that may still grow.
        var lower = UInt32(truncatingIfNeeded: cuts.number(of: .lowest))
        var (oldWinner, newWinner) = (Int32(-1), Int32(-1))
        for index in boundaries.indices {
            let boundary = boundaries[index]
            if boundary.isNew {
                new.apply(Int(boundary.position), opens: boundary.opens)
            } else {
                old.apply(Int(boundary.position), opens: boundary.opens)
            }
            // All entries that begin or end at one cut do so at once.
            if index + 1 < boundaries.count, !Self.isBelow(boundary, boundaries[index + 1], detailedCuts) { continue }
            let nextOld = Int32(truncatingIfNeeded: old.first() ?? -1)
            let nextNew = Int32(truncatingIfNeeded: new.first() ?? -1)
            guard nextOld != oldWinner || nextNew != newWinner else { continue }
            let upper = UInt32(truncatingIfNeeded: number(of: boundary, &cuts))
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

    private func number(of boundary: Boundary, _ cuts: inout CutNumbers) -> Int {
        guard boundary.detailedCut != Boundary.onlyWords else { return cuts.number(ofWords: boundary.words) }
        return cuts.number(of: detailedCuts[Int(boundary.detailedCut)])
    }
}

extension PairedSweep {
    /// So few boundaries are sorted fastest where each goes down to its place.
    private static let greatestInsertedCount = 32

    private mutating func sort() {
        guard boundaries.count <= Self.greatestInsertedCount else {
            let cuts = detailedCuts
            boundaries.sort { Self.isBelow($0, $1, cuts) }
            return
        }
        let cuts = detailedCuts
        // The span lives no longer than the call, during which nothing else can reach the array.
        unsafe boundaries.withUnsafeMutableBufferPointer { buffer in
            var span = unsafe MutableSpan(_unsafeElements: buffer)
            Self.insertEach(&span, cuts)
        }
    }

    private static func insertEach(_ boundaries: inout MutableSpan<Boundary>, _ cuts: [VersionCut]) {
        var end = 1
        while end < boundaries.count {
            let boundary = boundaries[end]
            var place = end
            while place > 0, isBelow(boundary, boundaries[place &- 1], cuts) {
                boundaries[place] = boundaries[place &- 1]
                place &-= 1
            }
            boundaries[place] = boundary
            end &+= 1
        }
    }

    /// The words nearly always tell; the cuts do where these leave it open.
    @inline(__always)
    private static func isBelow(_ left: Boundary, _ right: Boundary, _ cuts: [VersionCut]) -> Bool {
        if left.words != right.words { return left.words < right.words }
        return left.words.leavesOrderOpen && isDetailBelow(left, right, cuts)
    }

    @inline(never)
    private static func isDetailBelow(_ left: Boundary, _ right: Boundary, _ cuts: [VersionCut]) -> Bool {
        cut(left, cuts) < cut(right, cuts)
    }

    private static func cut(_ boundary: Boundary, _ cuts: [VersionCut]) -> VersionCut {
        guard boundary.detailedCut != Boundary.onlyWords else { return VersionCut(words: boundary.words) }
        return cuts[Int(boundary.detailedCut)]
    }
}
