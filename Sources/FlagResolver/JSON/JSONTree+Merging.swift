extension JSONTree {
    /// Why two trees cannot be merged.
    package enum MergeError: Error, Sendable, Hashable {
        /// The combined texts are too long for 32-bit offsets.
        case tooLarge(byteCount: Int)
    }

    /// This document with a merge patch applied to it, as RFC 7396 defines it.
    ///
    /// 1. A member that the patch does not have stays, `null` deletes it, an object is merged into it, and any other
    ///    value replaces it. A patch that is not an object replaces the whole document.
    /// 2. Members keep the order of the target; new ones follow in the order of the patch.
    /// 3. The bytes of the result are those of both texts, and every node points to the text that it came from.
    /// 4. An object that consists of both, and each object around it, is marked as merged: it keeps the span of the
    ///    object it came from, but its text has to be written. So is an object of the patch that had `null` members.
    /// 5. Bytes of members that were replaced or deleted stay. Write out a document that is patched repeatedly
    ///    in between (``compactText``).
    ///
    /// - Throws: `MergeError` when both texts together have 4 GiB or more.
    /// - Complexity: O(*n*) in the number of bytes of both, on average over the hash's secrets.
    package func merging(_ patch: JSONTree) throws(MergeError) -> JSONTree {
        let byteCount = bytes.count + patch.bytes.count
        guard byteCount <= Int(clamping: UInt32.max) else { throw .tooLarge(byteCount: byteCount) }
        var merge = JSONMerge(target: self, patch: patch)
        let offset = bytes.count
        return JSONTree(
            bytes: bytes + patch.bytes,
            nodes: merge.run(),
            sources: sources + patch.sources.map { JSONSource(name: $0.name, start: $0.start + offset) }
        )
    }
}

/// One merge in progress. It recurses no deeper than the depth that the parser allowed.
private struct JSONMerge {
    private let target: JSONTree
    private let patch: JSONTree
    private let patchOffset: UInt32
    private var keys = JSONKeyTable()
    private var result: [JSONNode] = []

    init(target: JSONTree, patch: JSONTree) {
        self.target = target
        self.patch = patch
        patchOffset = UInt32(clamping: target.bytes.count)
    }

    mutating func run() -> [JSONNode] {
        result.reserveCapacity(target.nodes.count + patch.nodes.count)
        merge(target: 0, patch: 0)
        return result
    }

    private mutating func merge(target index: Int, patch patchIndex: Int) {
        guard patch.kind(of: patchIndex) == .object else { return copy(patchIndex, of: patch, offset: patchOffset) }
        guard target.kind(of: index) == .object else { return copyWithoutNulls(patchIndex) }
        let members = patchMembers(for: index, patchIndex)
        let container = result.count
        result.append(target.nodes[index])
        for (member, change) in zip(target.members(of: index), members.changes) {
            guard let change else {
                copy(member.key, of: target, offset: 0)
                copy(member.value, of: target, offset: 0)
                continue
            }
            guard patch.kind(of: change) != .null else { continue }
            copy(member.key, of: target, offset: 0)
            merge(target: member.value, patch: change)
        }
        for member in members.added where patch.kind(of: member.value) != .null {
            copy(member.key, of: patch, offset: patchOffset)
            copyWithoutNulls(member.value)
        }
        close(container, isMerged: true)
    }

    /// For each member of the target the value that the patch has for it, and the members that only the patch has.
    private mutating func patchMembers(
        for index: Int,
        _ patchIndex: Int
    ) -> (changes: [Int?], added: [(key: Int, value: Int)]) {
        let lookup = KeyLookup(patch, patchIndex, &keys)
        var used: Set<Int> = []
        let changes = target.bytes.withRawSpan { input in
            patch.bytes.withRawSpan { patchInput in
                target.members(of: index).map { member -> Int? in
                    let value = lookup.value(of: target.nodes[member.key], in: input, patchInput, &keys)
                    if let value { used.insert(value) }
                    return value
                }
            }
        }
        return (changes, patch.members(of: patchIndex).filter { !used.contains($0.value) })
    }

    /// Adds a value of the patch as if merged into an empty object: without the members that are `null`.
    private mutating func copyWithoutNulls(_ patchIndex: Int) {
        guard patch.kind(of: patchIndex) == .object else { return copy(patchIndex, of: patch, offset: patchOffset) }
        let container = result.count
        result.append(moved(patch.nodes[patchIndex], offset: patchOffset, distance: 0))
        var isMerged = patch.nodes[patchIndex].isMerged
        for member in patch.members(of: patchIndex) {
            guard patch.kind(of: member.value) != .null else {
                isMerged = true
                continue
            }
            copy(member.key, of: patch, offset: patchOffset)
            let valuePlace = result.count
            copyWithoutNulls(member.value)
            if result[valuePlace].isMerged { isMerged = true }
        }
        close(container, isMerged: isMerged)
    }

    /// Adds a subtree unchanged.
    private mutating func copy(_ index: Int, of tree: JSONTree, offset: UInt32) {
        let distance = result.count - index
        for position in index..<Int(tree.nodes[index].next) {
            result.append(moved(tree.nodes[position], offset: offset, distance: distance))
        }
    }

    private func moved(_ node: JSONNode, offset: UInt32, distance: Int) -> JSONNode {
        let offset = Int(offset)
        return JSONNode(
            Int(node.start) + offset, Int(node.end) + offset, Int(node.next) + distance, node.kind, node.flags)
    }

    /// Sets the end of an object's subtree, now that it is known.
    private mutating func close(_ container: Int, isMerged: Bool) {
        let node = result[container]
        let flags = isMerged ? node.flags.union(.merged) : node.flags
        result[container] = JSONNode(Int(node.start), Int(node.end), result.count, node.kind, flags)
    }
}
