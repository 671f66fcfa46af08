/// One entry of a setting: a requirement, and the value for the versions that satisfy it.
///
/// ```json
/// { "appVersion": ">=1.4.0", "value": true }
/// ```
///
/// 1. `appVersion` is a requirement, or an array of requirements that means *any of these*.
/// 2. `value` may also be named `defaultValue`. An entry with both is an error.
/// 3. `description` and members whose name starts with `$` are ignored.
/// 4. Any other member is a condition that this library does not know, and an error: a tolerant reader skips the entry
///    instead of enabling something by mistake.
public struct PropertyEntry<Value> {
    /// The condition for the entry to match.
    public let condition: EntryCondition

    /// The value if the entry wins.
    public let value: Value

    /// Creates an entry that gives `value` if a condition holds.
    public init(_ condition: EntryCondition, value: Value) {
        self.condition = condition
        self.value = value
    }

    /// Creates an entry that gives `value` to the versions that `requirement` contains.
    public init(_ requirement: VersionRequirement, value: Value) {
        self.init(EntryCondition(requirement), value: value)
    }

    /// The versions for which the entry matches, as the document writes them.
    public var requirement: VersionRequirement { condition.requirement }
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
        let valueKey = try container.valueKey()
        condition = EntryCondition(try container.requirement())
        value = try container.decode(Value.self, forKey: valueKey)
    }
}

extension PropertyEntry: Encodable where Value: Encodable {
    /// Encodes the entry, with the requirement as it was written.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: PropertyEntryKey.self)
        try container.encode(requirement, forKey: .appVersion)
        try container.encode(value, forKey: .value)
    }
}

/// The members of an entry.
///
/// `init(stringValue:)` makes keys only of the names that need attention: `defaultValue` and unknown conditions. The
/// container's `allKeys` is therefore empty for most entries, which avoids an array per entry.
enum PropertyEntryKey: CodingKey, Equatable {
    case appVersion
    case value
    case defaultValue
    case unknown(String)

    init?(stringValue: String) {
        switch stringValue {
        case "appVersion", "value", "description": return nil
        case "defaultValue": self = .defaultValue
        default:
            if stringValue.utf8.first == UInt8(ascii: "$") { return nil }
            self = .unknown(stringValue)
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
        case .unknown(let name): name
        }
    }

    var intValue: Int? { nil }
}

extension KeyedDecodingContainer<PropertyEntryKey> {
    /// The name of the member with the entry's value.
    ///
    /// - Throws: `DecodingError` for an unknown member, and if there is no value or there are two.
    fileprivate func valueKey() throws -> PropertyEntryKey {
        let keys = allKeys
        if let unknown = keys.first(where: { $0 != .defaultValue }) {
            throw error(.unknownCondition(member: unknown.stringValue), at: unknown)
        }
        switch (contains(.value), keys.contains(.defaultValue)) {
        case (true, false): return .value
        case (false, true): return .defaultValue
        case (true, true): throw error(.conflictingValues)
        case (false, false): throw error(.missingValue)
        }
    }

    fileprivate func requirement() throws -> VersionRequirement {
        guard let text = try? decode(String.self, forKey: .appVersion) else {
            return try requirementList()
        }
        do {
            return try VersionRequirement(parsing: text)
        } catch {
            throw self.error(.badRequirement(text: text, error: error), at: .appVersion)
        }
    }

    /// The requirement if `appVersion` is not a string.
    private func requirementList() throws -> VersionRequirement {
        guard contains(.appVersion) else { throw error(.missingRequirement) }
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
