/// What a setting is resolved for.
///
/// ```swift
/// let context = EvaluationContext(appVersion: "1.4.0")
/// let snapshot = document.snapshot(for: context)
/// ```
///
/// Everything that takes an ``AppVersion`` in its place means a context with that version and nothing else.
///
/// Standard: OpenFeature specification, *Evaluation context*.
public struct EvaluationContext: Hashable, Sendable {
    /// The version of the running app; `nil` if it is not known.
    ///
    /// Without a version, no condition on the version holds.
    public var appVersion: AppVersion?

    /// A context with the version of the running app.
    ///
    /// - Parameter appVersion: The version; `nil` if it is not known.
    public init(appVersion: AppVersion? = nil) {
        self.appVersion = appVersion
    }
}
