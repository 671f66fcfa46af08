/// One entry of a setting: a condition, and the value for the contexts in which it holds.
///
/// ```json
/// { "appVersion": ">=1.4.0", "when": { "country": "DE" }, "value": true }
/// ```
///
/// 1. An entry has one or more conditions, which must all hold: `appVersion`, `when`, `rollout`, `from`, `until`, `requires`.
/// 2. `appVersion` is a requirement, or an array of requirements that means *any of these*.
/// 3. `value` may also be named `defaultValue`. An entry with both is an error.
/// 4. `name` is a label. `description` and members whose name starts with `$` are ignored.
/// 5. Any other member is a condition that this library does not know, and an error: a tolerant reader skips the entry
///    instead of enabling something by mistake.
/// 6. `requires` names other settings, so it needs the document: use
///    ``SettingsDocument/decode(_:for:makeDecoder:)-(_,EvaluationContext,_)``.
public struct PropertyEntry<Value> {
    /// The condition under which the entry matches.
    public let condition: EntryCondition

    /// The value if the entry wins.
    public let value: Value

    /// The label of the entry in reports: OpenFeature's *variant*; `nil` if it has none.
    public let name: String?

    /// Creates an entry that gives `value` if a condition holds.
    public init(_ condition: EntryCondition, value: Value, name: String? = nil) {
        self.condition = condition
        self.value = value
        self.name = name
    }

    /// Creates an entry that gives `value` to the versions that `requirement` contains.
    public init(_ requirement: VersionRequirement, value: Value, name: String? = nil) {
        self.init(EntryCondition(requirement), value: value, name: name)
    }

    /// The versions for which the entry matches, as the document writes them.
    ///
    /// `nil` if the version does not matter.
    public var requirement: VersionRequirement? { condition.requirement }
}

extension PropertyEntry: Sendable where Value: Sendable {}
extension PropertyEntry: Equatable where Value: Equatable {}
extension PropertyEntry: Hashable where Value: Hashable {}

extension PropertyEntry: Decodable where Value: Decodable {
    /// Decodes an entry.
    ///
    /// A tolerant ``PropertySetting`` skips an entry for which this throws.
    ///
    /// - Throws: `DecodingError` with the path of the wrong member, what was found and what was expected.
    public init(from decoder: any Decoder) throws {
        let container: KeyedDecodingContainer<PropertyEntryKey>
        do {
            container = try decoder.container(keyedBy: PropertyEntryKey.self)
        } catch {
            // The path of the decoder lacks the index of the entry.
            let path = (error as? DecodingError)?.context?.codingPath ?? decoder.codingPath
            throw SettingProblem.entryNotObject(found: decoder.jsonTypeName).decodingError(at: path)
        }
        // Most entries have a string here; testing for the key first would look it up twice.
        let requirementText = try? container.decodeIfPresent(String.self, forKey: .appVersion)
        let (members, valueKey) = try container.members(hasRequirement: requirementText != nil)
        let requirement = try members.requirement.map { _ in try container.requirement(requirementText) }
        name = members.name == nil ? nil : try container.name()
        let targeting = try members.targeting == nil ? nil : container.targeting(userInfo: decoder.userInfo)
        condition = EntryCondition(requirement: requirement, targeting: targeting)
        value = try container.decodeValue(Value.self, forKey: valueKey)
    }
}

extension PropertyEntry: Encodable where Value: Encodable {
    /// Encodes the entry, with the conditions as they were written.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: PropertyEntryKey.self)
        try container.encodeIfPresent(name, forKey: .name)
        try container.encodeIfPresent(requirement, forKey: .appVersion)
        try container.encodeIfPresent(condition.when, forKey: .when)
        try container.encodeIfPresent(condition.rollout, forKey: .rollout)
        try container.encodeIfPresent(condition.from, forKey: .from)
        try container.encodeIfPresent(condition.until, forKey: .until)
        switch condition.requires.count {
        case 0: break
        case 1: try container.encode(condition.requires[0], forKey: .requires)
        default: try container.encode(condition.requires, forKey: .requires)
        }
        try container.encode(value, forKey: .value)
    }
}

/// The members of an entry.
///
/// `init(stringValue:)` creates keys only for names that need attention: not for those that most entries have, nor for
/// those that are ignored. The container's `allKeys` is therefore empty for most entries, which avoids an array per entry.
enum PropertyEntryKey: CodingKey, Equatable {
    case appVersion
    case value
    case defaultValue
    case name
    case when
    case rollout
    case from
    case until
    case requires
    /// The member by which ``DocumentEntries`` marks an entry.
    case marker(String)
    case unknown(String)

    init?(stringValue: String) {
        switch KnownMember(name: stringValue) {
        case .appVersion, .value, .description, .metadata: return nil
        case .defaultValue: self = .defaultValue
        case .name: self = .name
        case .when: self = .when
        case .rollout: self = .rollout
        case .from: self = .from
        case .until: self = .until
        case .requires: self = .requires
        case .valuesByVersion, .type, .other: self = .unknown(stringValue)
        }
    }

