package import FlagResolver

/// One kind of problem that a check looks for: its code, its meaning, examples, and how it is found.
///
/// To add a rule, write a file with its code and the rule, and add the rule to ``Rules/all``:
///
/// ```swift
/// extension RuleCode {
///     static let missingOwner = RuleCode(rawValue: "missing-owner")
/// }
///
/// struct MissingOwnerRule: Rule {
///     let code = RuleCode.missingOwner
///     let severity = Severity.note
///     let meaning = "A setting has no owner."
///     let advice = "Add the \"owner\" who may change it."
///     let bad: RuleExamples = [RuleExample(#"{ "checkout": «{ "defaultValue": true }» }"#)]
///     let good: RuleExamples = [RuleExample(#"{ "checkout": { "defaultValue": true, "owner": "shop" } }"#)]
///
///     func check(_ document: CheckedDocument, _ report: inout RuleReport) {
///         for setting in document.settings.indices where … {
///             report.add("the setting has no owner", by: self, at: …, about: .setting(setting))
///         }
///     }
/// }
/// ```
///
/// A rule has no state. Tests hold it to the locations that its examples mark, and `flagctl rules` prints them.
package protocol Rule: Sendable {
    var code: RuleCode { get }

    /// How serious a finding of this rule is.
    var severity: Severity { get }

    /// The severity of the most serious finding of this rule, if some are more serious than the others.
    var highestSeverity: Severity { get }

    /// What the rule catches, and why that matters, in one sentence.
    var meaning: String { get }

    /// What to do about a finding, in one sentence.
    var advice: String { get }

    /// Documents in which the rule reports every marked location, and nothing else.
    var bad: RuleExamples { get }

    /// Documents in which the rule reports nothing.
    var good: RuleExamples { get }

    /// Whether the rule compares with a list of releases, and reports nothing without one.
    var needsReleases: Bool { get }

    /// Whether the rule compares schedules with a date, and reports nothing without one.
    var needsInstant: Bool { get }

    /// Whether the rule compares with an earlier revision of the document, and reports nothing without one.
    var needsRevision: Bool { get }

    /// Whether the rule compares with what recorded releases read, and reports nothing without records.
    var needsReaders: Bool { get }

    /// Whether a finding rejects the document. Nothing else can then be checked, so such a rule cannot be turned off.
    var rejectsDocument: Bool { get }

    /// The issues of the document's loader that the rule reports.
    var issueCodes: [SettingIssue.Code] { get }

    /// Reports an issue of the loader; called for those of ``issueCodes``.
    func check(_ issue: SettingIssue, in document: CheckedDocument, _ report: inout RuleReport)

    /// Looks at a document as a whole.
    func check(_ document: CheckedDocument, _ report: inout RuleReport)

    /// Looks at a setting; called for every setting that has well-formed entries, in document order.
    func check(_ setting: CheckedSetting, _ report: inout RuleReport)

    /// Looks at the suppressions that no finding of the other rules needs; called last, if the document has suppressions.
    func check(unused: [Suppression], in document: CheckedDocument, _ report: inout RuleReport)
}

extension Rule {
    package var highestSeverity: Severity { severity }
    package var needsReleases: Bool { false }
    package var needsInstant: Bool { false }
    package var needsRevision: Bool { false }
    package var needsReaders: Bool { false }
    package var rejectsDocument: Bool { false }
    package var issueCodes: [SettingIssue.Code] { [] }

    package func check(_ issue: SettingIssue, in document: CheckedDocument, _ report: inout RuleReport) {
        let span = issue.span ?? 0..<0
        var fix: FindingFix?
        if case .numericVersion = issue.problem { fix = .quotingNumber(at: span, of: document.tree) }
        report.add(
            issue.problem.message, by: self, at: span, about: issue.subject, related: RelatedLocation.of(issue),
            fix: fix)
    }

    package func check(_ document: CheckedDocument, _ report: inout RuleReport) {}
    package func check(_ setting: CheckedSetting, _ report: inout RuleReport) {}
    package func check(unused: [Suppression], in document: CheckedDocument, _ report: inout RuleReport) {}
}

extension Rule {
    /// Text from a document in quotes, escaped as in JSON.
    func quoted(_ text: String) -> String { SettingProblem.quoted(text) }
}

extension SettingIssue {
    var subject: Finding.Subject { settingIndex.map { .setting($0) } ?? .document }
}

