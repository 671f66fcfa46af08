/// Finds equal keys among the members of one object, by content and in linear time.
///
/// A table is used again for the next object: the slots are emptied, the memory stays.
struct JSONKeyTable {
    /// Up to so many members are compared pairwise, which is faster than hashing them.
    static let greatestPairwiseCount = 8

    /// Open addressing: the upper half of a key's hash and its node index, which is never 0; 0 is an empty slot.
    private var slots: [UInt64] = []
    private var mask = 0
    private var scratch: [UInt8] = []

    /// The first key that repeats an earlier one, with that earlier one.
    mutating func duplicate(
        in object: Int,
        memberCount: Int,
        nodes: Span<JSONNode>,
        bytes: RawSpan
    ) -> (first: Int, second: Int)? {
        if memberCount <= JSONKeyTable.greatestPairwiseCount {
            return JSONKeyTable.pairwiseDuplicate(in: object, nodes: nodes, bytes: bytes)
        }
        prepare(forCount: memberCount)
        let end = Int(nodes[object].next)
        var key = object + 1
        while key < end {
            if let earlier = insert(key, nodes: nodes, bytes: bytes) { return (earlier, key) }
            key = Int(nodes[key + 1].next)
        }
        return nil
    }

    @inline(__always)
    private static func pairwiseDuplicate(
        in object: Int,
        nodes: Span<JSONNode>,
        bytes: RawSpan
    ) -> (first: Int, second: Int)? {
        let end = Int(nodes[object].next)
        var key = Int(nodes[object + 2].next)
        while key < end {
            let node = nodes[key]
            var earlier = object + 1
            while earlier < key {
                if JSONStringContent.isEqual(nodes[earlier], in: bytes, to: node, in: bytes) { return (earlier, key) }
                earlier = Int(nodes[earlier + 1].next)
            }
            key = Int(nodes[key + 1].next)
        }
        return nil
    }

    /// Empties the table, and makes it at least twice as large as the number of keys to come.
    mutating func prepare(forCount count: Int) {
        var size = 32
        while size < count * 2 { size *= 2 }
        if slots.count < size {
            slots = [UInt64](repeating: 0, count: size)
        } else {
            for index in 0..<size { slots[index] = 0 }
        }
        mask = size - 1
    }

    /// Adds a key, unless one with the same content is there already: then that one is returned.
    mutating func insert(_ key: Int, nodes: Span<JSONNode>, bytes: RawSpan) -> Int? {
        let node = nodes[key]
        let hash = hash(of: node, in: bytes)
        var slot = Int(truncatingIfNeeded: hash) & mask
        while slots[slot] != 0 {
            if slots[slot] >> 32 == hash >> 32 {
                let other = Int(UInt32(truncatingIfNeeded: slots[slot]))
                if JSONStringContent.isEqual(nodes[other], in: bytes, to: node, in: bytes) { return other }
            }
            slot = (slot + 1) & mask
        }
        slots[slot] = hash & ~0xFFFF_FFFF | UInt64(truncatingIfNeeded: key)
        return nil
    }

    /// The key of the table that has the same content as a string of another tree.
    mutating func find(_ name: JSONNode, in nameBytes: RawSpan, nodes: Span<JSONNode>, bytes: RawSpan) -> Int? {
        let hash = hash(of: name, in: nameBytes)
        var slot = Int(truncatingIfNeeded: hash) & mask
        while slots[slot] != 0 {
            if slots[slot] >> 32 == hash >> 32 {
                let other = Int(UInt32(truncatingIfNeeded: slots[slot]))
                if JSONStringContent.isEqual(nodes[other], in: bytes, to: name, in: nameBytes) { return other }
            }
            slot = (slot + 1) & mask
        }
        return nil
    }

    private mutating func hash(of node: JSONNode, in bytes: RawSpan) -> UInt64 {
        guard node.isEscaped else {
            return ByteHash.ofProcess(bytes, from: Int(node.start) + 1, count: Int(node.end - node.start) - 2)
        }
        scratch.removeAll(keepingCapacity: true)
        JSONStringContent.append(node, in: bytes, to: &scratch)
        return scratch.withRawSpan { ByteHash.ofProcess($0) }
    }
}