    init?(intValue: Int) {
        self = .unknown(String(intValue))
    }

    var stringValue: String {
        switch self {
        case .appVersion: "appVersion"
        case .value: "value"
        case .defaultValue: "defaultValue"
        case .name: "name"
        case .when: "when"
        case .rollout: "rollout"
        case .from: "from"
        case .until: "until"
        case .requires: "requires"
        case .marker(let name), .unknown(let name): name
        }
    }

    var intValue: Int? { nil }
}

extension KeyedDecodingContainer<PropertyEntryKey> {
    /// The members of the entry, and the one with its value.
    ///
    /// - Parameter hasRequirement: Whether the entry is known to have a requirement.
    /// - Throws: `DecodingError` for an unknown member, for two values, and if the value or every condition is missing.
    fileprivate func members(
        hasRequirement: Bool
    ) throws -> (EntryMembers, value: PropertyEntryKey) {
        var members = EntryMembers()
        let keys = allKeys
        // The two keys that are not among them have numbers that follow theirs.
        let (value, requirement) = (keys.endIndex, keys.endIndex + 1)
        if hasRequirement || contains(.appVersion) { members.add(.appVersion, requirement) }
        if contains(.value) { members.add(.value, value) }
        for (number, key) in keys.enumerated() { members.add(KnownMember(name: key.stringValue), number) }
        do {
            let number = try members.checkedValue()
            return (members, number == value ? .value : keys[number])
        } catch {
            switch error {
            case .unknownCondition(let number):
                let key = keys[number]
                throw self.error(.unknownCondition(member: key.stringValue), at: key)
            case .conflictingValues: throw self.error(.conflictingValues)
            case .missingValue: throw self.error(.missingValue)
            case .missingCondition: throw self.error(.missingCondition)
            }
        }
    }

    /// The label of the entry.
    fileprivate func name() throws -> String {
        let name = try decode(StringOrTypeName.self, forKey: .name)
        switch name {
        case .string(let text) where !text.isEmpty: return text
        default:
            let found = if case .string = name { "an empty string" } else { name.typeName }
            throw error(.condition(.unexpected(found: found, expected: "a name that is not empty")), at: .name)
        }
    }

    /// The conditions that test more than the version.
    fileprivate func targeting(userInfo: [CodingUserInfoKey: Any]) throws -> TargetedEntry {
        let entries = userInfo[.documentEntries] as? DocumentEntries
        if let entries, let entry = try entry(of: entries) { return entry }
        // If there is a document, it discarded the entry, whose conditions say why, or it does not have it.
        let requires = contains(.requires)
        let entry = entries == nil && requires ? nil : try separateEntry()
        guard let entry, !requires else { throw error(.condition(.requiresWithoutDocument), at: .requires) }
        return entry
    }

    /// The entry of the document being decoded, by the index that ``DocumentEntries`` wrote into it; `nil` if there is none.
    private func entry(of entries: DocumentEntries) throws -> TargetedEntry? {
        guard let number = try? decodeIfPresent(Int.self, forKey: .marker(entries.marker)) else { return nil }
        do {
            return try entries.entry(number)
        } catch {
            throw self.error(error, at: .requires)
        }
    }

    /// The conditions as the entry of a new document.
    private func separateEntry() throws -> TargetedEntry {
        let keys = [PropertyEntryKey.when, .rollout, .from, .until, .requires].filter { contains($0) }
        do {
            return try TargetedEntry(keys.map { ($0.stringValue, try decode(DecodedJSON.self, forKey: $0)) })
        } catch let error as TargetedEntry.Malformed {
            throw error.problem.decodingError(at: codingPath + [PathKey(stringValue: error.path)])
        }
    }

    /// The requirement, given its text if it is a string.
    fileprivate func requirement(_ text: String?) throws -> VersionRequirement {
        guard let text else { return try requirementList() }
        do {
            return try VersionRequirement(parsing: text)
        } catch {
            throw self.error(.badRequirement(text: text, error: error), at: .appVersion)
        }
    }

    /// The requirement if `appVersion` is not a string.
    private func requirementList() throws -> VersionRequirement {
        guard var list = try? nestedUnkeyedContainer(forKey: .appVersion) else {
            let found = try decode(StringOrTypeName.self, forKey: .appVersion).typeName
            throw error(.notRequirement(found: found), at: .appVersion)
        }
        var texts: [String] = []
        var sets: [VersionSet] = []
        while !list.isAtEnd {
            let index = list.currentIndex
            switch try list.decode(StringOrTypeName.self) {
            case .string(let text):
                do {
                    sets.append(try VersionSet(parsing: text))
                } catch {
                    throw self.error(.badRequirement(text: text, error: error), at: .appVersion, index: index)
                }
                texts.append(text)
            case .other(let found):
                let problem: SettingProblem =
                    found == "an array" ? .nestedRequirementList : .notRequirement(found: found)
                throw error(problem, at: .appVersion, index: index)
            }
        }
        guard !texts.isEmpty else { throw error(.emptyRequirementList, at: .appVersion) }
        return VersionRequirement(list: texts, sets: sets)
    }
}
