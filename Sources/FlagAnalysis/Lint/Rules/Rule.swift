package import FlagResolver

/// One thing that a check looks for: its stable code, what it means, examples, and how it is found.
///
/// 1. A rule has no state; what it must remember within a document it keeps in the ``RuleReport``.
/// 2. The bad example makes the rule report something, and the good one does not: a test holds every rule to that, and
///    the documentation prints them.
package protocol Rule: Sendable {
    var code: RuleCode { get }

    /// How much a finding of this rule weighs.
    var severity: Severity { get }

    /// What the rule catches, and why that is worth a look, in one sentence.
    var meaning: String { get }

    /// What to do about a finding, in one sentence that holds for all of them.
    var advice: String { get }

    /// A document in which the rule finds something.
    var bad: RuleExample { get }

    /// The same document as it should be.
    var good: RuleExample { get }

    /// What the reader of documents has to have complained about for the rule to pass it on.
    var issueCodes: [SettingIssue.Code] { get }

    /// Passes on a complaint of the reader; called for those of ``issueCodes``.
    func report(_ issue: SettingIssue, in document: CheckedDocument, to report: inout RuleReport)

    /// The rule as one that looks at documents; `nil` where it does not. Asking for that by a cast would take longer than
    /// checking a small document.
    var asDocumentRule: (any DocumentRule)? { get }

    /// The rule as one that looks at settings; `nil` where it does not.
    var asSettingRule: (any SettingRule)? { get }
}

/// A rule that looks at documents as a whole.
package protocol DocumentRule: Rule {
    func check(_ document: CheckedDocument, _ report: inout RuleReport)
}

/// A rule that looks at settings one by one.
package protocol SettingRule: Rule {
    /// Looks at one setting; called for every setting that has entries, in document order.
    func check(_ setting: CheckedSetting, _ report: inout RuleReport)
}

extension DocumentRule {
    package var asDocumentRule: (any DocumentRule)? { self }
}

extension SettingRule {
    package var asSettingRule: (any SettingRule)? { self }
}

extension Rule {
    package var asDocumentRule: (any DocumentRule)? { nil }
    package var asSettingRule: (any SettingRule)? { nil }
    package var issueCodes: [SettingIssue.Code] { [] }

    package func report(_ issue: SettingIssue, in document: CheckedDocument, to report: inout RuleReport) {
        report.add(
            at: issue.span ?? 0..<0, .issue(issue.problem), related: RelatedPlace.ofIssue(issue), about: issue.subject)
    }
}

extension SettingIssue {
    /// The setting that the issue is about.
    var subject: Finding.Subject { settingIndex.map { .setting($0) } ?? .document }
}

/// A document that shows what a rule is about.
package struct RuleExample: Hashable, Sendable {
    /// The document's text.
    package let document: String

    /// The text of a list of releases, for rules that compare with one.
    package let releases: String?

    package init(_ document: String, releases: String? = nil) {
        self.document = document
        self.releases = releases
    }
}
