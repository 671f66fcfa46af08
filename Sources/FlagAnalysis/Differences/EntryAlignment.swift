import FlagResolver

/// Which entry of a setting in one document is which in another.
///
/// Entries have no names. Taken for the same are, in this order: those with the same versions and value; those with the
/// same versions; those with the same value. Among equals the document's order decides.
struct EntryAlignment {
    /// An entry as far as it tells who it is.
    private struct Side {
        let entry: Int
        let versions: VersionSet
        /// The class of its value among those of both documents.
        let valueClass: Int
    }

    private struct Key: Hashable {
        let versions: VersionSet?
        let valueClass: Int?
    }

    /// What two entries have in common that are taken for the same.
    private enum Likeness {
        case versionsAndValue
        case versions
        case value

        func key(of side: Side) -> Key {
            Key(
                versions: self == .value ? nil : side.versions,
                valueClass: self == .versions ? nil : side.valueClass)
        }

        func holds(_ left: Side, _ right: Side) -> Bool {
            (self == .versions || left.valueClass == right.valueClass)
                && (self == .value || left.versions == right.versions)
        }
    }

    private var left: [Side] = []
    private var right: [Side] = []
    private var pairs: [(old: Int, new: Int)] = []
    /// The same pairs, where there are too many to look through.
    private var newEntries: [Int: Int] = [:]
    private var oldEntries: [Int: Int] = [:]

    /// So many entries are compared with each other faster than they are hashed.
    private static let greatestPairwiseCount = 16

    /// Aligns the entries of two settings, in the memory of those before.
    ///
    /// - Complexity: O(*n*) in the number of entries, on average.
    mutating func align(
        _ old: LoadedSettings, _ oldSlot: Int, _ oldClasses: [Int], _ new: LoadedSettings, _ newSlot: Int,
        _ newClasses: [Int]
    ) {
        pairs.removeAll(keepingCapacity: true)
        if !newEntries.isEmpty {
            newEntries.removeAll(keepingCapacity: true)
            oldEntries.removeAll(keepingCapacity: true)
        }
        Self.fill(&left, old, oldSlot, oldClasses)
        Self.fill(&right, new, newSlot, newClasses)
        guard max(left.count, right.count) > Self.greatestPairwiseCount else {
            var leftIsOpen: UInt64 = (1 << UInt64(truncatingIfNeeded: left.count)) &- 1
            var rightIsOpen: UInt64 = (1 << UInt64(truncatingIfNeeded: right.count)) &- 1
            pair(by: .versionsAndValue, &leftIsOpen, &rightIsOpen)
            pair(by: .versions, &leftIsOpen, &rightIsOpen)
            pair(by: .value, &leftIsOpen, &rightIsOpen)
            return
        }
        pairHashed(by: .versionsAndValue)
        pairHashed(by: .versions)
        pairHashed(by: .value)
        for pair in pairs {
            newEntries[pair.old] = pair.new
            oldEntries[pair.new] = pair.old
        }
    }

    /// The entry of the new document that an old one has become; `nil` where it is gone.
    func newEntry(of old: Int) -> Int? {
        guard newEntries.isEmpty else { return newEntries[old] }
        for index in pairs.indices where pairs[index].old == old { return pairs[index].new }
        return nil
    }

    /// The entry of the old document that a new one was; `nil` where it was not there.
    func oldEntry(of new: Int) -> Int? {
        guard oldEntries.isEmpty else { return oldEntries[new] }
        for index in pairs.indices where pairs[index].new == new { return pairs[index].old }
        return nil
    }

    private static func fill(_ sides: inout [Side], _ document: LoadedSettings, _ slot: Int, _ classes: [Int]) {
        sides.removeAll(keepingCapacity: true)
        let first = Int(document.settings[slot].firstEntry)
        for (index, valueClass) in classes.enumerated() {
            let versions = document.entries[first + index].bounds.versions(sets: document.sets)
            sides.append(Side(entry: first + index, versions: versions, valueClass: valueClass))
        }
    }

    /// Pairs the entries that are alike, each new one with the first old one that is left: few enough for a bit each.
    private mutating func pair(by likeness: Likeness, _ leftIsOpen: inout UInt64, _ rightIsOpen: inout UInt64) {
        var waiting = rightIsOpen
        while waiting != 0, leftIsOpen != 0 {
            let newIndex = waiting.trailingZeroBitCount
            waiting &= waiting &- 1
            var candidates = leftIsOpen
            while candidates != 0 {
                let oldIndex = candidates.trailingZeroBitCount
                candidates &= candidates &- 1
                guard likeness.holds(left[oldIndex], right[newIndex]) else { continue }
                pairs.append((left[oldIndex].entry, right[newIndex].entry))
                leftIsOpen &= ~(1 << UInt64(truncatingIfNeeded: oldIndex))
                rightIsOpen &= ~(1 << UInt64(truncatingIfNeeded: newIndex))
                break
            }
        }
    }

    /// The same by a table, for many entries.
    private mutating func pairHashed(by likeness: Likeness) {
        guard !left.isEmpty, !right.isEmpty else { return }
        var waiting: [Key: [Int]] = [:]
        for (position, side) in left.enumerated().reversed() {
            waiting[likeness.key(of: side), default: []].append(position)
        }
        var isTaken = [Bool](repeating: false, count: left.count)
        var rest: [Side] = []
        for side in right {
            if let position = waiting[likeness.key(of: side)]?.popLast() {
                isTaken[position] = true
                pairs.append((left[position].entry, side.entry))
            } else {
                rest.append(side)
            }
        }
        right = rest
        left = left.indices.filter { !isTaken[$0] }.map { left[$0] }
    }
}
