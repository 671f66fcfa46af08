import FlagAnalysis

/// The code of a problem close to the version to be shipped. Some are also codes of rules.
enum BoundaryCode: String, CaseIterable {
    case releaseCandidate = "release-candidate"
    case forcedUpdateLockout = "forced-update-lockout"
    case unsupportedVersion = "unsupported-version"
    case unknownRelease = "unknown-release"

    /// The codes that no rule has.
    static let withoutRule = allCases.map { RuleCode(rawValue: $0.rawValue) }.filter { code in
        !Rules.all.contains { $0.code == code }
    }
}
