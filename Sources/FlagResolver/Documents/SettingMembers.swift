/// The members of an object that make it a setting.
struct SettingMembers {
    private(set) var defaultValue: Int?
    private(set) var entries: Int?
    private(set) var type: Int?

    init(of object: Int, in tree: JSONTree) {
        let end = Int(tree.nodes[object].next)
        var key = object + 1
        while key < end {
            let value = key + 1
            if tree.isString(at: key, equalTo: "defaultValue") {
                defaultValue = value
            } else if tree.isString(at: key, equalTo: "valuesByVersion") {
                entries = value
            } else if tree.isString(at: key, equalTo: "type") {
                type = value
            }
            key = Int(tree.nodes[value].next)
        }
    }
}

extension JSONTree {
    /// Whether a member is metadata: its key starts with `$`.
    package func isMetadata(key: Int) -> Bool {
        let node = nodes[key]
        guard !node.isEscaped else {
            return stringBytes(at: key)?.first == UInt8(ascii: "$")
        }
        return bytes[Int(node.start) + 1] == UInt8(ascii: "$")
    }
}

extension JSONTree {
    /// Appends the content of a string.
    func appendString(at node: Int, to result: inout [UInt8]) {
        if let range = plainContentRange(at: node) {
            result.append(contentsOf: bytes[range])
        } else {
            result.append(contentsOf: stringBytes(at: node) ?? [])
        }
    }
}

extension DocumentMetadata {
    /// Reads one `$` member of the top level; one of another type than it should have is as good as none.
    mutating func read(key: Int, value: Int, of tree: JSONTree) {
        if tree.isString(at: key, equalTo: "$version") {
            documentVersion = tree.int(at: value)
        } else if tree.isString(at: key, equalTo: "$minimumVersion") {
            minimumVersion = tree.string(at: value).flatMap { AppVersion($0) }
        } else if tree.isString(at: key, equalTo: "$minimumVersionSetting") {
            minimumVersionSetting = tree.string(at: value)
        }
    }
}
