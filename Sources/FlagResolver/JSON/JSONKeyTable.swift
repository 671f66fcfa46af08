/// Finds equal keys, by content: duplicates in one object, or the keys of one object in another.
///
/// Keys come from the network, so they are hashed with the secrets of ``ByteHash``: nobody can write a document whose
/// keys collide.
struct JSONKeyTable {
    /// Up to this number of members, comparing all pairs is faster than hashing.
    private static let maximumPairwiseCount = 8

    /// The node of a key by the hash of its content, or by the next free hash after it.
    private var keys: [UInt64: Int] = [:]

    init() {}

    /// A table of the keys of members.
    init(_ members: Range<Int>, nodes: Span<JSONNode>, bytes: RawSpan) {
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
        keys = [:]
        while key < end {
            if let earlier = insert(key, nodes: nodes, bytes: bytes) { return (earlier, key) }
            key = Int(nodes[key + 1].next)
        }
        return nil
    }

    /// Adds a key, unless the table has one with the same content, which is returned instead.
    mutating func insert(_ key: Int, nodes: Span<JSONNode>, bytes: RawSpan) -> Int? {
        var hash = Self.hash(of: nodes[key], in: bytes)
        while let earlier = keys.updateValue(key, forKey: hash) {
            keys[hash] = earlier
            if JSONStringContent.isEqual(nodes[earlier], in: bytes, to: nodes[key], in: bytes) { return earlier }
            hash &+= 1
        }
        return nil
    }

    /// The key of the table with the same content as a string of another tree.
    func find(_ name: JSONNode, in nameBytes: RawSpan, nodes: Span<JSONNode>, bytes: RawSpan) -> Int? {
        var hash = Self.hash(of: name, in: nameBytes)
        while let key = keys[hash] {
            if JSONStringContent.isEqual(nodes[key], in: bytes, to: name, in: nameBytes) { return key }
            hash &+= 1
        }
        return nil
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
