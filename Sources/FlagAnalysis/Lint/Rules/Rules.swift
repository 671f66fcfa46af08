/// All rules.
package enum Rules {
    /// The rules of `check`, in the order in which they are documented.
    package static let all: [any Rule] = [
        JSONSyntaxRule(), DuplicateKeyRule(), DuplicateNameRule(), LimitRule(), NotAnObjectRule(),
        ForeignFormatRule(), MisplacedSignatureRule(),

        UnknownMemberRule(), SettingLikeGroupRule(), MissingDefaultRule(), MissingValueRule(), ConflictingValuesRule(),
        MalformedEntryRule(),
        BadTypeRule(), TypeMismatchRule(), BadEnumRule(), ValueNotInEnumRule(),
        BadConstraintRule(), ValueOutOfRangeRule(), ElementTypeRule(), ExpiredSettingRule(), BadMetadataRule(),
        NullDefaultRule(), HiddenCharactersRule(), SecretValueRule(), UnusualNameRule(), SimilarNamesRule(),
        BadTextRule(),
        BadAllowRule(), UnusedAllowRule(),

        BadRequirementRule(), NumericVersionRule(), EmptyRequirementRule(), UpperBoundBuildsRule(),
        PrereleaseBoundaryRule(), LeadingZeroRule(), VPrefixRule(), HyphenRangeRule(), DecimalCommaRule(),
        ShortVersionRule(), BuildMetadataRule(),

        BadConditionRule(), EmptyConditionRule(), BadAttributesRule(), UndeclaredAttributeRule(), UnlistedValueRule(),
        AttributeTypeRule(), AttributeFormRule(), MixedAttributeTypesRule(), TooManyCasesRule(), EmptyScheduleRule(),
        ExpiredScheduleRule(),
        OverlappingSchedulesRule(), ConstantRolloutRule(), FractionalPercentRule(), OverlappingSlicesRule(),
        SaltWithSeveralKeysRule(),
        ChangedSaltRule(), ShrunkRolloutRule(),
        UnknownRequiresRule(), RequiresNotBooleanRule(), CircularRequiresRule(), RequiresNeverTrueRule(),
        ContradictoryRequiresRule(),

        ShadowedEntryRule(), RedundantEntryRule(), RepeatedDefaultRule(), PartlyShadowedRule(), AmbiguousOrderRule(),
        ValueIslandRule(),
        HoleRule(),

        UnknownReleaseRule(), ImplausibleVersionRule(), BelowFloorRule(), ForcedUpdateLockoutRule(),
        LoweredMinimumRule(),
        ChangedForShippedRule(),

        UnreadableValueRule(), UnknownCaseRule(), FormatLevelRule(), MissingSettingRule(), ChangedTypeRule(),
        UnreadByReleasesRule(),
    ]

    /// The names of the rules of `check`, in the same order.
    package static let names: [String] = all.map(\.code.rawValue)

    /// The rules that compare documents with Swift code, in the order in which they are documented.
    ///
    /// They declare what they report and show it with examples; the comparison itself is not part of a check.
    package static let ofCode: [any Rule] = [
        UnknownSettingNameRule(), UnreadSettingRule(), UnseenNameRule(), UnseenCodeRule(),
    ]

    /// The rules of the command that looks at code.
    package static let ofReferences: [any Rule] = ofCode + [UnusedAllowRule()]

    /// Every rule of every command.
    package static let documented: [any Rule] = all + ofCode

    /// The rule of a name such as `shadowed-entry`.
    package static func rule(named name: String) -> (any Rule)? { documented.first { $0.code.rawValue == name } }
}
