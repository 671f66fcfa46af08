extension JSONTree {
    /// Why trees cannot be merged.
    package enum MergeError: Error, Sendable, Hashable {
        /// The combined texts are too long for 32-bit offsets.
        case tooLarge(byteCount: Int)
    }

    /// This document with a merge patch applied to it, as RFC 7396 defines it.
    ///
    /// The rules are those of ``merging(_:)-([JSONTree])``.
    package func merging(_ patch: JSONTree) throws(MergeError) -> JSONTree { try merging([patch]) }

    /// This document with merge patches applied to it one after the other, as RFC 7396 defines it.
    ///
    /// 1. A member that a patch does not have stays, `null` deletes it, an object is merged into it, and any other
    ///    value replaces it. A patch that is not an object replaces the whole document.
    /// 2. Members keep the order of the target; new ones follow in the order of the patches. A member that one patch
    ///    deletes and a later one adds is a new one.
    /// 3. The bytes of the result are those of all texts, and every node points to the text that it came from.
    /// 4. An object that consists of several, and each object around it, is marked as merged: it keeps the span of the
    ///    object it came from, but its text has to be written. So is an object of a patch that had `null` members.
    /// 5. Bytes of members that were replaced or deleted stay. Write out a document that is patched repeatedly
    ///    in between (``compactText``).
    ///
    /// - Throws: `MergeError` when all texts together have 4 GiB or more.
    /// - Complexity: O(*n*) in the number of bytes of all texts, on average over the hash's secrets.
    package func merging(_ patches: [JSONTree]) throws(MergeError) -> JSONTree {
        guard !patches.isEmpty else { return self }
        var byteCount = bytes.count
        for patch in patches {
            let (sum, overflow) = byteCount.addingReportingOverflow(patch.bytes.count)
            byteCount = overflow ? Int.max : sum
            guard byteCount <= Int(clamping: UInt32.max), !overflow else { throw .tooLarge(byteCount: byteCount) }
        }
        var merge = JSONMerge([self] + patches, byteCount: byteCount)
        return merge.run()
    }
}

/// One merge in progress. It recurses no deeper than the depth that the parser allowed.
private struct JSONMerge {
    /// The bytes, nodes and sources of all trees, one tree after the other.
    private var bytes: [UInt8] = []
    private var nodes: [JSONNode] = []
    private var sources: [JSONSource] = []

    /// The root of each tree.
    private var roots: [Int] = []

    private var result: [JSONNode] = []

    init(_ trees: [JSONTree], byteCount: Int) {
        bytes.reserveCapacity(byteCount)
        nodes.reserveCapacity(trees.reduce(0) { $0 + $1.nodes.count })
        for tree in trees {
            let (offset, distance) = (bytes.count, nodes.count)
            roots.append(distance)
            bytes += tree.bytes
            for node in tree.nodes { nodes.append(node.moved(by: distance, bytes: offset)) }
            sources += tree.sources.map { JSONSource(name: $0.name, start: $0.start + offset) }
        }
        result.reserveCapacity(nodes.count)
    }

    mutating func run() -> JSONTree {
        // The root of the first tree is the first node.
        var root = Value(base: 0, isPatch: false)
        nodes.withSpan { nodes in
            for patch in roots.dropFirst() { root.apply(patch, nodes) }
        }
        write(root)
        return JSONTree(bytes: bytes, nodes: result, sources: sources)
    }

    /// A value after patches.
    private struct Value {
        private(set) var base: Int
        /// Whether the base is from a patch, so that the members that are `null` are left out.
        private(set) var isPatch: Bool
        /// The objects of patches that are merged into the base, which is an object.
        private(set) var patches: [Int] = []

        /// Merges an object into this one, or else replaces the value.
        mutating func apply(_ patch: Int, _ nodes: Span<JSONNode>) {
            if nodes[patch].kind == .object, nodes[base].kind == .object {
                patches.append(patch)
            } else {
                self = Value(base: patch, isPatch: true)
            }
        }
    }

