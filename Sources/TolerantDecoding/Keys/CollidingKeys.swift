/// The keys of a document that become equal to another key of their object when they are converted.
struct CollidingKeys {
    /// The colliding keys as they stand in the document.
    private(set) var keys: Set<String> = []

    private let tree: JSONTree
    private let conversion: KeyConversion

    /// Objects in which an exact spelling comes after another one, in document order, and the exact spellings in them.
    private var lateExactKeys: [(object: Int, keys: [Int])] = []

    /// - Complexity: O(*n*) in the length of the document.
    init(in tree: JSONTree, converting conversion: KeyConversion) {
        self.tree = tree
        self.conversion = conversion
        if conversion.dependsOnPath {
            search(node: 0, path: [])
        } else {
            for object in objectsWithCollisions() { noteCollisions(in: object, path: []) }
        }
    }

    /// The objects that have two keys which become equal, for a conversion that does not depend on the path.
    ///
    /// Each distinct key is converted once, however often it occurs. What it becomes has a number, and for each number
    /// it is noted in which object it was seen last.
    private func objectsWithCollisions() -> [Int] {
        // Slices: the spans of whole arrays need newer systems than this library does.
        let allNodes = tree.nodes[...]
        let allBytes = tree.bytes[...]
        let nodes = allNodes.span
        let span = allBytes.span
        let bytes = unsafe span.bytes
        var table = JSONKeyTable()
        table.prepare(forCount: tree.nodes.count / 2)
        var numberOfKey = [Int32](repeating: 0, count: tree.nodes.count)
        var numbers: [String: Int32] = [:]
        var lastObject: [Int] = []
        var result: [Int] = []
        for object in tree.nodes.indices where tree.kind(of: object) == .object {
            var collides = false
            for member in tree.members(of: object) {
                let number: Int32
                if let earlier = table.insert(member.key, nodes: nodes, bytes: bytes) {
                    number = numberOfKey[earlier]
                } else {
                    let converted = converted(member.key, path: []).converted
                    number = numbers[converted] ?? Int32(truncatingIfNeeded: lastObject.count)
                    if number == lastObject.count {
                        numbers[converted] = number
                        lastObject.append(-1)
                    }
                    numberOfKey[member.key] = number
                }
                if lastObject[Int(number)] == object { collides = true }
                lastObject[Int(number)] = object
            }
            if collides { result.append(object) }
        }
        return result
    }

    private func converted(_ key: Int, path: [any CodingKey]) -> (key: String, converted: String) {
        let key = tree.string(at: key) ?? ""
        return (key, conversion.convert(key, path[...]) ?? key)
    }

    /// Looks at every object with its path. The depth of the tree is limited, and so is that of the recursion.
    private mutating func search(node: Int, path: [any CodingKey]) {
        switch tree.kind(of: node) {
        case .object:
            noteCollisions(in: node, path: path)
            for member in tree.members(of: node) where tree.nodes[member.value].kind.isContainer {
                let key = converted(member.key, path: path).converted
                search(node: member.value, path: path + [DynamicKey(key)])
            }
        case .array:
            for (index, element) in tree.elements(of: node).enumerated() {
                search(node: element, path: path + [PositionKey(index)])
            }
        default: break
        }
    }

    private mutating func noteCollisions(in object: Int, path: [any CodingKey]) {
        var byConverted: [String: [(key: String, node: Int)]] = [:]
        for member in tree.members(of: object) {
            let (key, converted) = converted(member.key, path: path)
            byConverted[converted, default: []].append((key, member.key))
        }
        var late: [Int] = []
        for (converted, members) in byConverted where members.count > 1 {
            keys.formUnion(members.map(\.key))
            if members.first?.key != converted, let exact = members.first(where: { $0.key == converted }) {
                late.append(exact.node)
            }
        }
        if !late.isEmpty { lateExactKeys.append((object, late.sorted())) }
    }

    var isEmpty: Bool { keys.isEmpty }

    /// The document with every exact spelling before the others of its object, so that the first is the one to read;
    /// `nil` if it is so already.
    ///
    /// - Complexity: O(*n* log *n*) in the length of the document.
    func reordered() -> [UInt8]? {
        guard !lateExactKeys.isEmpty else { return nil }
        let late = Dictionary(uniqueKeysWithValues: lateExactKeys.map { ($0.object, $0.keys) })
        var writer = ReorderingWriter(tree: tree, late: late)
        writer.write(0)
        return writer.bytes
    }
}

extension JSONKind {
    fileprivate var isContainer: Bool { self == .object || self == .array }
}
