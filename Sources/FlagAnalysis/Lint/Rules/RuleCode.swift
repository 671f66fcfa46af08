/// The stable name of a rule, as it is printed, selected and ignored.
package enum RuleCode: String, Hashable, Sendable, CaseIterable {
    case jsonSyntax = "json-syntax"
    case duplicateKey = "duplicate-key"
    case duplicateName = "duplicate-name"
    case limit
    case notAnObject = "not-an-object"

    case unknownMember = "unknown-member"
    case missingDefault = "missing-default"
    case missingValue = "missing-value"
    case conflictingValues = "conflicting-values"
    case malformedEntry = "malformed-entry"
    case badType = "bad-type"
    case typeMismatch = "type-mismatch"
    case badMetadata = "bad-metadata"
    case unusualName = "unusual-name"

    case badRequirement = "bad-requirement"
    case numericVersion = "numeric-version"
    case emptyRequirement = "empty-requirement"
    case upperBoundBuilds = "upper-bound-builds"
    case prereleaseBoundary = "prerelease-boundary"
    case leadingZero = "leading-zero"
    case vPrefix = "v-prefix"

    case shadowedEntry = "shadowed-entry"
    case redundantEntry = "redundant-entry"
    case partlyShadowed = "partly-shadowed"
    case ambiguousOrder = "ambiguous-order"
    case valueIsland = "value-island"

    case unknownRelease = "unknown-release"
    case belowFloor = "below-floor"
    case forcedUpdateLockout = "forced-update-lockout"
}
