package import FlagResolver

/// One problem that a rule reports: its rule, its location, and what was found, in words.
///
/// Text from documents is quoted and escaped as in JSON. Reports escape further characters as their formats require.
package struct Finding: Sendable {
    package let code: RuleCode
    package internal(set) var severity: Severity
    /// The bytes concerned, as a range in the bytes of the document's tree; empty at 0 for the document as a whole.
    package let span: Range<Int>
    package let subject: Subject
    /// What was found, in one line, without location and code.
    package let message: String
    /// Other locations that are involved, in document order.
    package let related: [RelatedLocation]
    package let notes: [String]
    /// An action that fixes the finding; `nil` if the message says it all. It must do what it says: tests apply it.
    package let help: String?
    /// The edit that ``help`` describes; `nil` if it describes none, or several.
    package let fix: FindingFix?
    /// The setting whose change since an earlier revision the finding is about; `nil` if it is not about a change.
    package let changedSetting: String?

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
        _ message: String, code: RuleCode, severity: Severity, span: Range<Int>, about subject: Subject = .document,
        related: [RelatedLocation] = [], notes: [String] = [], help: String? = nil, fix: FindingFix? = nil,
        changing changedSetting: String? = nil
    ) {
        self.changedSetting = changedSetting
        self.code = code
        self.severity = severity
        self.span = span
        self.subject = subject
        self.message = message
        self.related = related
        self.notes = notes
        self.help = help
        self.fix = fix
    }

    /// The setting concerned; `nil` if the finding is not about one setting.
    package var settingIndex: SettingIndex? {
        if case .setting(let index) = subject { index } else { nil }
    }
}

/// A second location that is involved in a finding.
package struct RelatedLocation: Sendable {
    package let span: Range<Int>
    /// How it is involved.
    package let message: String

    init(_ span: Range<Int>, _ message: String) {
        self.span = span
        self.message = message
    }

    /// The location of the other member, if an issue is a conflict of two.
    static func of(_ issue: SettingIssue) -> [RelatedLocation] {
        issue.relatedSpan.map { [RelatedLocation($0, "the other one is here")] } ?? []
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

    /// `every version >=2.0.0`, `every version`, `version 1.4.0`
    var phrase: String {
        switch furtherIntervals {
        case 0 where shown.intervalCount == 1: shown.interval(at: 0).phrase
        case 0: "every version \(shown)"
        case 1: "every version \(shown), and 1 more version range"
        default: "every version \(shown), and \(ShortText.grouped(furtherIntervals)) more version ranges"
        }
    }
}

extension VersionInterval {
    /// `every version >=2.0.0`, `every version`, `version 1.4.0`
    var phrase: String {
        self == .all ? "every version" : "\(singleVersion == nil ? "every version" : "version") \(self)"
    }
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
