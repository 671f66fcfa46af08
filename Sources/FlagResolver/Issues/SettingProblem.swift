/// What was wrong with a setting or an entry, as data.
///
/// Typed decoding and documents raise the same problems; ``message`` is the one place that words them.
package enum SettingProblem: Error, Hashable, Sendable {
    case missingDefault
    case entriesNotArray(found: String)
    case entryNotObject(found: String)
    case missingRequirement
    case requirementNotText(found: String)
    case numericVersion(text: String?)
    case emptyRequirementList
    case nestedRequirementList
    case badRequirement(text: String, error: VersionSyntaxError)
    case missingValue
    case conflictingValues
    case unknownCondition(member: String)
    case wrongType(found: String, expected: String)
    case undecodable(type: String, reason: String)
    case unknownType(text: String)
    case missingAppVersion
    case unreadableAppVersion(text: String, error: VersionSyntaxError)
    case appVersionNotText(found: String)
    case missingKey(key: String, nearest: String?)
    case missingValueForKey(expected: String)
    case conflictingKeys(used: String, ignored: [String])
    case repeatedFamilyNumber(used: String, ignored: [String])
    case droppedElement(type: String, place: String?, reason: String)
    case unreadableDate(found: String, error: DateSyntaxError)
    case unexaminedKeys(reason: String)
}

extension SettingProblem {
    package var code: SettingIssue.Code {
        switch self {
        case .missingDefault: .missingDefault
        case .entriesNotArray, .entryNotObject: .malformedEntry
        case .missingRequirement, .requirementNotText, .emptyRequirementList, .nestedRequirementList, .badRequirement:
            .badRequirement
        case .numericVersion: .numericVersion
        case .missingValue: .missingValue
        case .conflictingValues: .conflictingValues
        case .unknownCondition: .unknownCondition
        case .wrongType, .undecodable: .typeMismatch
        case .unknownType: .badType
        case .missingAppVersion: .missingAppVersion
        case .unreadableAppVersion, .appVersionNotText: .unreadableAppVersion
        case .missingKey: .missingKey
        case .missingValueForKey, .unreadableDate: .typeMismatch
        case .conflictingKeys, .repeatedFamilyNumber: .conflictingKeys
        case .droppedElement: .droppedElement
        case .unexaminedKeys: .unexaminedKeys
        }
    }
}
