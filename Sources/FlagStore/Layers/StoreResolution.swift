public import FlagResolver

/// A value of a store, why it is that, and where it comes from.
///
/// ```swift
/// let resolution = store.resolution(of: .payments)
/// log(resolution.value, resolution.reason, resolution.layer, resolution.freshness)
/// ```
///
/// The reason describes the resolution alone. Where the document came from and how old it is are fields of their own.
public struct StoreResolution<Value: SettingValue>: Equatable, Sendable {
    /// The effective value.
    public let value: Value

    /// Why the value is what it is; `error` for a code default.
    public let reason: ResolutionReason

    /// What went wrong, where the reason is an error.
    public let errorCode: ResolutionErrorCode?

    /// The position of the entry that matched in `valuesByVersion`, counted from 0; `nil` where none did.
    public let entryIndex: Int?

    /// The requirement of the entry that matched, as it was written; `nil` where none did.
    public let requirement: VersionRequirement?

    /// What was wrong with the setting and tolerated, in this layer and in those above it.
    public let issues: [SettingIssue]

    /// Where the value comes from.
    public let layer: SettingLayer

    /// Whether the document is as new as it should be.
    public let freshness: Freshness

    /// The `$version` of the document; `nil` where there is no document or it has none.
    public let documentVersion: Int64?

    /// How long ago the server sent or confirmed the document; `nil` where it did not.
    ///
    /// Within one run the monotonic clock measures it. For a document of an earlier run the wall clock adds what it can
    /// tell since the document came, and never less than nothing; that the server confirmed it later, in that run, is
    /// not kept.
    public let age: Duration?
}

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
