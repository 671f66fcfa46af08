public import FlagResolver

/// A value of a store, its reason and its origin.
///
/// ```swift
/// let resolution = store.resolution(of: .payments)
/// log(resolution.value, resolution.reason, resolution.layer, resolution.freshness)
/// ```
///
/// The reason describes the resolution only. The origin and the age of the document are separate fields.
@frozen
public struct StoreResolution<Value: SettingValue>: Equatable, Sendable {
    /// The effective value.
    public let value: Value

    @usableFromInline let details: StoreResolutionDetails

    /// Code of an app that knows the type of the value inlines this; otherwise, the runtime would look up the type.
    @inlinable
    init(value: Value, details: StoreResolutionDetails) {
        self.value = value
        self.details = details
    }

    /// Why the setting has this value; `error` for a code default.
    @inlinable public var reason: ResolutionReason { details.resolution.reason }

    /// The error, if the reason is `error`.
    @inlinable public var errorCode: ResolutionErrorCode? { details.resolution.errorCode }

    /// The index of the matching entry in `valuesByVersion`, counted from 0; `nil` if none matched.
    @inlinable public var entryIndex: Int? { details.resolution.entryIndex }

    /// The `name` of the matching entry: OpenFeature's *variant*.
    ///
    /// An entry without one is called `entry-` and its number, counted from 1. It is `default` if no entry matched.
    ///
    /// - Complexity: O(*n*) for *n* members of the entry, and its length.
    public var entryName: String { EntryName.of(details.resolution) }

    /// The requirement of the matching entry, as written; `nil` if none matched.
    ///
    /// - Complexity: That of parsing the requirement.
    @inlinable public var requirement: VersionRequirement? { details.resolution.requirement }

    /// The tolerated problems of the setting, in this layer and in those above it.
    @inlinable public var issues: [SettingIssue] { details.resolution.issues }

    /// Where the value comes from.
    @inlinable public var layer: SettingLayer { details.layer }

    /// Whether the document is up to date.
    @inlinable public var freshness: Freshness { details.freshness }

    /// The name of the app's source that the value comes from.
    ///
    /// `nil` unless ``layer`` is ``SettingLayer/app``.
    @inlinable public var sourceName: String? { details.sourceName }

    /// The `$version` of the document; `nil` if there is no document or it has none.
    @inlinable public var documentVersion: Int64? { details.documentVersion }

    /// The time since the server sent or confirmed the document; `nil` if it did neither.
    ///
    /// Within a run, the monotonic clock measures it. For a document of an earlier run, the wall clock provides it,
    /// at least zero.
    @inlinable public var age: Duration? { details.age }
}

/// What a resolution of a store says besides the value.
@usableFromInline
struct StoreResolutionDetails: Sendable {
    @usableFromInline let resolution: ResolutionDetails
    @usableFromInline let layer: SettingLayer
    @usableFromInline let sourceName: String?
    @usableFromInline let freshness: Freshness
    @usableFromInline let documentVersion: Int64?
    @usableFromInline let age: Duration?
}

extension StoreResolutionDetails: Equatable {
    /// Whether two details say the same. Where a document gives the value does not count.
    @usableFromInline
    static func == (left: Self, right: Self) -> Bool {
        left.resolution.isEqual(exceptForLocationTo: right.resolution) && left.layer == right.layer
            && left.sourceName == right.sourceName
            && left.freshness == right.freshness && left.documentVersion == right.documentVersion
            && left.age == right.age
    }
}

/// Where a value comes from.
///
/// The highest layer comes first, except for ``app``, whose sources have priorities.
public enum SettingLayer: String, Hashable, Sendable, Codable, CaseIterable {
    /// A debug override: set by code, by a launch argument or by the environment.
    case debugOverride = "override"

    /// A source of the app, which ``StoreConfiguration/sources`` names.
    ///
    /// Its priority decides whether it is above or below the documents.
    case app

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

    /// The value did not come from a server.
    ///
    /// It is an override, or from a source of the app, the bundled document or the code.
    case local
}
