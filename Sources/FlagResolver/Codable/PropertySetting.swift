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
/// 1. The first entry, in document order, whose requirement contains the app version gives the value; if there is none,
///    the default does.
/// 2. The app version comes from the decoder's `userInfo` under the key `appVersion`, as `String` or ``AppVersion``.
///    Without one, or with one that cannot be read, the value is the default, and an issue says why.
/// 3. A malformed entry is skipped, and an issue says what is wrong with it. A missing default, or one that is not a
///    `Value`, is an error of the setting and thrown.
/// 4. A setting also decodes from a bare value, so that a server can add overrides later without breaking clients: any
///    scalar or array, and an object that has neither `defaultValue` nor `valuesByVersion`.
/// 5. It encodes to the canonical form: an object with `defaultValue` and, if there are entries, `valuesByVersion`.
///
/// Two settings are equal when their defaults and entries are; the version they were decoded for and the issues tell
/// where they came from, not what they are.
public struct PropertySetting<Value> {
    /// The value for all versions that no entry contains, as the document has it.
    public let defaultValue: Value

    /// The well-formed entries in document order; the others are in ``issues``, with their index.
    public let valuesByVersion: [PropertyEntry<Value>]

    /// The app version that the setting was decoded for.
    ///
    /// `nil` where there was none, or it could not be read.
    public let appVersion: AppVersion?

    /// What was wrong and tolerated, in document order.
    public let issues: [SettingIssue]

    /// The position in ``valuesByVersion`` of the entry that gives ``value``.
    private let winner: Int?

    /// Where the entries were in the document, as far as malformed ones before them make a difference; else empty.
    private let documentIndices: [Int]

    /// Whether the document lists entries, be they well-formed or not.
    private let listsEntries: Bool

    /// A setting made in code.
    ///
    /// - Parameters:
    ///   - defaultValue: The value for all versions that no entry contains.
    ///   - valuesByVersion: The entries; the first one that contains a version wins.
    ///   - appVersion: The version that ``value`` and ``resolution`` are for; `nil` for the default.
    /// - Complexity: O(*n*) for *n* entries.
    public init(
        defaultValue: Value,
        valuesByVersion: [PropertyEntry<Value>] = [],
        appVersion: AppVersion? = nil
    ) {
        self.init(
            defaultValue,
            entries: valuesByVersion,
            documentIndices: [],
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
        self.winner = appVersion.flatMap { Self.winner(in: entries, for: $0) }
    }

    /// The effective value for the app version.
    public var value: Value {
        winner.map { valuesByVersion[$0].value } ?? defaultValue
    }

    /// The effective value, and why it is that.
    public var resolution: Resolution<Value> {
        guard appVersion != nil || !listsEntries else {
            return Resolution(value: defaultValue, reason: .error, errorCode: .invalidContext, issues: issues)
        }
        return resolution(winner: winner)
    }

    /// What the setting is for any other version.
    ///
    /// - Complexity: O(*n*) for *n* entries.
    public func resolved(for version: AppVersion) -> Resolution<Value> {
        resolution(winner: Self.winner(in: valuesByVersion, for: version))
    }

    private func resolution(winner: Int?) -> Resolution<Value> {
        guard let winner else {
            let reason: ResolutionReason = listsEntries ? .default : .static
            return Resolution(value: defaultValue, reason: reason, issues: issues)
        }
        return Resolution(
            value: valuesByVersion[winner].value,
            reason: .targetingMatch,
            entryIndex: documentIndices.isEmpty ? winner : documentIndices[winner],
            requirement: valuesByVersion[winner].requirement,
            issues: issues
        )
    }

    private static func winner(in entries: [PropertyEntry<Value>], for version: AppVersion) -> Int? {
        entries.firstIndex { $0.requirement.contains(version) }
    }
}

extension PropertySetting: Sendable where Value: Sendable {}

extension PropertySetting: Equatable where Value: Equatable {
    /// Whether default and entries are equal.
    public static func == (left: Self, right: Self) -> Bool {
        left.defaultValue == right.defaultValue && left.valuesByVersion == right.valuesByVersion
    }
}

extension PropertySetting: Hashable where Value: Hashable {
    /// Hashes default and entries.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(defaultValue)
        hasher.combine(valuesByVersion)
    }
}
