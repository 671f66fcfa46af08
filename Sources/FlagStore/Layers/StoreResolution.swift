public import FlagResolver

/// A value of a store, its reason and its origin.
///
/// ```swift
/// let resolution = store.resolution(of: .payments)
/// log(resolution.value, resolution.reason, resolution.layer, resolution.freshness)
/// ```
///
/// The reason describes the resolution only. The origin and the age of the document are separate fields.
public struct StoreResolution<Value: SettingValue>: Equatable, Sendable {
    /// The effective value.
    public let value: Value

    /// Why the setting has this value; `error` for a code default.
    public let reason: ResolutionReason

    /// The error, if the reason is `error`.
    public let errorCode: ResolutionErrorCode?

    /// The index of the matching entry in `valuesByVersion`, counted from 0; `nil` if none matched.
    public let entryIndex: Int?

    /// The `name` of the matching entry: OpenFeature's *variant*.
    ///
    /// An entry without one is called `entry-` and its number, counted from 1. It is `default` if no entry matched.
    public let entryName: String

    /// The requirement of the matching entry, as written; `nil` if none matched.
    public let requirement: VersionRequirement?

    /// The tolerated problems of the setting, in this layer and in those above it.
    public let issues: [SettingIssue]

    /// Where the value comes from.
    public let layer: SettingLayer

    /// Whether the document is up to date.
    public let freshness: Freshness

    /// The `$version` of the document; `nil` if there is no document or it has none.
    public let documentVersion: Int64?

    /// The time since the server sent or confirmed the document; `nil` if it did neither.
    ///
    /// Within a run, the monotonic clock measures it. For a document of an earlier run, the wall clock provides it,
    /// at least zero.
    public let age: Duration?
}

/// Where a value comes from, the highest layer first.
public enum SettingLayer: String, Hashable, Sendable, Codable, CaseIterable {
    /// A debug override: set by code, by a launch argument or by the environment.
    case debugOverride = "override"

    /// A document that was fetched in this run.
    case remote

    /// The document of an earlier run, kept on disk, until a document is fetched.
    case lastKnownGood = "last-known-good"

    /// The document that ships with the app.
    case bundled

    /// The default that the key declares.
    case codeDefault = "code-default"
}

/// Whether the document of a value is up to date.
public enum Freshness: String, Hashable, Sendable, Codable, CaseIterable {
    /// The server sent or confirmed the document within ``StoreConfiguration/maximumAge``.
    case fresh

    /// The document is from an earlier run, or the server has not confirmed it in time.
    ///
    /// The time is ``StoreConfiguration/maximumAge``.
    case stale

    /// The value did not come from a server: an override, the bundled document or a code default.
    case local
}
