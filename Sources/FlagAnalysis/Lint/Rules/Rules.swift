/// All rules, in the order in which they are documented.
package enum Rules {
    package static let all: [any Rule] = [
        JSONSyntaxRule(), DuplicateKeyRule(), DuplicateNameRule(), LimitRule(), NotAnObjectRule(),

        UnknownMemberRule(), MissingDefaultRule(), MissingValueRule(), ConflictingValuesRule(), MalformedEntryRule(),
        BadTypeRule(), TypeMismatchRule(), BadMetadataRule(), UnusualNameRule(),

        BadRequirementRule(), NumericVersionRule(), EmptyRequirementRule(), UpperBoundBuildsRule(),
        PrereleaseBoundaryRule(), LeadingZeroRule(), VPrefixRule(),

        BadConditionRule(), EmptyConditionRule(), BadAttributesRule(), UndeclaredAttributeRule(), UnlistedValueRule(),
        AttributeTypeRule(), MixedAttributeTypesRule(), TooManyCasesRule(), EmptyScheduleRule(), ExpiredScheduleRule(),
        OverlappingSchedulesRule(), ConstantRolloutRule(), OverlappingSlicesRule(), SaltWithSeveralKeysRule(),
        ChangedSaltRule(), ShrunkRolloutRule(),
        UnknownRequiresRule(), RequiresNotBooleanRule(), CircularRequiresRule(), RequiresNeverTrueRule(),
        ContradictoryRequiresRule(),

        ShadowedEntryRule(), RedundantEntryRule(), PartlyShadowedRule(), AmbiguousOrderRule(), ValueIslandRule(),

        UnknownReleaseRule(), BelowFloorRule(), ForcedUpdateLockoutRule(),
    ]

    /// The names of all rules, in the same order.
    package static let names: [String] = all.map(\.code.rawValue)

    /// The rule of a name such as `shadowed-entry`.
    package static func rule(named name: String) -> (any Rule)? { all.first { $0.code.rawValue == name } }
}
