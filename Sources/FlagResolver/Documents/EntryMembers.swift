/// The members of one entry, and what is wrong with them: the same rule for documents and for `Codable`.
///
/// 1. `defaultValue` is another name for `value`; an entry with both is malformed.
/// 2. `description` and members whose name starts with `$` are ignored.
/// 3. Any other member is a condition that this library does not know, so the entry is malformed, whatever else is wrong.
///
/// `Key` is what identifies a member: a node of a document, or a coding key.
struct EntryMembers<Key: Sendable> {
    private var requirement: Key?
    private var value: Key?
    private var otherValue: Key?
    private var unknown: Key?

    /// What makes an entry malformed, with the keys of the members responsible.
    enum Problem: Error {
        case unknownCondition(Key)
        case conflictingValues(Key, first: Key)
        case missingValue
        case missingRequirement
    }

    init() {}

    /// Adds a member, in document order.
    mutating func add(_ member: KnownMember, _ key: Key) {
        switch member {
        case .appVersion: requirement = key
        case .value, .defaultValue:
            if value == nil { value = key } else { otherValue = otherValue ?? key }
        case .description, .metadata: break
        case .valuesByVersion, .type, .other: unknown = unknown ?? key
        }
    }

    /// The members with the requirement and with the value.
    func checked() throws(Problem) -> (requirement: Key, value: Key) {
        if let unknown { throw .unknownCondition(unknown) }
        guard let value else { throw .missingValue }
        if let otherValue { throw .conflictingValues(otherValue, first: value) }
        guard let requirement else { throw .missingRequirement }
        return (requirement, value)
    }
}
