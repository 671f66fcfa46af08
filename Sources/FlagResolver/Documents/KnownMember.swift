/// A member of a setting or of an entry, by its name.
///
/// Documents and `Codable` use the same names; see also ``EntryMembers``.
enum KnownMember: Hashable {
    case appVersion
    case value
    case defaultValue
    case valuesByVersion
    case type
    case description
    /// The label of an entry.
    case name
    /// A condition on attributes.
    case when
    case rollout
    /// The first instant of a schedule, and the first instant after it.
    case from
    case until
    /// The prerequisites: other settings that must be `true`.
    case requires
    /// The name starts with `$`.
    case metadata
    /// Any other name. In an entry, it is a condition that this library does not know.
    case other

    /// The member with the name that a key of a document spells.
    init(key: JSONNode, in bytes: RawSpan) {
        self = key.withContent(in: bytes) { KnownMember(name: $0) }
    }

    /// The member with a name.
    init(name: String) {
        self = name.withUTF8Bytes { KnownMember(name: $0) }
    }

    private init(name: RawSpan) {
        switch name.byteCount {
        case 4 where name.isEqual(to: "type"): self = .type
        case 4 where name.isEqual(to: "name"): self = .name
        case 4 where name.isEqual(to: "when"): self = .when
        case 4 where name.isEqual(to: "from"): self = .from
        case 5 where name.isEqual(to: "value"): self = .value
        case 5 where name.isEqual(to: "until"): self = .until
        case 7 where name.isEqual(to: "rollout"): self = .rollout
        case 8 where name.isEqual(to: "requires"): self = .requires
        case 10 where name.isEqual(to: "appVersion"): self = .appVersion
        case 11 where name.isEqual(to: "description"): self = .description
        case 12 where name.isEqual(to: "defaultValue"): self = .defaultValue
        case 15 where name.isEqual(to: "valuesByVersion"): self = .valuesByVersion
        default: self = name.byte(at: 0) == UInt8(ascii: "$") ? .metadata : .other
        }
    }
}

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
