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
/// Read ``value``. In other types of this name, decoding replaced `defaultValue` by the effective value; here, ``defaultValue``
/// stays what the document gives. An entry with a member that other types ignored, such as `"id": 7`, never matches, because it
/// may be a condition: begin such a name with `$`.
///
/// 1. The first entry, in document order, whose conditions hold gives the value. If there is none, the default does.
/// 2. The app version comes from the decoder's `userInfo`, key `appVersion`, as `String` or ``AppVersion``, and everything
///    else from the ``EvaluationContext`` under the key `evaluationContext`. Without a version, no condition on it holds,
///    and an issue says why.
/// 3. A malformed entry is skipped, and an issue says what is wrong with it. A default that is missing or is not a
///    `Value` is an error.
/// 4. A setting also decodes from a bare value, so that a server can add entries later without breaking clients: any
///    scalar or array, and an object that has neither `defaultValue` nor `valuesByVersion`.
/// 5. It encodes to the canonical form: an object with `defaultValue` and, if there are entries, `valuesByVersion`.
///
/// Two settings are equal if their defaults, their entries and their effective values are. Contexts and issues are not compared.
public struct PropertySetting<Value> {
    /// The value where no entry matches, as the document gives it; ``value`` is the effective one.
    public let defaultValue: Value

    /// The well-formed entries in document order; ``issues`` lists the others.
    public let valuesByVersion: [PropertyEntry<Value>]

    /// The context that the setting was decoded for.
    public let context: EvaluationContext

    /// The problems that were tolerated, in document order.
    public let issues: [SettingIssue]

    /// The index in ``valuesByVersion`` of the entry that gives ``value``.
    private let match: Int?

    /// The index of each entry in the document, counting malformed entries.
    private let documentIndices: [Int]

    /// Whether the document has entries, well-formed or not.
    private let listsEntries: Bool

    /// Whether an entry asks for the app version, well-formed or not.
    private let testsVersion: Bool

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
            testsVersion: valuesByVersion.contains { $0.requirement != nil },
            context: EvaluationContext(appVersion: appVersion),
            issues: []
        )
    }

    init(
        _ defaultValue: Value,
        entries: [PropertyEntry<Value>],
        documentIndices: [Int],
        listsEntries: Bool,
        testsVersion: Bool,
        context: EvaluationContext,
        issues: [SettingIssue]
    ) {
        self.defaultValue = defaultValue
        self.valuesByVersion = entries
        self.documentIndices = documentIndices
        self.listsEntries = listsEntries
        self.testsVersion = testsVersion
        self.context = context
        self.issues = issues
        self.match = Self.firstMatch(in: entries, for: context)
    }

    /// The app version that the setting was decoded for; `nil` if it was missing or could not be parsed.
    public var appVersion: AppVersion? { context.appVersion }

    /// The effective value in the context.
    public var value: Value {
        match.map { valuesByVersion[$0].value } ?? defaultValue
    }

    /// The effective value in the context, and the reason for it.
    ///
    /// Its issues are ``issues``, and one for each condition that tests a value of the context which has another kind, such
    /// as a number where it needs a string. The paths of these begin at the setting.
    public var resolution: Resolution<Value> {
        resolution(in: context, match: match)
    }

    /// The value in any other context, and the reason for it.
    ///
    /// - Complexity: O(*n*) for *n* entries.
    public func resolved(for context: EvaluationContext) -> Resolution<Value> {
        resolution(in: context, match: Self.firstMatch(in: valuesByVersion, for: context))
    }

    /// The value for any other version, and the reason for it.
    ///
    /// - Complexity: O(*n*) for *n* entries.
    public func resolved(for version: AppVersion) -> Resolution<Value> {
        resolved(for: EvaluationContext(appVersion: version))
    }

    private func resolution(in context: EvaluationContext, match: Int?) -> Resolution<Value> {
        let check = VersionCheck(testsVersion: testsVersion, in: context)
        let issues = issues + unusableInputs(in: context)
        guard let match else {
            return Resolution(
                value: defaultValue, reason: check.reason(listsEntries ? .default : .static),
                errorCode: check.errorCode, issues: issues)
        }
        let entry = valuesByVersion[match]
        return Resolution(
            value: entry.value,
            reason: check.reason(entry.condition.rollout == nil ? .targetingMatch : .split),
            errorCode: check.errorCode,
            entryIndex: documentIndices[match],
            entryName: entry.name,
            requirement: entry.requirement,
            issues: issues
        )
    }

    private func unusableInputs(in context: EvaluationContext) -> [SettingIssue] {
        guard context.table != nil else { return [] }
        return zip(valuesByVersion, documentIndices).flatMap { entry, index in
            entry.condition.unusableInputs(in: context).map { found in
                SettingIssue(
                    .unusableInput(message: found.input.message),
                    path: IssuePath([.member("valuesByVersion"), .index(index), .member(found.member)]),
                    entryIndex: index)
            }
        }
    }

    private static func firstMatch(in entries: [PropertyEntry<Value>], for context: EvaluationContext) -> Int? {
        // Every value has the right type. Copying values would cost more than testing the conditions.
        let first = FirstMatch.winner(among: 0..<entries.count) {
            entries[$0].condition.holds(in: context)
        } value: { _ in
            ()
        }
        return first?.entry
    }
}

extension PropertySetting: CustomStringConvertible {
    /// The effective value as text.
    public var description: String { "\(value)" }
}

extension PropertySetting {
    /// The same setting with each value transformed.
    package func map<Other>(_ transform: (Value) -> Other) -> PropertySetting<Other> {
        PropertySetting<Other>(
            transform(defaultValue),
            entries: valuesByVersion.map { PropertyEntry($0.condition, value: transform($0.value), name: $0.name) },
            documentIndices: documentIndices,
            listsEntries: listsEntries,
            testsVersion: testsVersion,
            context: context,
            issues: issues
        )
    }
}

extension PropertySetting: Sendable where Value: Sendable {}

extension PropertySetting: Equatable where Value: Equatable {
    /// Whether two settings have equal defaults, equal entries and the same effective value.
    public static func == (left: Self, right: Self) -> Bool {
        left.defaultValue == right.defaultValue && left.valuesByVersion == right.valuesByVersion
            && (left.match == right.match || left.value == right.value)
    }
}

extension PropertySetting: Hashable where Value: Hashable {
    /// Hashes the default and the entries.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(defaultValue)
        hasher.combine(valuesByVersion)
    }
}
