package import FlagResolver

#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// Decides which key of an object to read if a conversion makes several of them equal.
///
/// A key strategy gets one key at a time and the path of its object. The resolver follows the path in the document to
/// find the other keys of the object. It also notes the objects in which it hid a key: a decoder calls its strategy only
/// for the keys of models, so the keys of dictionaries are not reported.
package final class KeyConflictResolver: KeyObserver {
    private let tree: JSONTree
    private let conversion: KeyConversion

    /// The keys that become equal to another one in some object; `nil` if only the path tells.
    private let candidates: Set<String>?

    private let state = Locked(State())

    private struct State {
        var containers: [Int: Container] = [:]
        /// The paths of the objects with several equal keys that models were decoded from, by node.
        var paths: [Int: [any CodingKey]] = [:]
    }

    private enum Container {
        case object(ObjectKeys)
        case array([Int])
    }

    /// - Complexity: O(*n*) in the length of the document.
    package init(_ tree: JSONTree, converting conversion: KeyConversion) {
        self.tree = tree
        self.conversion = conversion
        candidates = conversion.dependsOnPath ? nil : Self.equalKeys(in: tree) { conversion.convert($0, []) }
    }

    private static func equalKeys(in tree: JSONTree, _ convert: (String) -> String) -> Set<String> {
        var result: Set<String> = []
        for object in tree.nodes.indices where tree.kind(of: object) == .object {
            let keys = tree.members(of: object).map { tree.string(at: $0.key) ?? "" }
            let names = keys.map(convert)
            guard Set(names).count < keys.count else { continue }
            for group in Dictionary(grouping: zip(keys, names), by: \.1).values where group.count > 1 {
                result.formUnion(group.map(\.0))
            }
        }
        return result
    }

    /// Whether the document has no equal keys.
    var isIdle: Bool { candidates?.isEmpty == true }

    /// The strategy that converts keys, and hides those that are not read.
    ///
    /// A hidden key gets a `$` before it. No property finds it then, and entries of settings ignore it.
    package var strategy: JSONDecoder.KeyDecodingStrategy {
        .custom { path in
            let key = path.last?.stringValue ?? ""
            let object = path.dropLast()
            let isHidden = self.candidates?.contains(key) != false && self.isIgnored(key, at: object)
            return DynamicKey(isHidden ? "$" + key : self.conversion.convert(key, object))
        }
    }

    /// Whether another key of the object at a path is read instead of this one.
    private func isIgnored(_ key: String, at path: ArraySlice<any CodingKey>) -> Bool {
        let path = CodingPath.inDocument(Array(path))
        guard let node = node(at: path), case .object(let keys)? = container(at: node, path[...]), !keys.groups.isEmpty
        else { return false }
        state.withLock { state in
            if state.paths[node] == nil { state.paths[node] = path }
        }
        return keys.ignored.contains(key)
    }

    private func node(at path: [any CodingKey]) -> Int? {
        var node = 0
        for (depth, key) in path.enumerated() {
            switch container(at: node, path.prefix(depth)) {
            case .object(let keys):
                guard let value = keys.values[key.stringValue] else { return nil }
                node = value
            case .array(let elements):
                guard let index = key.intValue, elements.indices.contains(index) else { return nil }
                node = elements[index]
            case nil: return nil
            }
        }
        return node
    }

    private func container(at node: Int, _ path: ArraySlice<any CodingKey>) -> Container? {
        if let known = state.withLock({ $0.containers[node] }) { return known }
        let container: Container
        switch tree.kind(of: node) {
        case .object: container = .object(ObjectKeys(of: node, in: tree) { conversion.convert($0, path) })
        case .array: container = .array(Array(tree.elements(of: node)))
        default: return nil
        }
        state.withLock { $0.containers[node] = container }
        return container
    }

    package func forgetKeys(at path: [any CodingKey]) {
        guard let node = node(at: CodingPath.inDocument(path)) else { return }
        state.withLock { $0.paths[node] = nil }
    }

    /// Reports the keys that were not read, in the order of the document.
    func report(to reporter: IssueReporter) throws {
        let state = state.withLock { $0 }
        for (node, path) in state.paths.sorted(by: { $0.key < $1.key }) {
            guard case .object(let keys)? = state.containers[node] else { continue }
            for group in keys.groups {
                let problem = DecodingProblem.conflictingKeys(used: group.used, ignored: group.ignored)
                try reporter.report(problem, at: path + [DynamicKey(group.used)])
            }
        }
    }
}

/// The keys of an object, and which of them are read.
private struct ObjectKeys {
    /// Several keys that become equal, of which the exact spelling is read or, without one, the first.
    struct Group {
        let used: String
        let ignored: [String]
    }

    /// The groups of several keys in document order.
    private(set) var groups: [Group] = []

    private(set) var ignored: Set<String> = []

    /// The nodes of the values, by the names that models read and by the keys that dictionaries read.
    private(set) var values: [String: Int] = [:]

    init(of object: Int, in tree: JSONTree, _ convert: (String) -> String) {
        var keysOfName: [String: [String]] = [:]
        var names: [String] = []
        for member in tree.members(of: object) {
            let key = tree.string(at: member.key) ?? ""
            let name = convert(key)
            if keysOfName[name] == nil { names.append(name) }
            keysOfName[name, default: []].append(key)
            values[key] = member.value
        }
        let valuesOfKeys = values
        for name in names {
            guard let keys = keysOfName[name], let first = keys.first else { continue }
            let used = keys.contains(name) ? name : first
            values[name] = valuesOfKeys[used]
            guard keys.count > 1 else { continue }
            groups.append(Group(used: used, ignored: keys.filter { $0 != used }))
            ignored.formUnion(groups[groups.count - 1].ignored)
        }
    }
}
