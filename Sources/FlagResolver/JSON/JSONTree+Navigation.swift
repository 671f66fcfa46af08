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

        @inline(__always)
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

        @inline(__always)
        package mutating func next() -> Int? {
            guard element < end else { return nil }
            defer { element = Int(nodes[element].next) }
            return element
        }
    }

    /// The members of an object; none of any other node.
    package func members(of object: Int) -> Members { Members(nodes, of: object) }

    /// The elements of an array; none of any other node.
    package func elements(of array: Int) -> Elements { Elements(nodes, of: array) }

    /// The value of the member with a name; `nil` when the node is no object or has no such member.
    ///
    /// - Complexity: O(*m*) in the number of members.
    package func member(named name: String, of object: Int) -> Int? {
        member(named: Array(name.utf8), of: object)
    }

    /// The value of the member whose name has exactly these bytes.
    package func member(named name: [UInt8], of object: Int) -> Int? {
        for member in members(of: object) where isString(at: member.key, equalTo: name) { return member.value }
        return nil
    }

    /// The value of the member with a name that is known when the program is compiled, without allocating anything.
    package func member(named name: StaticString, of object: Int) -> Int? {
        for member in members(of: object) where isString(at: member.key, equalTo: name) { return member.value }
        return nil
    }
}
