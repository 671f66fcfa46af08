/// The value of a setting in a context, and the reason for it.
///
/// ```swift
/// let resolution = setting.resolved(for: "1.4.2")
/// print(resolution.value, resolution.reason)              // false targetingMatch
/// print(resolution.requirement?.description ?? "default") // >=1.4.1 <1.4.3
/// ```
public struct Resolution<Value> {
    /// The effective value.
    public let value: Value

    /// Why the setting has this value.
    public let reason: ResolutionReason

    /// What went wrong if ``reason`` is ``ResolutionReason/error``; otherwise `nil`.
    public let errorCode: ResolutionErrorCode?

    /// The index of the entry that matched, counted from 0 in the document's `valuesByVersion`.
    ///
    /// Malformed entries count, too. `nil` if no entry matched.
    public let entryIndex: Int?

    /// The `name` of the entry that matched: OpenFeature's *variant*.
    ///
    /// `nil` if the entry has no name, or no entry matched.
    public let entryName: String?

    /// The requirement of the entry that matched, as it was written.
    ///
    /// `nil` if no entry matched, or the entry sets no condition on the version.
    public let requirement: VersionRequirement?

    /// The problems of the setting that were tolerated.
    public let issues: [SettingIssue]

    private let origin: ResolutionOrigin?

    package init(
        value: Value,
        reason: ResolutionReason,
        errorCode: ResolutionErrorCode? = nil,
        entryIndex: Int? = nil,
        entryName: String? = nil,
        requirement: VersionRequirement? = nil,
        issues: [SettingIssue] = [],
        origin: ResolutionOrigin? = nil
    ) {
        self.value = value
        self.reason = reason
        self.errorCode = errorCode
        self.entryIndex = entryIndex
        self.entryName = entryName
        self.requirement = requirement
        self.issues = issues
        self.origin = origin
    }

    /// Where the document gives the value: the location of the entry that matched, or of the default.
    ///
    /// `nil` if the document gives no value, or the setting was decoded by a decoder, which keeps no locations.
    ///
    /// - Complexity: O(log *n*) for *n* bytes of the document; O(*n*) for its first location.
    public var location: SourceLocation? { origin?.location }
}

extension Resolution {
    /// The resolution of a setting that the document does not have.
    static func notFound(default value: Value) -> Resolution {
        Resolution(value: value, reason: .error, errorCode: .flagNotFound)
    }

    /// The same resolution with another value.
    func withValue<Other>(_ value: Other) -> Resolution<Other> {
        Resolution<Other>(
            value: value, reason: reason, errorCode: errorCode, entryIndex: entryIndex, entryName: entryName,
            requirement: requirement,
            issues: issues, origin: origin)
    }

    /// The same resolution with other issues.
    package func withIssues(_ issues: [SettingIssue]) -> Resolution {
        Resolution(
            value: value, reason: reason, errorCode: errorCode, entryIndex: entryIndex, entryName: entryName,
            requirement: requirement,
            issues: issues, origin: origin)
    }
}

extension Resolution: Sendable where Value: Sendable {}
extension Resolution: Equatable where Value: Equatable {}
extension Resolution: Hashable where Value: Hashable {}

/// Where a document gives a value. The location is computed only when it is read, because that requires counting
/// lines.
package struct ResolutionOrigin: Hashable, Sendable {
    private let value: JSONValue

    package init(_ value: JSONValue) {
        self.value = value
    }

    var location: SourceLocation { value.location.location }

    /// Whether two values have the same location, even in different documents.
    package static func == (left: Self, right: Self) -> Bool { left.location == right.location }

    package func hash(into hasher: inout Hasher) { hasher.combine(location) }
}

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
    package static func of<Value>(_ resolution: Resolution<Value>) -> String {
        resolution.entryIndex.map { of(entry: $0, named: resolution.entryName) } ?? ofDefault
    }
}
