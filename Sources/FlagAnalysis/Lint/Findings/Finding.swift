package import FlagResolver

/// One problem that a rule reports: its rule, its location, and what was found, as data.
///
/// A check may report tens of thousands of findings. Their text is written only when a report needs it, by
/// ``FindingDetail``; ``FindingContext/text(of:)`` collects it.
package struct Finding: Sendable {
    package let code: RuleCode
    package internal(set) var severity: Severity
    /// The bytes concerned, as a range in the bytes of the document's tree; empty at 0 for the document as a whole.
    package let span: Range<Int>
    package let subject: Subject
    package let detail: any FindingDetail
    /// Other locations that are involved, in document order.
    package let related: [RelatedLocation]
    /// How many more locations are involved than ``related`` lists.
    package let furtherCount: Int
    /// Whether even more locations may be involved, because the search ended early.
    package let mayHaveMore: Bool

    /// What a finding is about.
    package enum Subject: Sendable, Hashable {
        /// The document as a whole.
        case document
        /// A group of settings, by its full name.
        case group(String)
        case setting(SettingIndex)
        /// A metadata member such as `$minimumVersion`, by the node of its key.
        case metadata(key: Int)
    }

    package init(
        code: RuleCode, severity: Severity, span: Range<Int>, about subject: Subject = .document,
        detail: any FindingDetail, related: [RelatedLocation] = [], furtherCount: Int = 0, mayHaveMore: Bool = false
    ) {
        self.code = code
        self.severity = severity
        self.span = span
        self.subject = subject
        self.detail = detail
        self.related = related
        self.furtherCount = furtherCount
        self.mayHaveMore = mayHaveMore
    }

    /// The setting concerned; `nil` if the finding is not about one setting.
    package var settingIndex: SettingIndex? {
        if case .setting(let index) = subject { index } else { nil }
    }
}

/// What one rule found, as data, and the text for it. Each rule declares its own.
///
/// A detail holds nodes of the document's tree rather than text, so that a finding costs little until it is shown.
package protocol FindingDetail: Sendable {
    /// Whether the message names what the finding is about; if not, `in "payments": ` is put before it.
    func namesSubject(in context: FindingContext) -> Bool

    /// What was found, in one line, without location and code.
    func message(in context: FindingContext) -> String

    /// An action that fixes the finding; `nil` if the message says it all. It must do what it says: tests apply it.
    func help(in context: FindingContext) -> String?

    /// A note on locations that are involved and not listed; `nil` if there are none.
    ///
    /// - Parameters:
    ///   - furtherCount: How many were counted.
    ///   - mayHaveMore: Whether there may be more than were counted.
    func note(furtherCount: Int, mayHaveMore: Bool) -> String?

    /// The edit that ``help(in:)`` describes; `nil` if it describes none, or several.
    func fix(in context: FixContext) -> FindingFix?
}

extension FindingDetail {
    package func namesSubject(in context: FindingContext) -> Bool { false }
    package func help(in context: FindingContext) -> String? { nil }
    package func note(furtherCount: Int, mayHaveMore: Bool) -> String? { nil }
    package func fix(in context: FixContext) -> FindingFix? { nil }
}

/// A second location that is involved in a finding.
package struct RelatedLocation: Sendable {
    package enum Role: Sendable {
        /// An entry that comes first and matches; the node of its requirement.
        case earlierEntry(requirement: Int)
        /// The same for an entry whose value matters; both are nodes.
        case earlierEntryWithValue(requirement: Int, value: Int)
        /// An entry that comes first, whose value matters; its node.
        case earlierValue(Int)
        case other(String)
    }

    package let span: Range<Int>
    package let role: Role

    /// The location of the other member, if an issue is a conflict of two.
    static func of(_ issue: SettingIssue) -> [RelatedLocation] {
        issue.relatedSpan.map { [RelatedLocation(span: $0, role: .other("the other one is here"))] } ?? []
    }
}

/// Versions as a finding lists them: all of them, or the lowest intervals and the number of the others.
package struct ListedVersions: Sendable, Hashable {
    package let shown: VersionSet
    package let furtherIntervals: Int

    package init(_ shown: VersionSet, furtherIntervals: Int = 0) {
        self.shown = shown
        self.furtherIntervals = furtherIntervals
    }

    /// The maximum number of intervals in a list.
    static let maximumCount = 12
}

/// The stable name of a rule, as reports print it and as `--select` and `--ignore` take it.
///
/// Each rule declares its code in its own file. ``Rules`` lists all of them.
package struct RuleCode: RawRepresentable, Hashable, Sendable {
    package let rawValue: String

    package init(rawValue: String) {
        self.rawValue = rawValue
    }
}

/// How serious a finding or a message is.
package enum Severity: String, Hashable, Sendable, CaseIterable, Comparable {
    /// Worth knowing, and often intended.
    case note
    /// Most likely not intended.
    case warning
    /// Certainly not intended, or dangerous.
    case error

    private var rank: Int {
        switch self {
        case .note: 0
        case .warning: 1
        case .error: 2
        }
    }

    package static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }
}
