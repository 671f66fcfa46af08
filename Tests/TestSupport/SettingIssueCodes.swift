package import FlagResolver

extension SettingIssue.Code {
    /// All codes of the library, except those of contexts and of entries that lack their document.
    package static let ofSettings: Set<SettingIssue.Code> = [
        .missingDefault, .typeMismatch, .missingValue, .conflictingValues, .badRequirement, .numericVersion,
        .unknownCondition, .malformedEntry, .badCondition, .circularRequires,
        .missingAppVersion, .unreadableAppVersion, .badType,
    ]
}
