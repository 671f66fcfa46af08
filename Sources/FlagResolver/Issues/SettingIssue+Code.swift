extension SettingIssue {
    /// What kind of thing was wrong with a setting.
    ///
    /// The raw value is stable, and the same that `flagctl` prints.
    public enum Code: String, Hashable, Sendable, Codable, CaseIterable {
        /// An object has `valuesByVersion` and no `defaultValue`.
        case missingDefault = "missing-default"

        /// A value is not of the type that was asked for, declared, or that the default has.
        case typeMismatch = "type-mismatch"

        /// An entry has neither `value` nor `defaultValue`.
        case missingValue = "missing-value"

        /// An entry has both `value` and `defaultValue`.
        case conflictingValues = "conflicting-values"

        /// A requirement is missing, is not text, or cannot be read.
        case badRequirement = "bad-requirement"

        /// A version is given as a JSON number: 1.10 would read as 1.1.
        case numericVersion = "numeric-version"

        /// An entry has a member that this library does not know; such an entry never matches.
        case unknownCondition = "unknown-condition"

        /// An entry is not an object, or `valuesByVersion` is not an array.
        case malformedEntry = "malformed-entry"

        /// There was no app version to resolve for.
        case missingAppVersion = "missing-app-version"

        /// The app version could not be read.
        case unreadableAppVersion = "unreadable-app-version"

        /// The default of the setting is not of the declared `type`, or `type` names no type.
        case badType = "bad-type"

        /// A key that a model needs is not there.
        case missingKey = "missing-key"

        /// Several keys of one object stand for the same field; one of them was read, the others were not.
        case conflictingKeys = "conflicting-keys"

        /// An element of a lossy collection could not be read and was left out.
        case droppedElement = "dropped-element"

        /// A document could not be searched for keys that become equal.
        case unexaminedKeys = "unexamined-keys"
    }
}
