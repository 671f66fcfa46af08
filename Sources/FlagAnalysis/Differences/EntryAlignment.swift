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
        let isSmall = max(left.count, right.count) <= Self.greatestPairwiseCount
        for likeness in [Likeness.versionsAndValue, .versions, .value] {
            if isSmall { pair(by: likeness) } else { pairHashed(by: likeness) }
        }
        guard !isSmall else { return }
        for pair in pairs {
            newEntries[pair.old] = pair.new
            oldEntries[pair.new] = pair.old
        }
    }

    /// The entry of the new document that an old one has become; `nil` where it is gone.
    func newEntry(of old: Int) -> Int? {
        newEntries.isEmpty ? pairs.first { $0.old == old }?.new : newEntries[old]
    }

    /// The entry of the old document that a new one was; `nil` where it was not there.
    func oldEntry(of new: Int) -> Int? {
        oldEntries.isEmpty ? pairs.first { $0.new == new }?.old : oldEntries[new]
    }

    private static func fill(_ sides: inout [Side], _ document: LoadedSettings, _ slot: Int, _ classes: [Int]) {
        sides.removeAll(keepingCapacity: true)
        let first = Int(document.settings[slot].firstEntry)
        for (index, valueClass) in classes.enumerated() {
            let versions = document.entries[first + index].bounds.versions(sets: document.sets)
            sides.append(Side(entry: first + index, versions: versions, valueClass: valueClass))
        }
    }

    /// Takes out the entries that are alike, each new one with the first old one that is left.
    private mutating func pair(by likeness: Likeness) {
        var index = 0
        while index < right.count {
            if let found = left.firstIndex(where: { likeness.holds($0, right[index]) }) {
                pairs.append((left[found].entry, right[index].entry))
                left.remove(at: found)
                right.remove(at: index)
            } else {
                index += 1
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
