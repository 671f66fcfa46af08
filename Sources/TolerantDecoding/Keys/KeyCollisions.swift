import FlagResolver

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The keys of a document that a conversion makes equal to another key of their object.
///
/// They are found in the document, because a key strategy gets one key at a time. The strategy of this type then decides
/// for each of them whether it is the one to read. It also notes the objects in which it met them: a decoder does not
/// convert the keys of dictionaries, and only there both keys are read.
final class KeyCollisions: KeyObserver {
    /// The keys of an object that become equal.
    private struct Field {
        /// The key to read: the exact spelling or, without one, the first.
        let used: String
        var ignored: [String]
        let position: Int
    }

    /// An object or array that is, or contains, an object with collisions.
    private struct Container {
        var fields: [String: Field] = [:]
        /// By their keys in the document, and by the converted keys of those that are read; by index in arrays.
        var members: [String: Int] = [:]
        var elements: [Int: Int] = [:]
    }

    private struct Notes {
        var order: [Int] = []
        var paths: [Int: [any CodingKey]] = [:]
    }

    private let convert: @Sendable (String, ArraySlice<any CodingKey>) -> String
    private let containers: [Container]
    private let keys: Set<String>
    private let notes = Locked(Notes())

    /// - Returns: `nil` if there are no such keys.
    /// - Complexity: O(*n*) in the length of the document.
    init?(in tree: JSONTree, converting conversion: KeyConversion) {
        var search = Search(tree: tree, convert: conversion.convert)
        guard let root = search.container(at: 0) else { return nil }
        // Containers are numbered after those inside them, so the root is the last one.
        assert(root == search.containers.count - 1)
        convert = conversion.convert
        containers = search.containers
        keys = search.keys
    }

    private struct Search {
        let tree: JSONTree
        let convert: @Sendable (String, ArraySlice<any CodingKey>) -> String
        var containers: [Container] = []
        var keys: Set<String> = []
        private var path: [any CodingKey] = []

        init(tree: JSONTree, convert: @escaping @Sendable (String, ArraySlice<any CodingKey>) -> String) {
            self.tree = tree
            self.convert = convert
        }

        /// The number of the container for a node; `nil` if there are no collisions in it.
        ///
        /// The parser limits the depth of documents, and so the depth of this recursion.
        mutating func container(at node: Int) -> Int? {
            var container = Container()
            switch tree.kind(of: node) {
            case .object:
                container.fields = fields(of: node)
                for member in tree.members(of: node) where isContainer(member.value) {
                    let key = tree.string(at: member.key) ?? ""
                    let converted = convert(key, path[...])
                    path.append(DynamicKey(converted))
                    defer { path.removeLast() }
                    guard let number = self.container(at: member.value) else { continue }
                    container.members[key] = number
                    if container.fields[converted].map({ $0.used == key }) ?? true {
                        container.members[converted] = number
                    }
                }
            case .array:
                for (index, element) in tree.elements(of: node).enumerated() where isContainer(element) {
                    path.append(IndexKey(index))
                    defer { path.removeLast() }
                    container.elements[index] = self.container(at: element)
                }
            default: break
            }
            if container.fields.isEmpty, container.members.isEmpty, container.elements.isEmpty { return nil }
            containers.append(container)
            return containers.count - 1
        }

        private func isContainer(_ node: Int) -> Bool {
            tree.kind(of: node) == .object || tree.kind(of: node) == .array
        }

        private mutating func fields(of object: Int) -> [String: Field] {
            let members = tree.members(of: object)
            var seen = Set<String>(minimumCapacity: members.reduce(0) { count, _ in count + 1 })
            var collides = false
            for member in members {
                let key = tree.string(at: member.key) ?? ""
                if !seen.insert(convert(key, path[...])).inserted { collides = true }
            }
            guard collides else { return [:] }
            var spellings: [String: [String]] = [:]
            var positions: [String: Int] = [:]
            for (position, member) in members.enumerated() {
                let key = tree.string(at: member.key) ?? ""
                let converted = convert(key, path[...])
                spellings[converted, default: []].append(key)
                if positions[converted] == nil { positions[converted] = position }
            }
            var fields: [String: Field] = [:]
            for (converted, keys) in spellings where keys.count > 1 {
                let used = keys.contains(converted) ? converted : keys[0]
                let ignored = keys.filter { $0 != used }
                fields[converted] = Field(used: used, ignored: ignored, position: positions[converted] ?? 0)
                self.keys.formUnion(keys)
            }
            return fields
        }
    }

    /// The strategy that converts the keys that are read, and hides those that are not.
    ///
    /// A hidden key gets a `$` before it. No property finds it then, and a setting takes it for metadata.
    var strategy: JSONDecoder.KeyDecodingStrategy {
        .custom { path in
            let key = path.last?.stringValue ?? ""
            let converted = self.convert(key, path.dropLast())
            guard self.keys.contains(key), let object = self.container(at: path.dropLast()),
                let field = self.containers[object].fields[converted]
            else { return DynamicKey(converted) }
            self.note(object, at: Self.pathInDocument(path.dropLast()))
            return DynamicKey(field.used == key ? converted : "$" + key)
        }
    }

    /// Reports the conflicting keys of the objects that were decoded with coding keys.
    func report(to reporter: IssueReporter) throws {
        var notes = notes.withLock { $0 }
        for object in notes.order {
            guard let path = notes.paths.removeValue(forKey: object) else { continue }
            for field in containers[object].fields.values.sorted(by: { $0.position < $1.position }) {
                let problem = DecodingProblem.conflictingKeys(used: field.used, ignored: field.ignored)
                try reporter.report(problem, at: path + [DynamicKey(field.used)])
            }
        }
    }

    func forgetKeys(at path: [any CodingKey]) {
        guard let object = container(at: path[...]) else { return }
        notes.withLock { $0.paths[object] = nil }
    }

    private func note(_ object: Int, at path: [any CodingKey]) {
        notes.withLock { notes in
            guard notes.paths.updateValue(path, forKey: object) == nil else { return }
            notes.order.append(object)
        }
    }

    private func container(at path: ArraySlice<any CodingKey>) -> Int? {
        var container = containers.count - 1
        for key in Self.pathInDocument(path) {
            let inside =
                containers[container].members[key.stringValue]
                ?? key.intValue.flatMap { containers[container].elements[$0] }
            guard let inside else { return nil }
            container = inside
        }
        return container
    }

    /// The path with the keys as they are in the document, for properties that are read under an alias.
    private static func pathInDocument(_ path: ArraySlice<any CodingKey>) -> [any CodingKey] {
        let documentKeys = CodingPath.documentKeys
        return path.enumerated().map { depth, key in documentKeys[depth].map { DynamicKey($0) } ?? key }
    }
}
