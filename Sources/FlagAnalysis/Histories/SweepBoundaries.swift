import FlagResolver

/// Where the versions of several sets begin and end, put in order for a sweep along the version line.
///
/// Nearly every cut is a packed version. The packed version of any other cut is kept as well, so that boundaries can be
/// sorted without touching a reference count.
struct SweepBoundaries {
    /// Where a set begins or ends.
    struct Boundary: BitwiseCopyable {
        fileprivate let packed: PackedVersion
        /// The position in ``SweepBoundaries/detailedCuts`` of a cut that is not packed.
        fileprivate let detailedCut: UInt32
        /// The position of the set in its list.
        let position: Int32
        let side: DocumentSide
        let opens: Bool

        fileprivate static let none = UInt32.max
    }

    private var boundaries: [Boundary] = []
    private var detailedCuts: [VersionCut] = []

    var count: Int { boundaries.count }

    subscript(index: Int) -> Boundary { boundaries[index] }

    /// Appends the boundaries of a set, which is at a position in its list.
    mutating func append(_ set: VersionSet, at position: Int, of side: DocumentSide = .first) {
        if let bounds = set.packedBounds {
            append(from: bounds.lower, to: bounds.upper, at: position, of: side)
        } else {
            for index in 0..<set.stretchCount {
                let stretch = set.stretch(at: index)
                append(stretch.lower, at: position, of: side, opens: true)
                append(stretch.upper, at: position, of: side, opens: false)
            }
        }
    }

    /// Appends the boundaries of an entry's versions.
    mutating func append(
        _ bounds: EntryBounds, sets: borrowing [VersionSet], at position: Int, of side: DocumentSide = .first
    ) {
        if let packed = bounds.packed {
            append(from: packed.lower, to: packed.upper, at: position, of: side)
        } else {
            append(bounds.versions(sets: sets), at: position, of: side)
        }
    }

    private mutating func append(_ cut: VersionCut, at position: Int, of side: DocumentSide, opens: Bool) {
        guard !cut.isPacked else {
            return append(cut.packed, Boundary.none, at: position, of: side, opens: opens)
        }
        // A document has fewer bytes than these have numbers.
        append(cut.packed, UInt32(truncatingIfNeeded: detailedCuts.count), at: position, of: side, opens: opens)
        detailedCuts.append(cut)
    }

    @inline(__always)
    private mutating func append(
        from lower: PackedVersion, to upper: PackedVersion, at position: Int, of side: DocumentSide
    ) {
        guard lower < upper else { return }
        append(lower, Boundary.none, at: position, of: side, opens: true)
        append(upper, Boundary.none, at: position, of: side, opens: false)
    }

    @inline(__always)
    private mutating func append(
        _ packed: PackedVersion, _ detailedCut: UInt32, at position: Int, of side: DocumentSide, opens: Bool
    ) {
        boundaries.append(
            Boundary(
                packed: packed, detailedCut: detailedCut, position: Int32(truncatingIfNeeded: position), side: side,
                opens: opens))
    }

    mutating func removeAll() {
        boundaries.removeAll(keepingCapacity: true)
        if !detailedCuts.isEmpty { detailedCuts.removeAll(keepingCapacity: true) }
    }
}

extension SweepBoundaries {
    /// Whether the next boundary is at the same cut: all sets that begin or end at one cut do so at once.
    @inline(__always)
    func isFollowedAtSameCut(_ index: Int) -> Bool {
        index + 1 < boundaries.count && !Self.isBelow(boundaries[index], boundaries[index + 1], detailedCuts)
    }

    /// The cut that a boundary is at.
    func cut(of boundary: Boundary) -> VersionCut { Self.cut(boundary, detailedCuts) }

    /// The number of the cut that a boundary is at.
    @inline(__always)
    func number(of boundary: Boundary, in cuts: inout CutNumbers) -> Int {
        guard boundary.detailedCut == Boundary.none else { return cuts.number(of: cut(of: boundary)) }
        return cuts.number(of: boundary.packed)
    }

    /// So few boundaries are sorted fastest where each goes down to its place.
    private static let greatestInsertedCount = 32

    /// Puts the boundaries into the order of their cuts.
    ///
    /// - Complexity: O(*n* log *n*).
    mutating func sort() {
        let cuts = detailedCuts
        guard boundaries.count <= Self.greatestInsertedCount else {
            boundaries.sort { Self.isBelow($0, $1, cuts) }
            return
        }
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

    /// The packed versions nearly always decide.
    @inline(__always)
    private static func isBelow(_ left: Boundary, _ right: Boundary, _ cuts: [VersionCut]) -> Bool {
        if left.packed != right.packed { return left.packed < right.packed }
        return left.packed.needsDetail && isDetailBelow(left, right, cuts)
    }

    @inline(never)
    private static func isDetailBelow(_ left: Boundary, _ right: Boundary, _ cuts: [VersionCut]) -> Bool {
        cut(left, cuts) < cut(right, cuts)
    }

    private static func cut(_ boundary: Boundary, _ cuts: [VersionCut]) -> VersionCut {
        guard boundary.detailedCut != Boundary.none else { return VersionCut(boundary.packed) }
        return cuts[Int(boundary.detailedCut)]
    }
}
