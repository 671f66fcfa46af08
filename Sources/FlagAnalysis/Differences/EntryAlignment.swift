import FlagResolver

/// Which entry of a setting in one document corresponds to which entry in another.
///
/// Entries have no identifiers. They are paired in three passes: first entries with the same conditions and value, then
/// those with the same conditions, then those with the same value. Within a pass, the document order decides.
struct EntryAlignment {
    /// What identifies an entry.
    struct Entry: BitwiseCopyable {
        let bounds: EntryBounds
        /// The number of its other conditions: entries of both documents with equal conditions have equal numbers.
        var conditions = 0
        /// The class of its value among those of both documents.
        let valueClass: Int
    }

    /// What paired entries have in common.
    private enum Criterion {
        case versionsAndValue
        case versions
        case value
    }

    private struct Key: Hashable {
        let versions: VersionSet?
        let conditions: Int?
        let valueClass: Int?
    }

    /// The entry of the new document for each entry of the old one; `nil` if it was removed.
    private(set) var newEntries: [Int?]
    /// The entry of the old document for each entry of the new one; `nil` if it is new.
    private(set) var oldEntries: [Int?]

    /// Up to this many entries, pairwise comparison is faster than hashing.
    private static let maximumPairwiseCount = 16

    /// - Parameters:
    ///   - oldSets: The sets that the bounds of the old entries refer to.
    ///   - newSets: The sets that the bounds of the new entries refer to.
    /// - Complexity: O(*n*) in the number of entries, on average.
    init(from old: [Entry], _ oldSets: [VersionSet], to new: [Entry], _ newSets: [VersionSet]) {
        newEntries = Array(repeating: nil, count: old.count)
        oldEntries = Array(repeating: nil, count: new.count)
        for criterion in [Criterion.versionsAndValue, .versions, .value] {
            if max(old.count, new.count) > Self.maximumPairwiseCount {
                pairHashed(old, oldSets, new, newSets, by: criterion)
            } else {
                pair(old, oldSets, new, newSets, by: criterion)
            }
        }
    }

    /// Pairs each unpaired new entry with the first unpaired old entry that meets the criterion.
    private mutating func pair(
        _ old: [Entry], _ oldSets: [VersionSet], _ new: [Entry], _ newSets: [VersionSet], by criterion: Criterion
    ) {
        for newIndex in new.indices where oldEntries[newIndex] == nil {
            for oldIndex in old.indices where newEntries[oldIndex] == nil {
                let (one, other) = (old[oldIndex], new[newIndex])
                guard criterion == .versions || one.valueClass == other.valueClass,
                    criterion == .value
                        || one.conditions == other.conditions
                            && one.bounds.isSame(as: other.bounds, sets: oldSets, otherSets: newSets)
                else { continue }
                newEntries[oldIndex] = newIndex
                oldEntries[newIndex] = oldIndex
                break
            }
        }
    }

    /// The same for many entries.
    private mutating func pairHashed(
        _ old: [Entry], _ oldSets: [VersionSet], _ new: [Entry], _ newSets: [VersionSet], by criterion: Criterion
    ) {
        func key(of entry: Entry, _ sets: [VersionSet]) -> Key {
            Key(
                versions: criterion == .value ? nil : entry.bounds.versions(sets: sets),
                conditions: criterion == .value ? nil : entry.conditions,
                valueClass: criterion == .versions ? nil : entry.valueClass)
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
