/// The answer to “which value does this setting have for this app version, and why?”
///
/// ```swift
/// let resolution = setting.resolved(for: "1.4.2")
/// print(resolution.value, resolution.reason)              // false targetingMatch
/// print(resolution.requirement?.description ?? "default") // >=1.4.1 <1.4.3
/// ```
public struct Resolution<Value> {
    /// The effective value.
    public let value: Value

    /// Why the value is what it is.
    public let reason: ResolutionReason

    /// What went wrong, where ``reason`` is ``ResolutionReason/error``; `nil` otherwise.
    public let errorCode: ResolutionErrorCode?

    /// The position of the entry that matched, counted from 0 in `valuesByVersion` as the document has it.
    ///
    /// Malformed entries are counted too. `nil` where no entry matched.
    public let entryIndex: Int?

    /// The requirement of the entry that matched, as it was written; `nil` where no entry matched.
    public let requirement: VersionRequirement?

    /// What was wrong with the setting and tolerated.
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

extension Resolution: Sendable where Value: Sendable {}
extension Resolution: Equatable where Value: Equatable {}
extension Resolution: Hashable where Value: Hashable {}
