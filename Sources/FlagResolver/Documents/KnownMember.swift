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
    /// The name starts with `$`.
    case metadata
    /// Any other name. In an entry, it is a condition that this library does not know.
    case other

    /// The member with the name that a key of a document spells.
    init(key: JSONNode, in bytes: RawSpan) {
        if key.isEscaped {
            var content: [UInt8] = []
            JSONStringContent.append(key, in: bytes, to: &content)
            self = content.withRawSpan { KnownMember(name: $0) }
        } else {
            self = KnownMember(name: bytes.extracting((Int(key.start) + 1)..<(Int(key.end) - 1)))
        }
    }

    /// The member with a name.
    init(name: String) {
        self = name.withUTF8Bytes { KnownMember(name: $0) }
    }

    private init(name: RawSpan) {
        switch name.byteCount {
        case 4 where name.isEqual(to: "type"): self = .type
        case 5 where name.isEqual(to: "value"): self = .value
        case 10 where name.isEqual(to: "appVersion"): self = .appVersion
        case 11 where name.isEqual(to: "description"): self = .description
        case 12 where name.isEqual(to: "defaultValue"): self = .defaultValue
        case 15 where name.isEqual(to: "valuesByVersion"): self = .valuesByVersion
        default: self = name.byte(at: 0) == UInt8(ascii: "$") ? .metadata : .other
        }
    }
}
