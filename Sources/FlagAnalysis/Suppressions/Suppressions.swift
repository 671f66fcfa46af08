package import FlagResolver

/// The findings that a document allows, with `"$allow"` in the document, a group, a setting or an entry.
///
/// 1. The innermost `"$allow"` that names a code counts.
/// 2. A suppression changes no value: it is metadata, which resolution ignores.
/// 3. Codes are not validated here, because several commands define them.
package struct Suppressions: Sendable {
    /// The suppressions, in document order.
    package private(set) var all: [Suppression] = []
    package private(set) var malformed: [MalformedSuppression] = []
    /// For each code, the positions of its suppressions, in document order.
    private var positions: [String: [Int]] = [:]
    /// For each suppression, the position of the next outer one with the same code.
    private var outer: [Int?] = []
    private let tree: JSONTree
    /// The nodes by the offsets of their texts, if merging has put them into another order.
    private var nodesByOffset: [Int]?

    /// - Complexity: O(*n*) in the nodes of the document.
    package init(of document: SettingsDocument) {
        tree = document.tree
        guard tree.hasSuppressions else { return }
        addGroup(0, scope: 0..<tree.nodes.count)
        for index in all.indices {
            let code = all[index].code
            var candidate = positions[code]?.last
            while let position = candidate, all[position].scope.upperBound <= all[index].scope.lowerBound {
                candidate = outer[position]
            }
            outer.append(candidate)
            positions[code, default: []].append(index)
        }
        guard !all.isEmpty, tree.sources.count > 1 else { return }
        // A merged object has no text of its own.
        let located = tree.nodes.indices.filter { !tree.nodes[$0].isMerged }
        nodesByOffset = located.sorted { (tree.nodes[$0].start, $0) < (tree.nodes[$1].start, $1) }
    }

    package var isEmpty: Bool { all.isEmpty }

    /// Whether any suppression names a code.
    package func names(_ code: String) -> Bool { positions[code] != nil }

    /// The position of the innermost suppression of a code that covers a node; `nil` if there is none.
    ///
    /// - Complexity: O(log *n* + *d*) in the number of suppressions and the depth of the document.
    package func position(of code: String, coveringNode node: Int) -> Int? {
        guard let ofCode = positions[code] else { return nil }
        let next = ofCode.partitionPoint(where: { all[$0].scope.lowerBound > node })
        var candidate = next > 0 ? ofCode[next - 1] : nil
        while let position = candidate, !all[position].scope.contains(node) { candidate = outer[position] }
        return candidate
    }

    /// The innermost node whose text contains an offset in the bytes of the tree.
    package func node(at offset: Int) -> Int {
        if let nodesByOffset {
            let next = nodesByOffset.partitionPoint(where: { Int(tree.nodes[$0].start) > offset })
            return next > 0 ? nodesByOffset[next - 1] : 0
        }
        return tree.innermostNode(at: offset)
    }
}

extension Suppressions {
    private mutating func addGroup(_ group: Int, scope: Range<Int>) {
        addMembers(of: group, scope: scope)
        for (key, value) in tree.members(of: group) where tree.kind(of: value) == .object {
            guard !tree.isMetadata(key: key) else { continue }
            let scope = key..<Int(tree.nodes[value].next)
            let entries = tree.member(named: "valuesByVersion" as StaticString, of: value)
            guard entries != nil || tree.member(named: "defaultValue" as StaticString, of: value) != nil else {
                addGroup(value, scope: scope)
                continue
            }
            addMembers(of: value, scope: scope)
            guard let entries else { continue }
            for entry in tree.elements(of: entries) {
                addMembers(of: entry, scope: entry..<Int(tree.nodes[entry].next))
            }
        }
    }

    private mutating func addMembers(of object: Int, scope: Range<Int>) {
        guard let allow = tree.member(named: "$allow" as StaticString, of: object) else { return }
        guard tree.kind(of: allow) == .object else {
            malformed.append(.notAnObject(value: allow))
            return
        }
        for (key, value) in tree.members(of: allow) {
            guard let reason = tree.string(at: value), reason.contains(where: { !$0.isWhitespace }) else {
                malformed.append(.noReason(key: key, reason: value))
                continue
            }
            all.append(Suppression(code: tree.string(at: key) ?? "", reason: reason, key: key, scope: scope))
        }
    }
}

extension JSONTree {
    /// Whether any string is `$allow`. Most documents have none, and need no further search.
    fileprivate var hasSuppressions: Bool {
        // The text has eight bytes with its quotes, unless it is escaped.
        nodes.indices.contains { node in
            let found = nodes[node]
            return found.kind == .string && (found.isEscaped || found.end &- found.start == 8)
                && isString(at: node, equalTo: "$allow" as StaticString)
        }
    }
}