    private struct Member {
        let key: Int
        var value: Value
    }

    private mutating func write(_ value: Value) {
        if !value.patches.isEmpty {
            merge(value)
        } else if value.isPatch {
            copyWithoutNulls(value.base)
        } else {
            copy(value.base)
        }
    }

    private mutating func merge(_ object: Value) {
        let container = result.count
        result.append(nodes[object.base])
        for member in members(of: object) {
            copy(member.key)
            write(member.value)
        }
        close(container, isMerged: true)
    }

    /// The members of an object after its patches.
    private func members(of object: Value) -> [Member] {
        nodes.withSpan { nodes in
            bytes.withRawSpan { bytes in
                var keys = JSONKeyTable()
                // The keys of the patches, by the first key with the same content.
                var changes: [Int: [Int]] = [:]
                for patch in object.patches {
                    nodes.forEachMember(of: patch) { key in
                        let first = keys.insert(key, nodes: nodes, bytes: bytes) ?? key
                        changes[first, default: []].append(key)
                    }
                }
                var members: [Member] = []
                // A member that one patch deletes and a later one adds is among these.
                var added: [Member] = []
                nodes.forEachMember(of: object.base) { key in
                    let isLeftOut = object.isPatch && nodes[key + 1].kind == .null
                    let member = Member(key: key, value: Value(base: key + 1, isPatch: object.isPatch))
                    let first = keys.find(nodes[key], in: bytes, nodes: nodes, bytes: bytes)
                    let changed = first.flatMap { changes.removeValue(forKey: $0) } ?? []
                    guard let result = Self.member(isLeftOut ? nil : member, after: changed, nodes) else { return }
                    if result.key == key { members.append(result) } else { added.append(result) }
                }
                added += changes.values.compactMap { Self.member(nil, after: $0, nodes) }
                // Nodes are in the order of the patches and of their members.
                return members + added.sorted { $0.key < $1.key }
            }
        }
    }

    /// A member after the members of patches with the same key; `nil` if there is none.
    private static func member(_ member: Member?, after changes: [Int], _ nodes: Span<JSONNode>) -> Member? {
        var member = member
        for key in changes {
            if nodes[key + 1].kind == .null {
                member = nil
            } else if member != nil {
                member?.value.apply(key + 1, nodes)
            } else {
                member = Member(key: key, value: Value(base: key + 1, isPatch: true))
            }
        }
        return member
    }

    /// Adds a value of a patch as if merged into an empty object: without the members that are `null`.
    private mutating func copyWithoutNulls(_ index: Int) {
        guard nodes[index].kind == .object else { return copy(index) }
        let container = result.count
        result.append(nodes[index])
        var isMerged = nodes[index].isMerged
        var key = index + 1
        while key < Int(nodes[index].next) {
            let value = key + 1
            if nodes[value].kind == .null {
                isMerged = true
            } else {
                copy(key)
                let valuePlace = result.count
                copyWithoutNulls(value)
                if result[valuePlace].isMerged { isMerged = true }
            }
            key = Int(nodes[value].next)
        }
        close(container, isMerged: isMerged)
    }

    /// Adds a subtree unchanged.
    private mutating func copy(_ index: Int) {
        let distance = result.count - index
        for position in index..<Int(nodes[index].next) { result.append(nodes[position].moved(by: distance)) }
    }

    /// Sets the end of an object's subtree, now that it is known.
    private mutating func close(_ container: Int, isMerged: Bool) {
        let node = result[container]
        let flags = isMerged ? node.flags.union(.merged) : node.flags
        result[container] = JSONNode(Int(node.start), Int(node.end), result.count, node.kind, flags)
    }
}

extension JSONNode {
    /// The same node, by numbers of nodes and of bytes further from the start.
    fileprivate func moved(by distance: Int, bytes offset: Int = 0) -> JSONNode {
        JSONNode(Int(start) + offset, Int(end) + offset, Int(next) + distance, kind, flags)
    }
}
