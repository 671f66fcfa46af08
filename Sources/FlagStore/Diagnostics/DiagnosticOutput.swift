/// Where a store writes its diagnostics.
public enum DiagnosticOutput: String, Hashable, Sendable, Codable, CaseIterable {
    /// The unified log on Apple's platforms, with the subsystem `FlagStore`; standard error elsewhere.
    case system

    /// Nowhere. ``SettingsStore/diagnostics`` has them.
    case none
}
