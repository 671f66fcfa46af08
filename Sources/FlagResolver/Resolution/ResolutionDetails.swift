/// What a resolution says besides the value, so that the code that resolves a setting is not generic.
@usableFromInline
package struct ResolutionDetails: Sendable {
    @usableFromInline package let reason: ResolutionReason
    @usableFromInline package let errorCode: ResolutionErrorCode?
    @usableFromInline package let entryIndex: Int?
    @usableFromInline package let issues: [SettingIssue]
    private let source: ResolutionSource

    package init(
        reason: ResolutionReason,
        errorCode: ResolutionErrorCode? = nil,
        entryIndex: Int? = nil,
        issues: [SettingIssue] = [],
        source: ResolutionSource = .nowhere
    ) {
        self.reason = reason
        self.errorCode = errorCode
        self.entryIndex = entryIndex
        self.issues = issues
        self.source = source
    }

    /// The document does not have the setting.
    package static let notFound = ResolutionDetails(reason: .error, errorCode: .flagNotFound)

    /// The same details with other issues.
    package func withIssues(_ issues: [SettingIssue]) -> ResolutionDetails {
        ResolutionDetails(
            reason: reason, errorCode: errorCode, entryIndex: entryIndex, issues: issues, source: source)
    }

    @usableFromInline package var entryName: String? { source.entryName }
    @usableFromInline package var requirement: VersionRequirement? { source.requirement }
    var location: SourceLocation? { source.location }

    /// Whether two details are equal, except for their locations.
    package func isEqual(exceptForLocationTo other: ResolutionDetails) -> Bool {
        reason == other.reason && errorCode == other.errorCode && entryIndex == other.entryIndex
            && issues == other.issues && entryName == other.entryName && requirement == other.requirement
    }
}

extension ResolutionDetails: Hashable {
    /// Whether two details say the same, even about different documents.
    @usableFromInline
    package static func == (left: Self, right: Self) -> Bool {
        left.isEqual(exceptForLocationTo: right) && left.location == right.location
    }

    @usableFromInline
    package func hash(into hasher: inout Hasher) {
        hasher.combine(reason)
        hasher.combine(errorCode)
        hasher.combine(entryIndex)
        hasher.combine(issues)
        hasher.combine(entryName)
        hasher.combine(location)
    }
}

/// What gave a value. The name, the requirement and the location are read from the document only when they are asked for,
/// because parsing and counting lines take longer than resolving.
package enum ResolutionSource: Sendable {
    case nowhere

    /// A value of a document without an entry, by its node.
    case node(UInt32, of: SettingsDocument)

    case entry(EntryIndex, of: SettingsDocument)

    /// Neither a document nor its locations are known, but what an entry said, if there was one.
    ///
    /// Indirect, so that copies of the other cases, which are frequent, cost one retain.
    indirect case decoded(entryName: String?, VersionRequirement?)

    fileprivate var entryName: String? {
        switch self {
        case .entry(let entry, let document): document.name(of: document.loaded[entry])
        case .decoded(let entryName, _): entryName
        case .nowhere, .node: nil
        }
    }

    fileprivate var requirement: VersionRequirement? {
        switch self {
        case .entry(let entry, let document): document.requirement(of: document.loaded[entry])
        case .decoded(_, let requirement): requirement
        case .nowhere, .node: nil
        }
    }

    fileprivate var location: SourceLocation? {
        switch self {
        case .node(let node, let document): document.tree[Int(node)].location.location
        case .entry(let entry, let document): document.tree[Int(document.loaded[entry].node)].location.location
        case .nowhere, .decoded: nil
        }
    }
}
