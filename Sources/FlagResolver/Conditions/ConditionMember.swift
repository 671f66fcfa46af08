/// A member of an object that is a condition on one attribute, by its name.
package enum ConditionMember: Sendable {
    case startsWith
    /// A comparison of a number with a bound.
    case order(NumberOrder)
    case version
    case not
    case absent
    /// The name starts with `$`.
    case metadata
    case other

    package init(key: JSONNode, in bytes: RawSpan) {
        self = key.withContent(in: bytes) { ConditionMember(name: $0) }
    }

    private init(name: RawSpan) {
        switch name.byteCount {
        case 1 where name.isEqual(to: "<"): self = .order(.less)
        case 1 where name.isEqual(to: ">"): self = .order(.greater)
        case 2 where name.isEqual(to: "<="): self = .order(.lessOrEqual)
        case 2 where name.isEqual(to: ">="): self = .order(.greaterOrEqual)
        case 3 where name.isEqual(to: "not"): self = .not
        case 6 where name.isEqual(to: "absent"): self = .absent
        case 7 where name.isEqual(to: "version"): self = .version
        case 10 where name.isEqual(to: "startsWith"): self = .startsWith
        default: self = name.byte(at: 0) == UInt8(ascii: "$") ? .metadata : .other
        }
    }

    /// The names of all members, for messages.
    static let names = #""startsWith", "<", "<=", ">", ">=", "version", "not" and "absent""#
}

/// The order of a number and a bound.
package enum NumberOrder: Sendable {
    case less
    case lessOrEqual
    case greater
    case greaterOrEqual

    /// Whether the order holds, given the sign of the number minus the bound.
    func contains(comparison: Int) -> Bool {
        switch self {
        case .less: comparison < 0
        case .lessOrEqual: comparison <= 0
        case .greater: comparison > 0
        case .greaterOrEqual: comparison >= 0
        }
    }
}

/// A member of a rollout, by its name.
enum RolloutMember {
    case percent
    case salt
    case by
    /// The name starts with `$`.
    case metadata
    case other

    init(key: JSONNode, in bytes: RawSpan) {
        self = key.withContent(in: bytes) { RolloutMember(name: $0) }
    }

    private init(name: RawSpan) {
        switch name.byteCount {
        case 2 where name.isEqual(to: "by"): self = .by
        case 4 where name.isEqual(to: "salt"): self = .salt
        case 7 where name.isEqual(to: "percent"): self = .percent
        default: self = name.byte(at: 0) == UInt8(ascii: "$") ? .metadata : .other
        }
    }
}

extension JSONTree {
    /// Whether a member is metadata: its key starts with `$`.
    package func isMetadata(key: Int) -> Bool {
        bytes.withRawSpan { nodes[key].isMetadata(in: $0) }
    }

    /// The versions that the requirement in a string contains.
    package func versionSet(at node: Int) throws(VersionSyntaxError) -> VersionSet {
        try bytes.withRawSpan { (bytes) throws(VersionSyntaxError) in try nodes[node].versionSet(in: bytes) }
    }
}

extension JSONNode {
    /// Whether the content of a string starts with `$`, as the keys of metadata do.
    func isMetadata(in bytes: RawSpan) -> Bool {
        withContent(in: bytes) { $0.byte(at: 0) == UInt8(ascii: "$") }
    }

    /// The versions that the requirement in a string contains.
    func versionSet(in bytes: RawSpan) throws(VersionSyntaxError) -> VersionSet {
        try withContent(in: bytes) { (text) throws(VersionSyntaxError) in try VersionSet(utf8: Span(_bytes: text)) }
    }
}
