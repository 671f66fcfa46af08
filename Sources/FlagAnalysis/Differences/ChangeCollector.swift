/// Collects the regions of a setting into changes: those with the same two values and the same cause are one.
struct ChangeCollector {
    private struct Key: Hashable, BitwiseCopyable {
        let oldClass: Int32
        let newClass: Int32
        let cause: ValueChange.Cause
    }

    private struct Found: BitwiseCopyable {
        let key: Key
        let oldNode: UInt32
        let newNode: UInt32
        let first: Int32
        var last: Int32
    }

    /// A stretch of a change, and where the next one of it is.
    private struct Link: BitwiseCopyable {
        var stretch: ChangeTable.Stretch
        var next: Int32 = -1
    }

    private var found: [Found] = []
    private var links: [Link] = []
    /// The changes by their keys, where there are too many to look through.
    private var positions: [Key: Int] = [:]

    private static let greatestPairwiseCount = 16

    /// Adds a region above all that were added before.
    ///
    /// - Parameters:
    ///   - old: The value before, and its class among those of both documents; `nil` where there is no such setting.
    ///   - new: The same afterwards.
    mutating func add(
        _ region: PairedSweep.Region, from old: ClassifiedValue, to new: ClassifiedValue, _ cause: ValueChange.Cause
    ) {
        let key = Key(oldClass: old.valueClass, newClass: new.valueClass, cause: cause)
        let link = Int32(truncatingIfNeeded: links.count)
        guard let position = position(of: key) else {
            links.append(Link(stretch: ChangeTable.Stretch(lower: region.lower, upper: region.upper)))
            found.append(Found(key: key, oldNode: old.node, newNode: new.node, first: link, last: link))
            index(key)
            return
        }
        let last = Int(found[position].last)
        if links[last].stretch.upper == region.lower {
            links[last].stretch.upper = region.upper
        } else {
            links[last].next = link
            links.append(Link(stretch: ChangeTable.Stretch(lower: region.lower, upper: region.upper)))
            found[position].last = link
        }
    }

    private func position(of key: Key) -> Int? {
        guard found.count < Self.greatestPairwiseCount else { return positions[key] }
        for position in found.indices where found[position].key == key { return position }
        return nil
    }

    private mutating func index(_ key: Key) {
        if found.count == Self.greatestPairwiseCount {
            for (position, change) in found.enumerated() { positions[change.key] = position }
        } else if found.count > Self.greatestPairwiseCount {
            positions[key] = found.count - 1
        }
    }

    /// Appends the changes to a table, ordered by their lowest versions; the collector is empty then.
    mutating func finish(into table: inout ChangeTable) {
        for change in found {
            let first = UInt32(truncatingIfNeeded: table.stretches.count)
            var link = change.first
            while link >= 0 {
                table.stretches.append(links[Int(link)].stretch)
                link = links[Int(link)].next
            }
            table.changes.append(
                ValueChange(
                    firstStretch: first, endStretch: UInt32(truncatingIfNeeded: table.stretches.count),
                    oldNode: change.oldNode, newNode: change.newNode, cause: change.key.cause))
        }
        found.removeAll(keepingCapacity: true)
        links.removeAll(keepingCapacity: true)
        if !positions.isEmpty { positions.removeAll(keepingCapacity: true) }
    }
}

/// The node of a value, and its class among the values of two documents.
struct ClassifiedValue: BitwiseCopyable {
    let node: UInt32
    let valueClass: Int32

    /// What a document says that has no such setting.
    static let none = ClassifiedValue(node: ChangeTable.none, valueClass: -1)
}
