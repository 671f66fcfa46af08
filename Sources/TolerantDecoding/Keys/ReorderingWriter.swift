/// Writes a document with some members of some objects before the others.
struct ReorderingWriter {
    private(set) var bytes: [UInt8] = []

    private let tree: JSONTree
    /// The keys that go first, by the object they stand in.
    private let late: [Int: [Int]]
    private let objects: [Int]

    init(tree: JSONTree, late: [Int: [Int]]) {
        self.tree = tree
        self.late = late
        objects = late.keys.sorted()
    }

    mutating func write(_ node: Int) {
        guard hasReorderedObject(in: node) else { return bytes.append(contentsOf: tree.bytes[tree.nodes[node].span]) }
        if tree.kind(of: node) == .array {
            bytes.append(UInt8(ascii: "["))
            for (index, element) in tree.elements(of: node).enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                write(element)
            }
            bytes.append(UInt8(ascii: "]"))
        } else {
            writeMembers(of: node)
        }
    }

    private mutating func writeMembers(of object: Int) {
        let first = late[object] ?? []
        let firstKeys = Set(first)
        let others = tree.members(of: object).lazy.map(\.key).filter { !firstKeys.contains($0) }
        bytes.append(UInt8(ascii: "{"))
        for (index, key) in (first + Array(others)).enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes.append(contentsOf: tree.bytes[tree.nodes[key].span])
            bytes.append(UInt8(ascii: ":"))
            write(key + 1)
        }
        bytes.append(UInt8(ascii: "}"))
    }

    /// Whether the node, or one below it, is an object whose members are to be put in another order.
    private func hasReorderedObject(in node: Int) -> Bool {
        var low = 0
        var high = objects.count
        while low < high {
            let middle = (low + high) / 2
            if objects[middle] < node { low = middle + 1 } else { high = middle }
        }
        return low < objects.count && objects[low] < Int(tree.nodes[node].next)
    }
}
