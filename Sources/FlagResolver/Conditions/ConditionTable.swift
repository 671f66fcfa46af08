/// The conditions on attributes of a document's entries: the members of their `when`.
///
/// Conditions with equal texts are stored once, because entries often repeat them: each is checked once, and evaluated
/// once for each context.
package struct ConditionTable: Sendable {
    /// The node of the key of each condition; its value follows.
    package private(set) var keys: [UInt32] = []

    /// The conditions of the entries, one entry after the other, as indices of ``keys``.
    package private(set) var indices: [UInt32] = []

    /// The condition with a text, by the hash of the text.
    private var indicesByHash: [UInt64: UInt32] = [:]

    /// Adds the member of a `when` to the conditions of the last entry.
    ///
    /// - Parameter check: Throws if the condition is malformed. It is called for the first condition with its text.
    mutating func append<Failure: Error>(
        key: Int, _ nodes: Span<JSONNode>, _ bytes: RawSpan, check: () throws(Failure) -> Void
    ) throws(Failure) {
        let text = Self.text(ofConditionAt: key, nodes)
        let hash = ByteHash.ofProcess(bytes, from: text.lowerBound, count: text.count)
        if let index = indicesByHash[hash] {
            let known = Self.text(ofConditionAt: Int(keys[Int(index)]), nodes)
            if known.count == text.count,
                bytes.isEqual(at: known.lowerBound, to: bytes, at: text.lowerBound, count: text.count)
            {
                indices.append(index)
                return
            }
        }
        try check()
        let index = UInt32(truncatingIfNeeded: keys.count)
        indicesByHash[hash] = index
        keys.append(UInt32(truncatingIfNeeded: key))
        indices.append(index)
    }

    /// Frees what only ``append(key:_:_:check:)`` needs.
    mutating func finish() { indicesByHash = [:] }

    /// The bytes of a member, from its key to the end of its value. Merging never splits an entry.
    private static func text(ofConditionAt key: Int, _ nodes: Span<JSONNode>) -> Range<Int> {
        Int(nodes[key].start)..<Int(nodes[key + 1].end)
    }
}
