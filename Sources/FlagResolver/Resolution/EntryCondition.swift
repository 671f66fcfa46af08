/// What must hold for an entry to match.
///
/// ```swift
/// let condition = EntryCondition(">=1.4.0 <2.0.0")
/// condition.holds(in: EvaluationContext(appVersion: "1.9.3"))   // true
/// condition.holds(in: EvaluationContext())                      // false: the version is not known
/// ```
public struct EntryCondition: Hashable, Sendable {
    /// The app versions for which the condition holds, as they were written.
    public let requirement: VersionRequirement

    /// A condition on the app version.
    public init(_ requirement: VersionRequirement) {
        self.requirement = requirement
    }

    /// Whether the condition holds. What the context does not say never satisfies a condition.
    ///
    /// - Complexity: O(log *n*) in the number of intervals of the requirement.
    public func holds(in context: EvaluationContext) -> Bool {
        context.appVersion.map { requirement.contains($0) } ?? false
    }
}
