/// The value of a setting in a context, and the reason for it.
///
/// ```swift
/// let resolution = setting.resolved(for: "1.4.2")
/// print(resolution.value, resolution.reason)              // false targetingMatch
/// print(resolution.requirement?.description ?? "default") // >=1.4.1 <1.4.3
/// ```
public struct Resolution<Value> {
    /// The effective value.
    public let value: Value

    /// Why the setting has this value.
    public let reason: ResolutionReason

    /// What went wrong if ``reason`` is ``ResolutionReason/error``; otherwise `nil`.
    public let errorCode: ResolutionErrorCode?

    /// The index of the entry that matched, counted from 0 in the document's `valuesByVersion`.
    ///
    /// Malformed entries count, too. `nil` if no entry matched.
    public let entryIndex: Int?

    /// The requirement of the entry that matched, as it was written; `nil` if no entry matched.
    public let requirement: VersionRequirement?

    /// The problems of the setting that were tolerated.
    public let issues: [SettingIssue]

    package init(
        value: Value,
        reason: ResolutionReason,
        errorCode: ResolutionErrorCode? = nil,
        entryIndex: Int? = nil,
        requirement: VersionRequirement? = nil,
        issues: [SettingIssue] = []
    ) {
        self.value = value
        self.reason = reason
        self.errorCode = errorCode
        self.entryIndex = entryIndex
        self.requirement = requirement
        self.issues = issues
    }
}

extension Resolution {
    /// The resolution of a setting that the document does not have.
    static func notFound(default defaultValue: Value) -> Resolution {
        Resolution(value: defaultValue, reason: .error, errorCode: .flagNotFound)
    }
}

extension Resolution: Sendable where Value: Sendable {}
extension Resolution: Equatable where Value: Equatable {}
extension Resolution: Hashable where Value: Hashable {}
