/// The search for objects in which two keys become equal when they are converted.
enum CollidingKeys {
    /// The keys of all objects that have two keys which become equal, for a conversion that does not look at the path.
    ///
    /// Each distinct key is converted once, however often it occurs. Its conversion has a number, and for each number the
    /// last object that had it is recorded.
    ///
    /// - Complexity: O(*n*) in the length of the document.
    static func search(_ tree: JSONTree, converting conversion: KeyConversion) -> Set<String> {
        var numberOfKey = [Int32](repeating: 0, count: tree.nodes.count)
        var numbers: [String: Int32] = [:]
        var lastObject: [Int] = []
        var table = JSONKeyTable()
        table.prepare(forCount: tree.nodes.count / 2)

        func number(of key: Int) -> Int32 {
            let earlier = tree.bytes.withRawSpan { bytes in
                tree.nodes.withSpan { nodes in table.insert(key, nodes: nodes, bytes: bytes) }
            }
            if let earlier { return numberOfKey[earlier] }
            let text = tree.string(at: key) ?? ""
            let converted = conversion.convert(text, []) ?? text
            let number = numbers[converted] ?? Int32(truncatingIfNeeded: lastObject.count)
            if number == lastObject.count {
                numbers[converted] = number
                lastObject.append(-1)
            }
            numberOfKey[key] = number
            return number
        }

        var result: Set<String> = []
        for object in tree.nodes.indices where tree.kind(of: object) == .object {
            var collides = false
            for member in tree.members(of: object) {
                let number = Int(number(of: member.key))
                if lastObject[number] == object { collides = true }
                lastObject[number] = object
            }
            if collides { result.formUnion(tree.members(of: object).compactMap { tree.string(at: $0.key) }) }
        }
        return result
    }
}
