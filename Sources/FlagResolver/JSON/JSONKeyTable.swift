/// Finds equal keys, by content: duplicates in one object, or the keys of one object in another.
///
/// Keys come from the network, so they are hashed with the secrets of ``ByteHash``: nobody can write a document whose
/// keys collide.
struct JSONKeyTable {
    /// Up to this number of members, comparing all pairs is faster than hashing.
    private static let maximumPairwiseCount = 8

    /// The nodes of keys in the order of the hashes of their content, for linear probing.
    ///
    /// The count is zero, or a power of two and at least twice that of the keys. The first dictionary of each type of keys
    /// costs as much as reading a small document.
    private var slots: [UInt32] = []
    private var count = 0

    private static let free = UInt32.max

    init() {}

    /// A table of the keys of members.
    init(_ members: Range<Int>, nodes: Span<JSONNode>, bytes: RawSpan) {
        reset(for: nodes.memberCount(in: members))
        var key = members.lowerBound
        while key < members.upperBound {
            _ = insert(key, nodes: nodes, bytes: bytes)
            key = Int(nodes[key + 1].next)
        }
    }

    /// The first key of an object that repeats an earlier one, with that earlier one.
    mutating func duplicate(in object: Int, nodes: Span<JSONNode>, bytes: RawSpan) -> (first: Int, second: Int)? {
        let end = Int(nodes[object].next)
        var count = 0
        var key = object + 1
        while key < end {
            count += 1
            guard count <= Self.maximumPairwiseCount else {
                return hashedDuplicate(in: object, nodes: nodes, bytes: bytes)
            }
            var earlier = object + 1
            while earlier < key {
                if JSONStringContent.isEqual(nodes[earlier], in: bytes, to: nodes[key], in: bytes) {
                    return (earlier, key)
                }
                earlier = Int(nodes[earlier + 1].next)
            }
            key = Int(nodes[key + 1].next)
        }
        return nil
    }

    private mutating func hashedDuplicate(
        in object: Int, nodes: Span<JSONNode>, bytes: RawSpan
    ) -> (first: Int, second: Int)? {
        let end = Int(nodes[object].next)
        var key = object + 1
        reset(for: nodes.memberCount(in: key..<end))
        while key < end {
            if let earlier = insert(key, nodes: nodes, bytes: bytes) { return (earlier, key) }
            key = Int(nodes[key + 1].next)
        }
        return nil
    }

    /// Empties the table, and makes room for a number of keys.
    ///
    /// - Complexity: O(*n*) in that number, whatever the size before.
    private mutating func reset(for keyCount: Int) {
        count = 0
        var size = 16
        while size < 2 * keyCount { size *= 2 }
        if slots.count == size {
            for slot in slots.indices { slots[slot] = Self.free }
        } else {
            slots = [UInt32](repeating: Self.free, count: size)
        }
    }

    /// Adds a key, unless the table has one with the same content, which is returned instead.
    mutating func insert(_ key: Int, nodes: Span<JSONNode>, bytes: RawSpan) -> Int? {
        if 2 * (count + 1) > slots.count { grow(nodes: nodes, bytes: bytes) }
        let (earlier, slot) = find(nodes[key], in: bytes, nodes, bytes)
        if let earlier { return earlier }
        slots[slot] = UInt32(clamping: key)
        count += 1
        return nil
    }

    private mutating func grow(nodes: Span<JSONNode>, bytes: RawSpan) {
        let keys = slots.filter { $0 != Self.free }
        reset(for: 2 * (keys.count + 1))
        for key in keys { slots[find(nodes[Int(key)], in: bytes, nodes, bytes).slot] = key }
        count = keys.count
    }

    /// The key of the table with the same content as a string of another tree.
    func find(_ name: JSONNode, in nameBytes: RawSpan, nodes: Span<JSONNode>, bytes: RawSpan) -> Int? {
        slots.isEmpty ? nil : find(name, in: nameBytes, nodes, bytes).key
    }

    /// The key with a name, or the slot where it belongs.
    private func find(
        _ name: JSONNode, in nameBytes: RawSpan, _ nodes: Span<JSONNode>, _ bytes: RawSpan
    ) -> (key: Int?, slot: Int) {
        let mask = slots.count - 1
        var slot = Int(truncatingIfNeeded: Self.hash(of: name, in: nameBytes)) & mask
        while slots[slot] != Self.free {
            let key = Int(slots[slot])
            if JSONStringContent.isEqual(nodes[key], in: bytes, to: name, in: nameBytes) { return (key, slot) }
            slot = (slot + 1) & mask
        }
        return (nil, slot)
    }

    private static func hash(of node: JSONNode, in bytes: RawSpan) -> UInt64 {
        guard node.isEscaped else {
            return ByteHash.ofProcess(bytes, from: Int(node.start) + 1, count: Int(node.end - node.start) - 2)
        }
        var content: [UInt8] = []
        JSONStringContent.append(node, in: bytes, to: &content)
        return ByteHash.ofProcess(content)
    }
}

extension Span<JSONNode> {
    /// How many members of an object are in a range of its nodes.
    func memberCount(in members: Range<Int>) -> Int {
        var count = 0
        var key = members.lowerBound
        while key < members.upperBound {
            count += 1
            key = Int(self[key + 1].next)
        }
        return count
    }
}