/// A document that shows what a rule reports.
package struct RuleExample: Hashable, Sendable {
    /// The document's text with its marks. It is written and parsed only on use, because every check creates all examples.
    private var marked: String { source.text }
    private let source: Source

    /// The text of a list of releases, for rules that compare with one.
    package let releases: String?

    /// The date, for rules that compare with one.
    package let instant: String?

    /// The text of an earlier revision, for rules that compare with one.
    package let previous: String?

    /// The texts of the records of releases, for rules that compare with them.
    package let readers: [String]

    /// Swift code with its marks, for rules that compare with code.
    private let markedCode: String?

    /// - Parameters:
    ///   - marked: The document's text. Each location that the rule must report stands between « and ».
    ///   - code: Swift code that names settings, with such marks.
    package init(
        _ marked: String, releases: String? = nil, instant: String? = nil, previous: String? = nil,
        readers: [String] = [], code: String? = nil
    ) {
        source = .document(marked)
        self.releases = releases
        self.instant = instant
        self.previous = previous
        self.readers = readers
        markedCode = code
    }

    /// A document with one setting.
    ///
    /// - Parameters:
    ///   - name: The name of the setting.
    ///   - defaultValue: Its default, as JSON.
    ///   - entries: Its entries as JSON, with marks, one on each line.
    package init(
        _ name: String, defaultValue: String, entries: String, releases: String? = nil, instant: String? = nil,
        previous: String? = nil, readers: [String] = []
    ) {
        source = .setting(name: name, defaultValue: defaultValue, entries: entries)
        self.releases = releases
        self.instant = instant
        self.previous = previous
        self.readers = readers
        markedCode = nil
    }

    /// How the text of the document is given.
    private enum Source: Hashable, Sendable {
        case document(String)
        case setting(name: String, defaultValue: String, entries: String)

        var text: String {
            switch self {
            case .document(let text): text
            case .setting(let name, let defaultValue, let entries):
                """
                {
                  "\(name)": {
                    "defaultValue": \(defaultValue),
                    "valuesByVersion": [
                \(entries.split(separator: "\n").map { "      \($0)" }.joined(separator: "\n"))
                    ]
                  }
                }
                """
            }
        }
    }

    /// The document's text, without the marks.
    package var document: String { Self.withoutMarks(marked) }

    /// The Swift code, without the marks; `nil` if the rule does not compare with code.
    package var code: String? { markedCode.map(Self.withoutMarks) }

    private static func withoutMarks(_ text: String) -> String { text.filter { $0 != "«" && $0 != "»" } }

    /// The locations that were marked, as ranges of the text's UTF-8 bytes, in ascending order.
    package var marks: [Range<Int>] { Self.marks(in: marked) }

    /// The locations in the code that were marked.
    package var codeMarks: [Range<Int>] { markedCode.map(Self.marks) ?? [] }

    private static func marks(in marked: String) -> [Range<Int>] {
        var marks: [Range<Int>] = []
        var start = 0
        var offset = 0
        for character in marked {
            switch character {
            case "«": start = offset
            case "»": marks.append(start..<offset)
            default: offset += character.utf8.count
            }
        }
        return marks
    }
}

/// What the rules of one check have found so far, in the document or in a part of its settings.
package struct RuleReport: Sendable {
    private(set) var findings: [Finding] = []
    private let document: CheckedDocument
    /// The finding about each topic, as an index into ``findings``.
    private var topics: [Topic: Int] = [:]
    /// For suggestions of similar names.
    private var budget = SuggestionBudget()

    private struct Topic: Hashable, Sendable {
        let code: RuleCode
        let name: String
    }

    init(_ document: CheckedDocument) {
        self.document = document
    }

    /// Adds a finding of a rule.
    ///
    /// - Parameters:
    ///   - message: What was found, in one line, without location and code.
    ///   - topic: What the rule reports once for the document: if it has reported this, the finding is not added.
    ///   - span: The bytes concerned, as a range in the bytes of the document's tree.
    ///   - subject: What the finding is about.
    ///   - namesSubject: Whether the message names the subject; if not, `in "payments": ` is put before it.
    ///   - severity: `nil` for that of the rule.
    ///   - meant: What the string at the location was most likely meant to be, which becomes the help and the fix.
    ///   - help: An action that fixes the finding.
    ///   - fix: The edit that the help describes.
    ///   - changedSetting: The setting whose change is reported; `nil` for the subject of a rule that compares with an earlier
    ///     revision.
    mutating func add(
        _ message: String, by rule: some Rule, topic: String? = nil, at span: Range<Int>,
        about subject: Finding.Subject = .document, namesSubject: Bool = false, severity: Severity? = nil,
        related: [RelatedLocation] = [], note: String? = nil, meant: String? = nil, help: String? = nil,
        fix: FindingFix? = nil, changing changedSetting: String? = nil
    ) {
        let tree = document.tree
        let help = meant.map { Spelling.didYouMean(rule.quoted($0)) } ?? help
        let fix = meant.flatMap { .replacingString(at: span, of: tree, with: $0) } ?? fix
        if let topic {
            guard !hasReported(topic, by: rule) else { return }
            topics[Topic(code: rule.code, name: topic)] = findings.count
        }
        let subjectName = namesSubject ? nil : document.quotedName(of: subject)
        findings.append(
            Finding(
                subjectName.map { "in \($0): \(message)" } ?? message, code: rule.code,
                severity: severity ?? rule.severity, span: span, about: subject, related: related,
                notes: note.map { [$0] } ?? [], help: help, fix: fix,
                changing: changedSetting ?? (rule.needsRevision ? name(of: subject) : nil)))
    }

    /// The name of the setting that a finding is about; `nil` if it is about something else.
    private func name(of subject: Finding.Subject) -> String? {
        guard case .setting(let index) = subject else { return nil }
        return document.settings.name(of: index)
    }

    /// Whether a rule has reported a topic in these settings, so that it need not be computed again.
    func hasReported(_ topic: String, by rule: some Rule) -> Bool {
        topics[Topic(code: rule.code, name: topic)] != nil
    }

    /// The name that is most similar to a misspelt one; `nil` if none is similar enough, or too many names have been
    /// compared.
    mutating func nearest(to name: String, in names: some Collection<String>) -> String? {
        budget.nearest(to: name, in: names)
    }

    /// The setting that was most likely meant; `nil` if none is similar enough, or too many names have been compared.
    mutating func nearestSetting(to name: String, in document: SettingsDocument) -> String? {
        budget.nearestSetting(to: name, in: document)
    }

    /// Adds what was found in later settings, without the topics that have been reported.
    mutating func append(_ later: RuleReport) {
        var repeated: Set<Int> = []
        for (topic, index) in later.topics {
            if topics[topic] == nil { topics[topic] = findings.count + index } else { repeated.insert(index) }
        }
        findings += later.findings.indices.lazy.filter { !repeated.contains($0) }.map { later.findings[$0] }
    }
}
