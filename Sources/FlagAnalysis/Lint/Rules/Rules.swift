/// All rules, in the order in which they are documented.
package enum Rules {
    package static let all: [any Rule] = [
        JSONSyntaxRule(), DuplicateKeyRule(), DuplicateNameRule(), LimitRule(), NotAnObjectRule(),

        UnknownMemberRule(), MissingDefaultRule(), MissingValueRule(), ConflictingValuesRule(), MalformedEntryRule(),
        BadTypeRule(), TypeMismatchRule(), BadMetadataRule(), UnusualNameRule(),

        BadRequirementRule(), NumericVersionRule(), EmptyRequirementRule(), UpperBoundBuildsRule(),
        PrereleaseBoundaryRule(), LeadingZeroRule(), VPrefixRule(),

        ShadowedEntryRule(), RedundantEntryRule(), PartlyShadowedRule(), AmbiguousOrderRule(), ValueIslandRule(),

        UnknownReleaseRule(), BelowFloorRule(), ForcedUpdateLockoutRule(),
    ]

    /// The rule of a code.
    package static func rule(_ code: RuleCode) -> (any Rule)? { all.first { $0.code == code } }

    /// What makes a document none at all: while there is such a finding nothing else can be looked for, so these rules
    /// are never left out.
    package static let refusals: Set<RuleCode> = [.jsonSyntax, .duplicateKey, .duplicateName, .limit, .notAnObject]

    /// The rules that compare with a list of releases, and find nothing without one.
    package static let needingReleases: Set<RuleCode> = [.unknownRelease, .forcedUpdateLockout]
}
