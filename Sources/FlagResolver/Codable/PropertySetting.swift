/// A setting: a default, and values for particular app versions.
///
/// ```swift
/// struct RemoteConfig: Decodable {
///     let payments: PropertySetting<Bool>
/// }
///
/// let decoder = JSONDecoder()
/// decoder.appVersion = "1.4.2"
/// let config = try decoder.decode(RemoteConfig.self, from: data)
/// if config.payments.value { … }
/// ```
///
/// 1. The first entry, in document order, whose requirement contains the app version gives the value. If there is none,
///    the default does.
/// 2. The app version comes from the decoder's `userInfo`, key `appVersion`, as `String` or ``AppVersion``. If it is
///    missing or cannot be parsed, the value is the default, and an issue says why.
/// 3. A malformed entry is skipped, and an issue says what is wrong with it. A default that is missing or is not a
///    `Value` is an error.
/// 4. A setting also decodes from a bare value, so that a server can add entries later without breaking clients: any
///    scalar or array, and an object that has neither `defaultValue` nor `valuesByVersion`.
/// 5. It encodes to the canonical form: an object with `defaultValue` and, if there are entries, `valuesByVersion`.
///
/// Two settings are equal if their defaults and entries are. The app version and the issues are not compared.
public struct PropertySetting<Value> {
    /// The value for all versions that no entry contains, as the document gives it.
    public let defaultValue: Value

    /// The well-formed entries in document order; ``issues`` lists the others.
    public let valuesByVersion: [PropertyEntry<Value>]

    /// The app version that the setting was decoded for; `nil` if it was missing or could not be parsed.
    public let appVersion: AppVersion?

    /// The problems that were tolerated, in document order.
    public let issues: [SettingIssue]

    /// The index in ``valuesByVersion`` of the entry that gives ``value``.
    private let match: Int?

    /// The index that each entry has in the document, where malformed entries count.
    private let documentIndices: [Int]

    /// Whether the document has entries, well-formed or not.
    private let listsEntries: Bool

    /// Creates a setting in code.
    ///
    /// - Parameters:
    ///   - defaultValue: The value for all versions that no entry contains.
    ///   - valuesByVersion: The entries. The first one that contains a version gives its value.
    ///   - appVersion: The version for ``value`` and ``resolution``; `nil` for the default.
    /// - Complexity: O(*n*) for *n* entries.
    public init(
        defaultValue: Value,
        valuesByVersion: [PropertyEntry<Value>] = [],
        appVersion: AppVersion? = nil
    ) {
        self.init(
            defaultValue,
            entries: valuesByVersion,
            documentIndices: Array(valuesByVersion.indices),
            listsEntries: !valuesByVersion.isEmpty,
            appVersion: appVersion,
            issues: []
        )
    }

    init(
        _ defaultValue: Value,
        entries: [PropertyEntry<Value>],
        documentIndices: [Int],
        listsEntries: Bool,
        appVersion: AppVersion?,
        issues: [SettingIssue]
    ) {
        self.defaultValue = defaultValue
        self.valuesByVersion = entries
        self.documentIndices = documentIndices
        self.listsEntries = listsEntries
        self.appVersion = appVersion
        self.issues = issues
        self.match = appVersion.flatMap { Self.firstMatch(in: entries, for: $0) }
    }

    /// The effective value for the app version.
    public var value: Value {
        match.map { valuesByVersion[$0].value } ?? defaultValue
    }

    /// The effective value for the app version, and the reason for it.
    public var resolution: Resolution<Value> {
        guard appVersion != nil || !listsEntries else {
            return Resolution(value: defaultValue, reason: .error, errorCode: .invalidContext, issues: issues)
        }
        return resolution(match: match)
    }

    /// The value for any other version, and the reason for it.
    ///
    /// - Complexity: O(*n*) for *n* entries.
    public func resolved(for version: AppVersion) -> Resolution<Value> {
        resolution(match: Self.firstMatch(in: valuesByVersion, for: version))
    }

    private func resolution(match: Int?) -> Resolution<Value> {
        guard let match else {
            let reason: ResolutionReason = listsEntries ? .default : .static
            return Resolution(value: defaultValue, reason: reason, issues: issues)
        }
        return Resolution(
            value: valuesByVersion[match].value,
            reason: .targetingMatch,
            entryIndex: documentIndices[match],
            requirement: valuesByVersion[match].requirement,
            issues: issues
        )
    }

    private static func firstMatch(in entries: [PropertyEntry<Value>], for version: AppVersion) -> Int? {
        entries.firstIndex { $0.requirement.contains(version) }
    }
}

extension PropertySetting: Sendable where Value: Sendable {}

extension PropertySetting: Equatable where Value: Equatable {
    /// Whether two settings have equal defaults and equal entries.
    public static func == (left: Self, right: Self) -> Bool {
        left.defaultValue == right.defaultValue && left.valuesByVersion == right.valuesByVersion
    }
}

extension PropertySetting: Hashable where Value: Hashable {
    /// Hashes the default and the entries.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(defaultValue)
        hasher.combine(valuesByVersion)
    }
}
