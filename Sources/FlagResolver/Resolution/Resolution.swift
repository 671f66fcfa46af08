/// The value of a setting in a context, and the reason for it.
///
/// ```swift
/// let resolution = setting.resolved(for: "1.4.2")
/// print(resolution.value, resolution.reason)              // false targetingMatch
/// print(resolution.requirement?.description ?? "default") // >=1.4.1 <1.4.3
/// ```
@frozen
public struct Resolution<Value> {
    /// The effective value.
    public let value: Value

    @usableFromInline package let details: ResolutionDetails

    /// Code of an app that knows the type of the value inlines this; otherwise, the runtime would look up the type.
    @inlinable
    package init(value: Value, details: ResolutionDetails) {
        self.value = value
        self.details = details
    }

    /// Why the setting has this value.
    @inlinable public var reason: ResolutionReason { details.reason }

    /// What went wrong if ``reason`` is ``ResolutionReason/error``; otherwise `nil`.
    @inlinable public var errorCode: ResolutionErrorCode? { details.errorCode }

    /// The index of the entry that matched, counted from 0 in the document's `valuesByVersion`.
    ///
    /// Malformed entries count, too. `nil` if no entry matched.
    @inlinable public var entryIndex: Int? { details.entryIndex }

    /// The `name` of the entry that matched: OpenFeature's *variant*.
    ///
    /// `nil` if the entry has no name, or no entry matched.
    ///
    /// - Complexity: O(*n*) for *n* members of the entry, and its length.
    @inlinable public var entryName: String? { details.entryName }

    /// The requirement of the entry that matched, as it was written.
    ///
    /// `nil` if no entry matched, or the entry sets no condition on the version.
    ///
    /// - Complexity: That of parsing the requirement.
    @inlinable public var requirement: VersionRequirement? { details.requirement }

    /// The problems of the setting that were tolerated.
    @inlinable public var issues: [SettingIssue] { details.issues }

    /// Where the document gives the value: the location of the entry that matched, or of the default.
    ///
    /// `nil` if the document gives no value, or the setting was decoded by a decoder, which keeps no locations.
    ///
    /// - Complexity: O(log *n*) for *n* bytes of the document; O(*n*) for its first location.
    public var location: SourceLocation? { details.location }
}

extension Resolution {
    package init(
        value: Value,
        reason: ResolutionReason,
        errorCode: ResolutionErrorCode? = nil,
        entryIndex: Int? = nil,
        entryName: String? = nil,
        requirement: VersionRequirement? = nil,
        issues: [SettingIssue] = []
    ) {
        let hasEntry = entryName != nil || requirement != nil
        let details = ResolutionDetails(
            reason: reason, errorCode: errorCode, entryIndex: entryIndex, issues: issues,
            source: hasEntry ? .decoded(entryName: entryName, requirement) : .nowhere)
        self.init(value: value, details: details)
    }

    /// The same resolution with another value.
    @inlinable
    package func withValue<Other>(_ value: Other) -> Resolution<Other> {
        Resolution<Other>(value: value, details: details)
    }
}

extension Resolution: Sendable where Value: Sendable {}
extension Resolution: Equatable where Value: Equatable {}
extension Resolution: Hashable where Value: Hashable {}

/// The names by which reports refer to what gave a value: OpenFeature's *variant*.
package enum EntryName {
    /// The name where no entry matched.
    package static let ofDefault = "default"

    /// The `name` of an entry, otherwise `entry-` and its number, counted from 1.
    ///
    /// - Parameter index: The index of the entry in `valuesByVersion`, counting malformed entries. It is below the limit
    ///   on entries.
    package static func of(entry index: Int, named name: String?) -> String {
        name ?? "entry-\(index &+ 1)"
    }

    /// The name of what gave a value.
    package static func of(_ details: ResolutionDetails) -> String {
        details.entryIndex.map { of(entry: $0, named: details.entryName) } ?? ofDefault
    }
}
