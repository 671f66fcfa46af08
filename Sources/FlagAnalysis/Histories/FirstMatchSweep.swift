import FlagResolver

/// Makes partitions one after the other, each in the memory of the one before.
///
/// Sets are appended in the order of their rank; ``finish(into:)`` gives the parts, and readies it for the next sets.
struct FirstMatchSweep {
    /// Where a set begins or ends. The cut itself is elsewhere, so that these can be sorted without touching a
    /// reference count.
    private struct Boundary: BitwiseCopyable {
        let words: VersionWords
        /// The position of the cut in ``cuts``.
        let cut: UInt32
        /// The position of the set.
        let position: UInt32
        let opens: Bool
    }

    private var boundaries: [Boundary] = []
    private var cuts: [VersionCut] = []
    private var setCount = 0
    private var manyOpenSets = ManyOpenSets()

    mutating func append(_ set: VersionSet) {
        for index in 0..<set.stretchCount {
            let stretch = set.stretch(at: index)
            append(stretch.lower, opens: true)
            append(stretch.upper, opens: false)
        }
        setCount += 1
    }

    private mutating func append(_ cut: VersionCut, opens: Bool) {
        // A document has fewer bytes than these have numbers.
        boundaries.append(
            Boundary(
                words: cut.words, cut: UInt32(truncatingIfNeeded: cuts.count),
                position: UInt32(truncatingIfNeeded: setCount), opens: opens))
        cuts.append(cut)
    }

    /// The words nearly always tell; the cuts do where these leave it open.
    @inline(__always)
    private static func isBelow(_ left: Boundary, _ right: Boundary, _ cuts: [VersionCut]) -> Bool {
        if left.words != right.words { return left.words < right.words }
        return left.words.leavesOrderOpen && cuts[Int(left.cut)] < cuts[Int(right.cut)]
    }

    /// Writes the parts over what is in an array, and forgets the sets.
    ///
    /// - Complexity: O(*n* log *n*) in the number of stretches of all sets.
    mutating func finish(into parts: inout [FirstMatchPartition.Part]) {
        parts.removeAll(keepingCapacity: true)
        // Taken out for the time, so that sorting can look at them.
        var cuts: [VersionCut] = []
        swap(&cuts, &self.cuts)
        boundaries.sort { Self.isBelow($0, $1, cuts) }
        if setCount <= FewOpenSets.greatestCount {
            var open = FewOpenSets()
            sweep(&open, cuts, into: &parts)
        } else {
            manyOpenSets.reset(count: setCount)
            sweep(&manyOpenSets, cuts, into: &parts)
        }
        boundaries.removeAll(keepingCapacity: true)
        cuts.removeAll(keepingCapacity: true)
        swap(&cuts, &self.cuts)
        setCount = 0
    }

    private func sweep(
        _ open: inout some OpenSets, _ cuts: [VersionCut], into parts: inout [FirstMatchPartition.Part]
    ) {
        // The part that may still grow: where it begins, and its winner.
        var start = VersionCut.lowest
        var winner: Int?
        var index = 0
        while index < boundaries.count {
            let boundary = boundaries[index]
            open.apply(Int(boundary.position), opens: boundary.opens)
            index += 1
            // All sets that begin or end at one cut do so at once.
            if index < boundaries.count, !Self.isBelow(boundary, boundaries[index], cuts) { continue }
            let next = open.first()
            guard next != winner else { continue }
            if let stretch = VersionStretch(from: start, to: cuts[Int(boundary.cut)]) {
                parts.append(FirstMatchPartition.Part(stretch: stretch, winner: winner))
            }
            start = cuts[Int(boundary.cut)]
            winner = next
        }
        if let stretch = VersionStretch(from: start, to: .highest) {
            parts.append(FirstMatchPartition.Part(stretch: stretch, winner: winner))
        }
    }
}

/// The sets that contain the place that a sweep is at, with the first of them at hand.
protocol OpenSets {
    mutating func apply(_ position: Int, opens: Bool)
    mutating func first() -> Int?
}

/// A bit for each set, the first lowest.
struct FewOpenSets: OpenSets {
    static let greatestCount = UInt64.bitWidth
    private var bits: UInt64 = 0

    mutating func apply(_ position: Int, opens: Bool) {
        let bit: UInt64 = 1 << UInt64(truncatingIfNeeded: position)
        if opens { bits |= bit } else { bits &= ~bit }
    }

    func first() -> Int? { bits == 0 ? nil : bits.trailingZeroBitCount }
}

/// A binary heap in which closed sets stay until they come to the top.
struct ManyOpenSets: OpenSets {
    private var isOpen: [Bool] = []
    private var heap: [Int] = []

    mutating func reset(count: Int) {
        isOpen.removeAll(keepingCapacity: true)
        isOpen.append(contentsOf: repeatElement(false, count: count))
        heap.removeAll(keepingCapacity: true)
    }

    mutating func apply(_ position: Int, opens: Bool) {
        isOpen[position] = opens
        if opens { push(position) }
    }

    mutating func first() -> Int? {
        while let top = heap.first, !isOpen[top] { pop() }
        return heap.first
    }

    private mutating func push(_ position: Int) {
        heap.append(position)
        var child = heap.count - 1
        while child > 0, heap[child] < heap[(child - 1) / 2] {
            heap.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    private mutating func pop() {
        guard let last = heap.popLast(), !heap.isEmpty else { return }
        heap[0] = last
        var parent = 0
        while true {
            let left = 2 * parent + 1
            guard left < heap.count else { return }
            let smaller = left + 1 < heap.count && heap[left + 1] < heap[left] ? left + 1 : left
            guard heap[smaller] < heap[parent] else { return }
            heap.swapAt(parent, smaller)
            parent = smaller
        }
    }
}
