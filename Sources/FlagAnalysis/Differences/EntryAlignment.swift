import FlagResolver

/// Which entry of a setting in one document corresponds to which entry in another.
///
/// Entries have no identity of their own. Paired are, in this order: entries with the same versions and value; entries
/// with the same versions; entries with the same value. Among equals the document's order decides.
struct EntryAlignment {
    /// What identifies an entry.
    struct Entry: BitwiseCopyable {
        let bounds: EntryBounds
        /// The class of its value among those of both documents.
        let valueClass: Int
    }

    /// What two entries that are paired have in common.
    private enum Likeness {
        case versionsAndValue
        case versions
        case value
    }

    private struct Key: Hashable {
        let versions: VersionSet?
        let valueClass: Int?
    }

    /// The entry of the new document for each entry of the old one; `nil` if it is gone.
    private(set) var newEntries: [Int?]
    /// The entry of the old document for each entry of the new one; `nil` if it is new.
    private(set) var oldEntries: [Int?]

    /// Up to so many entries are compared with each other, which is faster than hashing them.
    private static let greatestPairwiseCount = 16

    /// - Parameters:
    ///   - oldSets: The sets that the bounds of the old entries refer to.
    ///   - newSets: The same for the new ones.
    /// - Complexity: O(*n*) in the number of entries, on average.
    init(from old: [Entry], _ oldSets: [VersionSet], to new: [Entry], _ newSets: [VersionSet]) {
        newEntries = Array(repeating: nil, count: old.count)
        oldEntries = Array(repeating: nil, count: new.count)
        for likeness in [Likeness.versionsAndValue, .versions, .value] {
            if max(old.count, new.count) > Self.greatestPairwiseCount {
                pairHashed(old, oldSets, new, newSets, by: likeness)
            } else {
                pair(old, oldSets, new, newSets, by: likeness)
            }
        }
    }

    /// Pairs each new entry that is left with the first old one that is left and alike.
    private mutating func pair(
        _ old: [Entry], _ oldSets: [VersionSet], _ new: [Entry], _ newSets: [VersionSet], by likeness: Likeness
    ) {
        for newIndex in new.indices where oldEntries[newIndex] == nil {
            for oldIndex in old.indices where newEntries[oldIndex] == nil {
                let (one, other) = (old[oldIndex], new[newIndex])
                guard likeness == .versions || one.valueClass == other.valueClass,
                    likeness == .value || one.bounds.isSame(as: other.bounds, sets: oldSets, otherSets: newSets)
                else { continue }
                newEntries[oldIndex] = newIndex
                oldEntries[newIndex] = oldIndex
                break
            }
        }
    }

    /// The same for many entries.
    private mutating func pairHashed(
        _ old: [Entry], _ oldSets: [VersionSet], _ new: [Entry], _ newSets: [VersionSet], by likeness: Likeness
    ) {
        func key(of entry: Entry, _ sets: [VersionSet]) -> Key {
            Key(
                versions: likeness == .value ? nil : entry.bounds.versions(sets: sets),
                valueClass: likeness == .versions ? nil : entry.valueClass)
        }
        var waiting: [Key: [Int]] = [:]
        for index in old.indices.reversed() where newEntries[index] == nil {
            waiting[key(of: old[index], oldSets), default: []].append(index)
        }
        for newIndex in new.indices where oldEntries[newIndex] == nil {
            guard let oldIndex = waiting[key(of: new[newIndex], newSets)]?.popLast() else { continue }
            newEntries[oldIndex] = newIndex
            oldEntries[newIndex] = oldIndex
        }
    }
}
