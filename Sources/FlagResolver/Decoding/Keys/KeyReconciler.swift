#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// Decides which of the keys that become equal a model reads, and records the objects that models looked at.
///
/// Of keys that become equal, `JSONDecoder` keeps one. Which one depends on the system: older ones keep an object as an
/// unordered dictionary. So only the key that is to be read is converted; the others keep their spelling, and no two
/// keys are equal. Dictionaries do not convert their keys and see all of them.
package final class KeyReconciler: Sendable {
    private let tree: JSONTree
    private let conversion: KeyConversion

    /// The keys to look at more closely; `nil` for all.
    private let candidates: Set<String>?
    private let state = Locked(State())

    private struct State {
        var containers: [Int: Container] = [:]
        /// The objects that models looked at, by their node.
        var seen: [Int: Place] = [:]
    }

    private struct Place {
        let path: [any CodingKey]
        let text: String
    }

    /// The children of an object or array, made when a path first leads to it or through it.
    private enum Container {
        case object(ReconciledKeys)
        case array([Int])
    }

    /// - Complexity: O(*n*) in the length of the document.
    package init(_ tree: JSONTree, converting conversion: KeyConversion) {
        self.tree = tree
        self.conversion = conversion
        candidates = conversion.dependsOnPath ? nil : CollidingKeys.search(tree, converting: conversion)
    }

    /// Whether no two keys of an object become equal, as far as is known before decoding.
    var isIdle: Bool { candidates?.isEmpty == true }

    package var strategy: JSONDecoder.KeyDecodingStrategy {
        .custom { path in
            guard let last = path.last else { return ConvertedKey(stringValue: "") }
            let key = last.stringValue
            guard self.candidates?.contains(key) != false, self.isIgnored(key, at: path.dropLast()) else {
                return self.conversion.convert(key, path.dropLast()).map { ConvertedKey(stringValue: $0) } ?? last
            }
            return last
        }
    }

    /// Whether another key of the object at a path is read in place of this one.
    private func isIgnored(_ key: String, at path: ArraySlice<any CodingKey>) -> Bool {
        guard let node = node(at: path), case .object(let keys)? = container(at: node, path), !keys.groups.isEmpty
        else { return false }
        state.withLock { [path = Array(path)] state in
            if state.seen[node] == nil { state.seen[node] = Place(path: path, text: CodingPath.text(path)) }
        }
        return keys.ignored.contains(key)
    }

    /// The node that a coding path leads to.
    private func node(at path: ArraySlice<any CodingKey>) -> Int? {
        let respelled = KeySpelling.steps
        var node = 0
        for (depth, step) in path.enumerated() {
            switch container(at: node, path.prefix(depth)) {
            case .object(let keys):
                guard let child = keys.child(named: respelled[depth] ?? step.stringValue) else { return nil }
                node = child
            case .array(let elements):
                guard let index = step.intValue, elements.indices.contains(index) else { return nil }
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
        case .object: container = .object(ReconciledKeys(of: node, in: tree) { conversion.convert($0, path) })
        case .array: container = .array(Array(tree.elements(of: node)))
        default: return nil
        }
        state.withLock { $0.containers[node] = container }
        return container
    }

    /// Forgets that a model looked at the object that a decoder stands on.
    ///
    /// For a look at the keys alone. When the object is decoded with coding keys later, that is recorded again.
    static func forget(_ decoder: any Decoder) {
        guard let reconciler = decoder.userInfo[.keyReconciler] as? KeyReconciler,
            let node = reconciler.node(at: decoder.codingPath[...])
        else { return }
        reconciler.state.withLock { $0.seen[node] = nil }
    }

    /// Reports the keys that models did not read, in the order of the document.
    func report(to reporter: IssueReporter) throws {
        let (seen, containers) = state.withLock { ($0.seen, $0.containers) }
        for (node, place) in seen.sorted(by: { $0.key < $1.key }) {
            guard case .object(let keys)? = containers[node] else { continue }
            for group in keys.groups {
                let problem = SettingProblem.conflictingKeys(used: group.used, ignored: group.ignored)
                let text = place.text.isEmpty ? group.used : "\(place.text).\(group.used)"
                try reporter.report(problem, at: place.path + [DynamicKey(group.used)], spelled: text)
            }
        }
    }
}
