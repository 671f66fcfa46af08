/// The members of an object that make it a setting.
struct SettingMembers {
    private(set) var defaultValue: Int?
    private(set) var entries: Int?
    private(set) var type: Int?

    init(of object: Int, nodes: Span<JSONNode>, bytes: RawSpan) {
        let end = Int(nodes[object].next)
        var key = object + 1
        while key < end {
            let value = key + 1
            switch KnownMember(key: nodes[key], in: bytes) {
            case .defaultValue: defaultValue = value
            case .valuesByVersion: entries = value
            case .type: type = value
            default: break
            }
            key = Int(nodes[value].next)
        }
    }
}

extension JSONTree {
    /// Appends the content of a string.
    func appendString(at node: Int, to result: inout [UInt8]) {
        bytes.withRawSpan { JSONStringContent.append(nodes[node], in: $0, to: &result) }
    }
}

extension DocumentMetadata {
    /// Reads one `$` member of the top level. A member of the wrong type is ignored.
    mutating func read(key: Int, value: Int, of tree: JSONTree) {
        if tree.isString(at: key, equalTo: "$version") {
            documentVersion = tree.int64(at: value)
        } else if tree.isString(at: key, equalTo: "$minimumVersion") {
            minimumVersion = tree.string(at: value).flatMap { AppVersion($0) }
        } else if tree.isString(at: key, equalTo: "$minimumVersionSetting") {
            minimumVersionSetting = tree.string(at: value)
        }
    }
}
