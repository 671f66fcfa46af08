package import FlagResolver

/// What differs between two values that are both objects, or both arrays.
///
/// 1. Members are compared by their keys, whatever their order.
/// 2. Elements that are equal stay together, in their order. Between them, as many old elements as new ones are compared
///    one by one; otherwise the old ones are removed and the new ones added. Arrays of one length are compared index by
///    index, unless fewer elements change otherwise.
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

    /// How to get from the whole values to those that are being compared.
    private var steps: [Step] = []

    private enum Step {
        /// To the member whose key is this node of the old value.
        case member(key: Int)
        case element(index: Int)
    }

    /// The maximum number of pairs of elements between equal ones that are compared.
    private static let maximumPairCount = 1 << 18

    /// - Returns: `nil` if the values are not both objects or both arrays.
    /// - Complexity: O(*n* log *n*) in the texts of the values.
    package init?(from old: JSONValue, to new: JSONValue) {
        guard old.kind == new.kind, old.kind == .object || old.kind == .array else { return nil }
        oldTree = old.tree
        newTree = new.tree
        compare(old.node, new.node)
    }

    private mutating func compare(_ old: Int, _ new: Int, after step: Step) {
        steps.append(step)
        compare(old, new)
        steps.removeLast()
    }

    private mutating func compare(_ old: Int, _ new: Int) {
        switch (oldTree.kind(of: old), newTree.kind(of: new)) {
        case (.object, .object): compareMembers(old, new)
        case (.array, .array): compareElements(Array(oldTree.elements(of: old)), Array(newTree.elements(of: new)))
        default:
            guard !oldTree.isEqual(old, to: newTree, new) else { return }
            changes.append(Change(path: path, old: old, new: new))
        }
    }

    private mutating func compareMembers(_ old: Int, _ new: Int) {
        let (oldTree, newTree) = (oldTree, newTree)
        let (oldMembers, newMembers) = (Array(oldTree.members(of: old)), Array(newTree.members(of: new)))
        let pairs = zip(oldMembers, newMembers)
        // Usually, both objects have the same keys in the same order.
        if oldMembers.count == newMembers.count,
            pairs.allSatisfy({ oldTree.isEqual($0.key, to: newTree, $1.key) })
        {
            for (member, other) in pairs {
                compare(member.value, other.value, after: .member(key: member.key))
            }
            return
        }
        var values: [[UInt8]: Int] = [:]
        for member in newMembers { values[newTree.stringBytes(at: member.key) ?? []] = member.value }
        for member in oldMembers {
            let key = oldTree.stringBytes(at: member.key) ?? []
            if let value = values.removeValue(forKey: key) {
                compare(member.value, value, after: .member(key: member.key))
            } else {
                changes.append(Change(path: path + Self.step(to: key), old: member.value, new: nil))
            }
        }
        for member in newMembers {
            let key = newTree.stringBytes(at: member.key) ?? []
            guard values[key] == member.value else { continue }
            changes.append(Change(path: path + Self.step(to: key), old: nil, new: member.value))
        }
    }

    private mutating func compareElements(_ old: [Int], _ new: [Int]) {
        var start = 0
        while start < old.count, start < new.count, oldTree.isEqual(old[start], to: newTree, new[start]) { start += 1 }
        var (oldEnd, newEnd) = (old.count, new.count)
        while oldEnd > start, newEnd > start, oldTree.isEqual(old[oldEnd - 1], to: newTree, new[newEnd - 1]) {
            oldEnd -= 1
            newEnd -= 1
        }
        let (old, new) = (old[start..<oldEnd], new[start..<newEnd])
        let changes = changes(from: old, to: new)
        let unequalCount =
            old.count == new.count
            ? zip(old, new).count { !oldTree.isEqual($0, to: newTree, $1) } : Int.max
        let changedCount = changes.reduce(0) { sum, change in
            let (removed, added) = (change.old.count, change.new.count)
            return sum + (removed == added ? removed : removed + added)
        }
        if unequalCount <= changedCount {
            replace(old, by: new)
        } else {
            for change in changes { replace(old[change.old], by: new[change.new]) }
        }
    }

    /// The ranges of elements that differ.
    private func changes(from old: ArraySlice<Int>, to new: ArraySlice<Int>) -> [SequenceDifference.Change] {
        guard !old.isEmpty, !new.isEmpty else { return [SequenceDifference.Change(old: old.indices, new: new.indices)] }
        var known: [[UInt8]: Int] = [:]
        func number(_ text: [UInt8]) -> Int {
            if let number = known[text] { return number }
            known[text] = known.count
            return known.count - 1
        }
        let numbers = old.map { number(oldTree.canonicalText(of: $0)) }
        let others = new.map { number(newTree.canonicalText(of: $0)) }
        return SequenceDifference(from: numbers, to: others, maximumPairCount: Self.maximumPairCount).changes.map {
            SequenceDifference.Change(
                old: ($0.old.lowerBound + old.startIndex)..<($0.old.upperBound + old.startIndex),
                new: ($0.new.lowerBound + new.startIndex)..<($0.new.upperBound + new.startIndex))
        }
    }

    private mutating func replace(_ old: ArraySlice<Int>, by new: ArraySlice<Int>) {
        guard old.count != new.count else {
            for (index, pair) in zip(new.indices, zip(old, new)) {
                compare(pair.0, pair.1, after: .element(index: index))
            }
            return
        }
        let path = path
        for index in old.indices { changes.append(Change(path: "\(path)[\(index)]", old: old[index], new: nil)) }
        for index in new.indices { changes.append(Change(path: "\(path)[\(index)]", old: nil, new: new[index])) }
    }

    /// The path of the values that are being compared.
    private var path: String {
        steps.reduce("$") { path, step in
            switch step {
            case .member(let key): path + Self.step(to: oldTree.stringBytes(at: key) ?? [])
            case .element(let index): "\(path)[\(index)]"
            }
        }
    }

    /// `.name`, or `["a name"]` for a key with other characters than ASCII letters, digits and `_`.
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
