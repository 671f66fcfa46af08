/// A problem with a setting that was tolerated while it was read.
///
/// A bad entry does not break its setting: the entry is skipped, the other entries and the default still work, and an
/// issue says what was wrong and where.
///
/// ```swift
/// for issue in setting.issues {
///     print(issue)   // payments.valuesByVersion[1].appVersion: requirement ">=x" cannot be read: … [bad-requirement]
/// }
/// ```
public struct SettingIssue: Hashable, Sendable {
    /// The kind of problem.
    public let code: Code

    /// The path of the value: member names joined with `.`, array indices in brackets.
    ///
    /// For example `checkout.style.valuesByVersion[1].value`.
    ///
    /// - Complexity: O(*n*) in its length.
    public var path: String { steps.text }

    private let steps: IssuePath

    /// The index of the affected entry in `valuesByVersion`, counted from 0.
    ///
    /// `nil` if the issue is not about an entry.
    public let entryIndex: Int?

    /// Line and column in the document.
    ///
    /// `nil` if the decoder keeps no positions, as Foundation's decoders do not.
    public let location: SourceLocation?

    /// What was found, what was expected, and what to do.
    public var message: String { problem.message }

    /// The problem as data.
    package let problem: SettingProblem

    /// The affected bytes of the document; `nil` if ``location`` is.
    package let span: Range<Int>?

    /// The bytes of the other member, if the problem is a conflict of two.
    package let relatedSpan: Range<Int>?

    /// The index of the setting in its document; `nil` if the setting was decoded without a document.
    package let settingIndex: SettingIndex?

    package init(
        _ problem: SettingProblem,
        path: IssuePath,
        settingIndex: SettingIndex? = nil,
        entryIndex: Int? = nil,
        location: SourceLocation? = nil,
        span: Range<Int>? = nil,
        relatedSpan: Range<Int>? = nil
    ) {
        self.code = problem.code
        self.problem = problem
        steps = path
        self.settingIndex = settingIndex
        self.entryIndex = entryIndex
        self.location = location
        self.span = span
        self.relatedSpan = relatedSpan
    }
}

extension SettingIssue: CustomStringConvertible {
    /// Path, line and column if known, message and code, on one line.
    ///
    /// A path with control characters, quotes or backslashes is printed in quotes, with these characters escaped.
    public var description: String {
        "\(textWithoutCode) [\(code.rawValue)]"
    }

    /// Path, line and column if known, and message, for text that names the code itself.
    package var textWithoutCode: String {
        let position = location.map { " (line \($0.line), column \($0.column))" } ?? ""
        return "\(printablePath)\(position): \(message)"
    }

    /// Names come from the network: a line end in a name must not start a new line in a log.
    private var printablePath: String {
        let quoted = SettingProblem.quoted(path)
        return quoted.utf8.count == path.utf8.count + 2 ? path : quoted
    }
}

extension SettingIssue {
    /// The kind of a problem, as a stable identifier that `flagctl` also prints.
    ///
    /// The set of codes is open: libraries that decode more than settings add their own.
    public struct Code: RawRepresentable, Hashable, Sendable, Codable {
        /// The identifier, such as `bad-requirement`.
        public let rawValue: String

        /// A code with an identifier.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// An object has `valuesByVersion` but no `defaultValue`.
        public static let missingDefault = Code(rawValue: "missing-default")

        /// A value has a different type than the caller asked for, the setting declares, or the default has.
        public static let typeMismatch = Code(rawValue: "type-mismatch")

        /// An entry has neither `value` nor `defaultValue`.
        public static let missingValue = Code(rawValue: "missing-value")

        /// An entry has both `value` and `defaultValue`.
        public static let conflictingValues = Code(rawValue: "conflicting-values")

        /// A requirement is missing, is not a string, or cannot be parsed.
        public static let badRequirement = Code(rawValue: "bad-requirement")

        /// A version is a JSON number: 1.10 would be read as 1.1.
        public static let numericVersion = Code(rawValue: "numeric-version")

        /// An entry has a member that this library does not know; such an entry never matches.
        public static let unknownCondition = Code(rawValue: "unknown-member")

        /// An entry is not an object, or `valuesByVersion` is not an array.
        public static let malformedEntry = Code(rawValue: "malformed-entry")

        /// A condition on attributes, a rollout, a schedule, `requires` or the name of an entry is malformed.
        public static let badCondition = Code(rawValue: "bad-condition")

        /// An entry requires a setting that requires the entry's own setting in turn.
        public static let circularRequires = Code(rawValue: "circular-requires")

        /// An entry with `requires` was decoded without the document that has the other settings.
        public static let requiresWithoutDocument = Code(rawValue: "requires-without-document")

        /// An attribute of an evaluation context has a value that no condition can test.
        public static let badAttribute = Code(rawValue: "bad-attribute")

        /// A value of an evaluation context is there, and is not of the kind that a condition needs.
        public static let unusableAttribute = Code(rawValue: "unusable-attribute")

        /// No app version was given.
        public static let missingAppVersion = Code(rawValue: "missing-app-version")

        /// The app version cannot be parsed.
        public static let unreadableAppVersion = Code(rawValue: "unreadable-app-version")

        /// The default does not have the declared `type`, or `type` is not the name of a type.
        public static let badType = Code(rawValue: "bad-type")
    }
}

/// Collects the issues of everything that is decoded with it.
///
/// ```swift
/// let issues = SettingIssueCollector()
/// decoder.settingIssues = issues
/// let config = try decoder.decode(RemoteConfig.self, from: data)
/// for issue in issues.issues { log(issue) }
/// ```
///
/// A decoder passes it along in its `userInfo`, so it works with synthesized `Codable`. Decoders on several threads can
/// share one collector.
public final class SettingIssueCollector: Sendable {
    private let collected = Locked<[SettingIssue]>([])

    /// Creates an empty collector.
    public init() {}

    /// The issues so far, in the order in which they were found.
    public var issues: [SettingIssue] {
        collected.withLock { $0 }
    }

    /// Removes the issues collected so far, and returns them.
    public func takeIssues() -> [SettingIssue] {
        collected.withLock { issues in
            defer { issues = [] }
            return issues
        }
    }

    package func collect(_ issue: SettingIssue) {
        collected.withLock { $0.append(issue) }
    }
}
