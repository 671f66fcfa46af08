import FlagResolver

/// Which entry of a setting in one document is which in another.
///
/// Entries have no names. Taken for the same are, in this order: those with the same versions and value; those with the
/// same versions; those with the same value. Among equals the document's order decides.
struct EntryAlignment {
    /// An entry as far as it tells who it is.
    private struct Side: BitwiseCopyable {
        let bounds: EntryBounds
        /// The class of its value among those of both documents.
        let valueClass: Int32
    }

    private struct Key: Hashable {
        let versions: VersionSet?
        let valueClass: Int32?
    }

    /// What two entries have in common that are taken for the same.
    private enum Likeness {
        case versionsAndValue
        case versions
        case value
    }

    private var old: [Side] = []
    private var new: [Side] = []
    /// The first entry of each setting.
    private var firstOld = 0
    private var firstNew = 0
    /// The entry in the other document of each entry, by their positions in the settings; negative where there is none.
    private var newEntries: [Int32] = []
    private var oldEntries: [Int32] = []

    private static let unpaired: Int32 = -1

    /// So many entries are compared with each other faster than they are hashed.
    private static let greatestPairwiseCount = 16

    /// Aligns the entries of two settings, in the memory of those before.
    ///
    /// - Complexity: O(*n*) in the number of entries, on average.
    mutating func align(
        _ oldDocument: LoadedSettings, _ oldSlot: Int, _ oldValues: [ClassifiedValue], _ newDocument: LoadedSettings,
        _ newSlot: Int, _ newValues: [ClassifiedValue]
    ) {
        firstOld = Self.fill(&old, &newEntries, oldDocument, oldSlot, oldValues)
        firstNew = Self.fill(&new, &oldEntries, newDocument, newSlot, newValues)
        if max(old.count, new.count) > Self.greatestPairwiseCount {
            for likeness in [Likeness.versionsAndValue, .versions, .value] {
                pairHashed(by: likeness, oldDocument.sets, newDocument.sets)
            }
        } else {
            var oldIsOpen: UInt64 = (1 << UInt64(truncatingIfNeeded: old.count)) &- 1
            var newIsOpen: UInt64 = (1 << UInt64(truncatingIfNeeded: new.count)) &- 1
            pair(by: .versionsAndValue, oldDocument.sets, newDocument.sets, &oldIsOpen, &newIsOpen)
            pair(by: .versions, oldDocument.sets, newDocument.sets, &oldIsOpen, &newIsOpen)
            pair(by: .value, oldDocument.sets, newDocument.sets, &oldIsOpen, &newIsOpen)
        }
    }

    /// The entry of the new document that an old one has become; `nil` where it is gone.
    func newEntry(of entry: UInt32) -> UInt32? {
        let paired = newEntries[Int(entry) - firstOld]
        return paired == Self.unpaired ? nil : UInt32(truncatingIfNeeded: firstNew + Int(paired))
    }

    /// The entry of the old document that a new one was; `nil` where it was not there.
    func oldEntry(of entry: UInt32) -> UInt32? {
        let paired = oldEntries[Int(entry) - firstNew]
        return paired == Self.unpaired ? nil : UInt32(truncatingIfNeeded: firstOld + Int(paired))
    }

    private static func fill(
        _ sides: inout [Side], _ paired: inout [Int32], _ document: LoadedSettings, _ slot: Int,
        _ values: [ClassifiedValue]
    ) -> Int {
        sides.removeAll(keepingCapacity: true)
        paired.removeAll(keepingCapacity: true)
        let first = Int(document.settings[slot].firstEntry)
        for index in values.indices {
            sides.append(Side(bounds: document.entries[first + index].bounds, valueClass: values[index].valueClass))
            paired.append(unpaired)
        }
        return first
    }

    private mutating func pair(_ oldIndex: Int, _ newIndex: Int) {
        newEntries[oldIndex] = Int32(truncatingIfNeeded: newIndex)
        oldEntries[newIndex] = Int32(truncatingIfNeeded: oldIndex)
    }

    /// Pairs the entries that are alike, each new one with the first old one that is left: few enough for a bit each.
    private mutating func pair(
        by likeness: Likeness, _ oldSets: borrowing [VersionSet], _ newSets: borrowing [VersionSet],
        _ oldIsOpen: inout UInt64, _ newIsOpen: inout UInt64
    ) {
        var waiting = newIsOpen
        while waiting != 0, oldIsOpen != 0 {
            let newIndex = waiting.trailingZeroBitCount
            waiting &= waiting &- 1
            let newSide = new[newIndex]
            var candidates = oldIsOpen
            while candidates != 0 {
                let oldIndex = candidates.trailingZeroBitCount
                candidates &= candidates &- 1
                let oldSide = old[oldIndex]
                guard likeness == .versions || oldSide.valueClass == newSide.valueClass,
                    likeness == .value
                        || oldSide.bounds.isSame(as: newSide.bounds, sets: oldSets, otherSets: newSets)
                else { continue }
                pair(oldIndex, newIndex)
                oldIsOpen &= ~(1 << UInt64(truncatingIfNeeded: oldIndex))
                newIsOpen &= ~(1 << UInt64(truncatingIfNeeded: newIndex))
                break
            }
        }
    }

    /// The same by a table, for many entries.
    private mutating func pairHashed(
        by likeness: Likeness, _ oldSets: borrowing [VersionSet], _ newSets: borrowing [VersionSet]
    ) {
        var waiting: [Key: [Int]] = [:]
        for index in old.indices.reversed() where newEntries[index] == Self.unpaired {
            waiting[Self.key(of: old[index], likeness, oldSets), default: []].append(index)
        }
        guard !waiting.isEmpty else { return }
        for index in new.indices where oldEntries[index] == Self.unpaired {
            if let found = waiting[Self.key(of: new[index], likeness, newSets)]?.popLast() { pair(found, index) }
        }
    }

    private static func key(of side: Side, _ likeness: Likeness, _ sets: borrowing [VersionSet]) -> Key {
        Key(
            versions: likeness == .value ? nil : side.bounds.versions(sets: sets),
            valueClass: likeness == .versions ? nil : side.valueClass)
    }
}
