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
