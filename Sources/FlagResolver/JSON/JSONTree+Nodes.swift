/// The nodes of a tree by their indices, for code that keeps indices. ``JSONValue`` is the view for all other code.
extension JSONTree {
    /// The keys and values of an object, as node indices, in document order.
    package struct Members: Sequence, IteratorProtocol, Sendable {
        private let nodes: [JSONNode]
        private var key: Int
        private let end: Int

        fileprivate init(_ nodes: [JSONNode], of object: Int) {
            self.nodes = nodes
            key = object + 1
            end = nodes[object].kind == .object ? Int(nodes[object].next) : key
        }

        package mutating func next() -> (key: Int, value: Int)? {
            guard key < end else { return nil }
            let member = (key: key, value: key + 1)
            key = Int(nodes[key + 1].next)
            return member
        }
    }

    /// The elements of an array, as node indices, in document order.
    package struct Elements: Sequence, IteratorProtocol, Sendable {
        private let nodes: [JSONNode]
        private var element: Int
        private let end: Int

        fileprivate init(_ nodes: [JSONNode], of array: Int) {
            self.nodes = nodes
            element = array + 1
            end = nodes[array].kind == .array ? Int(nodes[array].next) : element
        }

        package mutating func next() -> Int? {
            guard element < end else { return nil }
            defer { element = Int(nodes[element].next) }
            return element
        }
    }

    /// The members of an object; none for any other node.
    package func members(of object: Int) -> Members { Members(nodes, of: object) }

    /// The elements of an array; none for any other node.
    package func elements(of array: Int) -> Elements { Elements(nodes, of: array) }

    package func kind(of node: Int) -> JSONKind { nodes[node].kind }
    package func text(of node: Int) -> [UInt8] { self[node].text }
    package func bool(at node: Int) -> Bool? { self[node].bool }
    package func isIntegral(at node: Int) -> Bool { self[node].isIntegral }
    package func int(at node: Int) -> Int? { self[node].int }
    package func int64(at node: Int) -> Int64? { self[node].int64 }
    package func double(at node: Int) -> Double? { self[node].double }
    package func string(at node: Int) -> String? { self[node].string }
    package func stringBytes(at node: Int) -> [UInt8]? { self[node].stringBytes }
    package func plainContentRange(at node: Int) -> Range<Int>? { self[node].plainContentRange }
    package func isString(at node: Int, equalTo content: String) -> Bool { self[node].isString(content) }

    package func member(named name: String, of object: Int) -> Int? { self[object].member(named: name)?.node }

    package func member(named name: StaticString, of object: Int) -> Int? {
        members(of: object).first { isString(at: $0.key, equalTo: name) }?.value
    }

    package func isString(at node: Int, equalTo content: StaticString) -> Bool {
        bytes.withRawSpan { bytes in
            content.withUTF8Buffer { content in
                nodes[node].kind == .string
                    && JSONStringContent.isEqual(
                        nodes[node], in: bytes, to: unsafe RawSpan(_unsafeBytes: UnsafeRawBufferPointer(content)))
            }
        }
    }

    package func isString(at node: Int, equalTo content: [UInt8]) -> Bool { stringBytes(at: node) == content }

    package func isLess(_ node: Int, than otherNode: Int, of other: JSONTree) -> Bool? {
        self[node].isLess(than: other[otherNode])
    }
}

extension JSONTree {
    /// The path from a node to a value or a key below it.
    ///
    /// Member names are joined with `.`, array indices are in brackets.
    ///
    /// - Complexity: O(*n*) in the number of siblings on the way.
    func path(from ancestor: Int, to target: Int) -> String {
        var path = ""
        var node = ancestor
        while node != target {
            if kind(of: node) == .array {
                guard let child = elements(of: node).enumerated().first(where: { contains(target, below: $0.element) })
                else { break }
                path += "[\(child.offset)]"
                node = child.element
            } else {
                guard let member = members(of: node).first(where: { contains(target, below: $0.value) }) else { break }
                path += (path.isEmpty ? "" : ".") + (string(at: member.key) ?? "")
                node = target == member.key ? target : member.value
            }
        }
        return path
    }

    /// Whether a target is the node, its key, or below it, given that it is not in an earlier sibling.
    private func contains(_ target: Int, below node: Int) -> Bool { target < Int(nodes[node].next) }
}
