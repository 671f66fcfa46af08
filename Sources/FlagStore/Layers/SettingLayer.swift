/// Where a value comes from, the highest layer first.
public enum SettingLayer: String, Hashable, Sendable, Codable, CaseIterable {
    /// An override for debugging: set in memory, or from launch arguments or the environment.
    case debugOverride = "override"

    /// A document that was fetched in this run.
    case remote

    /// A document of an earlier run, kept on disk; or the one that a fetched document took the place of.
    case lastKnownGood = "last-known-good"

    /// The document that comes with the app.
    case bundled

    /// The default that the key declares.
    case codeDefault = "code-default"
}

/// Whether a value is as new as it should be.
public enum Freshness: String, Hashable, Sendable, Codable, CaseIterable {
    /// The server sent or confirmed the document not long ago.
    case fresh

    /// The document came from a server, too long ago or in an earlier run, and was not confirmed since.
    case stale

    /// The value never came from a server: an override, the bundled document or a code default.
    case local
}
