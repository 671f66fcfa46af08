/// The members of one entry, and what is wrong with them: the same rule for documents and for `Codable`.
///
/// 1. `defaultValue` is another name for `value`; an entry with both is malformed.
/// 2. `description` and members whose name starts with `$` are ignored.
/// 3. An entry has at least one condition.
/// 4. Any other member is a condition that this library does not know, so the entry is malformed, whatever else is wrong.
///
/// A number identifies a member: the node of its key, or its place among coding keys. With a type parameter for it, the code
/// that copies the optional members was the largest of any type in an app.
struct EntryMembers {
    /// The label of the entry.
    private(set) var name: Int?
    private(set) var requirement: Int?
    /// The conditions that test more than the app version; `nil` if there are none, as in most entries.
    private(set) var targeting: Targeting?
    private var value: Int?
    private var otherValue: Int?
    private var unknown: Int?

    struct Targeting {
        fileprivate(set) var when: Int?
        fileprivate(set) var rollout: Int?
        fileprivate(set) var from: Int?
        fileprivate(set) var until: Int?
        fileprivate(set) var prerequisites: Int?
    }

    /// What makes an entry malformed, with the keys of the members responsible.
    enum Problem: Error {
        case unknownCondition(Int)
        case conflictingValues(Int, first: Int)
        case missingValue
        case missingCondition
    }

    init() {}

    /// Adds a member, in document order.
    mutating func add(_ member: KnownMember, _ key: Int) {
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
    func checkedValue() throws(Problem) -> Int {
        if let unknown { throw .unknownCondition(unknown) }
        guard let value else { throw .missingValue }
        if let otherValue { throw .conflictingValues(otherValue, first: value) }
        guard requirement != nil || targeting != nil else { throw .missingCondition }
        return value
    }
}
