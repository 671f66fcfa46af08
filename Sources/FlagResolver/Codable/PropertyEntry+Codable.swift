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
        var isSpelledDefaultValue = false
        for key in container.allKeys {
            guard key == .defaultValue else {
                throw container.problem(.unknownCondition(member: key.stringValue), at: key)
            }
            isSpelledDefaultValue = true
        }
        guard container.contains(.value) else {
            guard isSpelledDefaultValue else { throw container.problem(.missingValue) }
            return .defaultValue
        }
        guard !isSpelledDefaultValue else { throw container.problem(.conflictingValues) }
        return .value
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

/// The members of an entry.
///
/// Made of a name are only the keys that need a look: ``defaultValue``, and every name that is an unknown condition. Those
/// of the usual members, and those that mean nothing, are none. So an ordinary container's `allKeys` is empty, which is
/// what makes asking for it cheap.
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
