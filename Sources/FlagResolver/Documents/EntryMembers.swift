/// The members of one entry, and what is wrong with them: the same rule for documents and for `Codable`.
///
/// 1. `defaultValue` is another name for `value`; an entry with both is malformed.
/// 2. `description` and members whose name starts with `$` are ignored.
/// 3. An entry has at least one condition.
/// 4. Any other member is a condition that this library does not know, so the entry is malformed, whatever else is wrong.
///
/// `Key` is what identifies a member: a node of a document, or a coding key.
struct EntryMembers<Key: Sendable> {
    /// The label of the entry.
    private(set) var name: Key?
    private(set) var requirement: Key?
    /// The conditions that test more than the app version; `nil` if there are none, as in most entries.
    private(set) var targeting: Targeting?
    private var value: Key?
    private var otherValue: Key?
    private var unknown: Key?

    struct Targeting {
        fileprivate(set) var when: Key?
        fileprivate(set) var rollout: Key?
        fileprivate(set) var from: Key?
        fileprivate(set) var until: Key?
        fileprivate(set) var prerequisites: Key?
    }

    /// What makes an entry malformed, with the keys of the members responsible.
    enum Problem: Error {
        case unknownCondition(Key)
        case conflictingValues(Key, first: Key)
        case missingValue
        case missingCondition
    }

    init() {}

    /// Adds a member, in document order.
    mutating func add(_ member: KnownMember, _ key: Key) {
        switch member {
        case .appVersion: requirement = key
        case .value, .defaultValue:
            if value == nil { value = key } else { otherValue = otherValue ?? key }
        case .name: name = key
        case .when: addTargeting { $0.when = key }
        case .rollout: addTargeting { $0.rollout = key }
        case .from: addTargeting { $0.from = key }
        case .until: addTargeting { $0.until = key }
        case .requires: addTargeting { $0.prerequisites = key }
        case .description, .metadata: break
        case .valuesByVersion, .type, .other: unknown = unknown ?? key
        }
    }

    private mutating func addTargeting(_ add: (inout Targeting) -> Void) {
        var targeting = targeting ?? Targeting()
        add(&targeting)
        self.targeting = targeting
    }

    /// The key of the value, if no member is missing or unknown.
    func checkedValue() throws(Problem) -> Key {
        if let unknown { throw .unknownCondition(unknown) }
        guard let value else { throw .missingValue }
        if let otherValue { throw .conflictingValues(otherValue, first: value) }
        guard requirement != nil || targeting != nil else { throw .missingCondition }
        return value
    }
}
