package import FlagResolver

/// What differs between two values that are both objects, or both arrays.
///
/// 1. Members are compared by key, regardless of order.
/// 2. Equal elements are matched in order. Between two matches, equal numbers of old and new elements are compared one by
///    one; otherwise the old ones are removed and the new ones added.
/// 3. Objects and arrays inside are compared likewise, so that each change is as deep as possible.
package struct ValueDifference: Sendable {
    /// A member or an element that is added, removed, or has another value.
    package struct Change: Hashable, Sendable {
        /// Where it is, as a JSON path: `$.hosts[2].port`. The index of a removed element is that in the old value.
        package let path: String
        /// The node of the old value; `nil` if it is added.
        package let old: Int?
        /// The node of the new value; `nil` if it is removed.
        package let new: Int?
    }

    /// The changes, in the order of the old value, with added members at the end of their object.
    package private(set) var changes: [Change] = []

    private let oldTree: JSONTree
    private let newTree: JSONTree

    /// Elements of arrays with more pairs than this are not matched.
    private static let maximumTableSize = 1 << 20

    /// - Returns: `nil` if the values are not both objects or both arrays.
    /// - Complexity: Linear in the texts of the values, and in the pairs of elements between equal ends of two arrays.
    package init?(from old: JSONValue, to new: JSONValue) {
        guard old.kind == new.kind, old.kind == .object || old.kind == .array else { return nil }
        oldTree = old.tree
        newTree = new.tree
        compare(old.node, new.node, at: "$")
    }

    private mutating func compare(_ old: Int, _ new: Int, at path: String) {
        switch (oldTree.kind(of: old), newTree.kind(of: new)) {
        case (.object, .object): compareMembers(old, new, at: path)
        case (.array, .array):
            compareElements(Array(oldTree.elements(of: old)), Array(newTree.elements(of: new)), at: path)
        default:
            guard !oldTree.isEqual(old, to: newTree, new) else { return }
            changes.append(Change(path: path, old: old, new: new))
        }
    }

    private mutating func compareMembers(_ old: Int, _ new: Int, at path: String) {
        var values: [[UInt8]: Int] = [:]
        for member in newTree.members(of: new) { values[newTree.stringBytes(at: member.key) ?? []] = member.value }
        for member in oldTree.members(of: old) {
            let key = oldTree.stringBytes(at: member.key) ?? []
            let path = path + Self.step(to: key)
            if let value = values.removeValue(forKey: key) {
                compare(member.value, value, at: path)
            } else {
                changes.append(Change(path: path, old: member.value, new: nil))
            }
        }
        for member in newTree.members(of: new) {
            let key = newTree.stringBytes(at: member.key) ?? []
            guard values[key] == member.value else { continue }
            changes.append(Change(path: path + Self.step(to: key), old: nil, new: member.value))
        }
    }

    private mutating func compareElements(_ old: [Int], _ new: [Int], at path: String) {
        var start = 0
        while start < old.count, start < new.count, oldTree.isEqual(old[start], to: newTree, new[start]) { start += 1 }
        var (oldEnd, newEnd) = (old.count, new.count)
        while oldEnd > start, newEnd > start, oldTree.isEqual(old[oldEnd - 1], to: newTree, new[newEnd - 1]) {
            oldEnd -= 1
            newEnd -= 1
        }
        var (left, right) = (start, start)
        for kept in kept(old[start..<oldEnd], new[start..<newEnd]) + [(oldEnd, newEnd)] {
            replace(old[left..<kept.0], by: new[right..<kept.1], at: path)
            (left, right) = (kept.0 + 1, kept.1 + 1)
        }
    }

    /// The elements that stay between the equal ends: their old and new indices.
    private func kept(_ old: ArraySlice<Int>, _ new: ArraySlice<Int>) -> [(Int, Int)] {
        let (size, isLarge) = old.count.multipliedReportingOverflow(by: new.count)
        guard old.count != new.count, !isLarge, size <= Self.maximumTableSize else { return [] }
        let oldTexts = old.map { oldTree.canonicalText(of: $0) }
        let newTexts = new.map { newTree.canonicalText(of: $0) }
        var removed: Set<Int> = []
        var inserted: Set<Int> = []
        for change in newTexts.difference(from: oldTexts) {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): inserted.insert(offset)
            }
        }
        return zip(
            oldTexts.indices.filter { !removed.contains($0) }, newTexts.indices.filter { !inserted.contains($0) }
        ).map { ($0 + old.startIndex, $1 + new.startIndex) }
    }

    private mutating func replace(_ old: ArraySlice<Int>, by new: ArraySlice<Int>, at path: String) {
        guard old.count != new.count else {
            for (index, pair) in zip(new.indices, zip(old, new)) { compare(pair.0, pair.1, at: "\(path)[\(index)]") }
            return
        }
        for index in old.indices { changes.append(Change(path: "\(path)[\(index)]", old: old[index], new: nil)) }
        for index in new.indices { changes.append(Change(path: "\(path)[\(index)]", old: nil, new: new[index])) }
    }

    /// `.name`, or `["a name"]` for a key that is not an ASCII identifier.
    private static func step(to key: [UInt8]) -> String {
        let isPlain = key.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
                true
            default: false
            }
        }
        let startsWithDigit = key.first.map { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") } ?? true
        if isPlain, !startsWithDigit { return "." + String(decoding: key, as: UTF8.self) }
        var writer = JSONWriter()
        writer.write(string: key)
        return "[\(String(decoding: writer.bytes, as: UTF8.self))]"
    }
}
