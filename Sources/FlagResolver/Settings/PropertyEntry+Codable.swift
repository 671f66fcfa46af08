extension PropertyEntry: Decodable where Value: Decodable {
    /// Decodes an entry, strictly: a tolerant ``PropertySetting`` skips the entry when this throws.
    ///
    /// - Throws: `DecodingError` with the path of the member that is wrong, what was found and what was expected.
    public init(from decoder: any Decoder) throws {
        let container: KeyedDecodingContainer<PropertyEntryKey>
        do {
            container = try decoder.container(keyedBy: PropertyEntryKey.self)
        } catch {
            throw decoder.problem(.entryNotObject(found: decoder.jsonTypeName), replacing: error)
        }
        let valueKey = try Self.valueKey(in: container)
        requirement = try Self.requirement(in: container)
        value = try container.decode(Value.self, forKey: valueKey)
    }

    /// The member that holds the value, once it is known that every member of the entry is understood.
    private static func valueKey(in container: KeyedDecodingContainer<PropertyEntryKey>) throws -> PropertyEntryKey {
        var valueKey: PropertyEntryKey?
        for key in container.allKeys {
            switch key {
            case .appVersion:
                continue
            case .value, .defaultValue:
                guard valueKey == nil else {
                    throw container.problem(.conflictingValues)
                }
                valueKey = key
            case .unknown(let member):
                throw container.problem(.unknownCondition(member: member), at: key)
            }
        }
        guard let valueKey else {
            throw container.problem(.missingValue)
        }
        return valueKey
    }

    private static func requirement(
        in container: KeyedDecodingContainer<PropertyEntryKey>
    ) throws -> VersionRequirement {
        guard let text = try? container.decode(String.self, forKey: .appVersion) else {
            return try unusualRequirement(in: container)
        }
        do {
            return try VersionRequirement(parsing: text)
        } catch {
            throw container.problem(.badRequirement(text: text, error: error), at: .appVersion)
        }
    }

    /// The requirement where `appVersion` is anything but text.
    private static func unusualRequirement(
        in container: KeyedDecodingContainer<PropertyEntryKey>
    ) throws -> VersionRequirement {
        guard container.contains(.appVersion) else {
            throw container.problem(.missingRequirement)
        }
        guard var list = try? container.nestedUnkeyedContainer(forKey: .appVersion) else {
            let found = try container.decode(JSONTypeProbe.self, forKey: .appVersion).name
            throw container.problem(.notRequirement(found: found), at: .appVersion)
        }
        var texts: [String] = []
        var sets: [VersionSet] = []
        while !list.isAtEnd {
            let index = list.currentIndex
            switch try list.decode(RequirementListElement.self) {
            case .text(let text):
                do {
                    sets.append(try VersionSet(parsing: text))
                } catch {
                    let problem = SettingProblem.badRequirement(text: text, error: error)
                    throw container.problem(problem, at: .appVersion, index: index)
                }
                texts.append(text)
            case .other(let found):
                let problem: SettingProblem =
                    found == "an array" ? .nestedRequirementList : .notRequirement(found: found)
                throw container.problem(problem, at: .appVersion, index: index)
            }
        }
        guard !texts.isEmpty else {
            throw container.problem(.emptyRequirementList, at: .appVersion)
        }
        return VersionRequirement(list: texts, sets: sets)
    }
}

extension PropertyEntry: Encodable where Value: Encodable {
    /// Encodes the entry with the requirement as it was written.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: PropertyEntryKey.self)
        try container.encode(requirement, forKey: .appVersion)
        try container.encode(value, forKey: .value)
    }
}

/// The members of an entry; those that mean nothing are no keys at all, and every other name is an unknown condition.
enum PropertyEntryKey: CodingKey, Equatable {
    case appVersion
    case value
    case defaultValue
    case unknown(String)

    init?(stringValue: String) {
        switch stringValue {
        case "appVersion": self = .appVersion
        case "value": self = .value
        case "defaultValue": self = .defaultValue
        case "description": return nil
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
