import FlagAnalysis
import FlagImport
import FlagResolver

/// The result of `import`: for whom the document differs from the other system, and why.
struct ImportReport: Report {
    enum Format: String, ReportFormat {
        case text
        case json
        case markdown
    }

    /// What the statement says about a setting, in one word.
    enum Outcome: String, CaseIterable {
        case exact
        case differs
        case leftOut
        /// The setting is too complex to be compared.
        case unknown
        /// The conditions are equal, and `check` finds one that nobody satisfies, or a value that a store never gives.
        case suspect
    }

    /// A finding of `check` in the document, at the place of the other system's file that it comes from.
    struct SourceFinding {
        let finding: Finding
        let setting: String?
        let span: Range<Int>
    }

    let text: SourceText
    let source: ImportSource
    let document: ImportedDocument
    let settings: [ImportStatement.Setting]
    let space: CaseSpace
    let findings: [SourceFinding]
    /// The exact settings in whose conditions `check` finds something.
    private let suspects: Set<ExactText>
    /// What changes from a document that was imported before.
    private(set) var comparison: DiffReport?
    private let accepted: [SettingPattern]
    var failures = RunFailures()

    init(
        _ text: SourceText, _ source: ImportSource, _ document: ImportedDocument, _ statement: ImportStatement,
        accepting accepted: [String]
    ) {
        self.text = text
        self.source = source
        self.document = document
        settings = statement.settings
        space = CaseSpace(statement.axes)
        let findings = Self.findings(in: document)
        self.findings = findings
        suspects = Set(
            findings.filter { Self.codesOfSuspects.contains($0.finding.code) }.compactMap(\.setting).map {
                ExactText($0)
            })
        self.accepted = accepted.map { SettingPattern($0) }
    }

    var documents: [SettingsDocument] { [document.settings] }

    /// Compares the document with one that was imported before.
    ///
    /// - Parameter name: The name of the new document.
    mutating func compare(with old: LoadedDocument, as name: String) {
        let new = LoadedDocument(name: name, settings: document.settings, isOnlySource: true)
        let pair = DiffReport.Pair(
            old: old, new: new, difference: DocumentDifference(from: old.settings, to: document.settings))
        comparison = DiffReport(pairs: [pair], frozen: .all, allowed: [])
    }

    func isAccepted(_ setting: ImportStatement.Setting) -> Bool {
        accepted.contains { $0.matches(Array(setting.name.utf8)) }
    }

    var status: ExitStatus {
        inexact.contains { !isAccepted($0) } ? .found : .clean
    }

    /// The settings that are not exact.
    var inexact: [ImportStatement.Setting] { settings.filter { outcome(of: $0) != .exact } }

    func outcome(of setting: ImportStatement.Setting) -> Outcome {
        switch setting.outcome {
        case .exact: suspects.contains(ExactText(setting.name)) ? .suspect : .exact
        case .differs: .differs
        case .leftOut: .leftOut
        case .failed: .unknown
        }
    }

    /// The findings that make a setting ``Outcome/suspect``.
    func findingsOfSuspect(in setting: ImportStatement.Setting) -> [SourceFinding] {
        findings.filter { found in
            Self.codesOfSuspects.contains(found.finding.code)
                && found.setting?.hasSameBytes(as: setting.name) == true
        }
    }

    /// Findings about conditions that nobody satisfies, or about values that a store never gives.
    private static let codesOfSuspects: Set<RuleCode> = [
        .attributeForm, .attributeType, .unlistedValue, .emptyCondition, .emptySchedule, .emptyRequirement,
        .contradictoryRequires, .badCondition,
    ]

    /// The parts of the file because of which settings differ, in the order of the file.
    var doubts: [ImportDoubt] {
        var known: Set<ImportDoubt> = []
        for setting in settings { known.formUnion(setting.doubts) }
        return known.sorted { ($0.span.lowerBound, $0.reason) < ($1.span.lowerBound, $1.reason) }
    }

    func write(_ format: Format, for display: Display, to buffer: inout TextBuffer) {
        switch format {
        case .text: writeText(to: &buffer)
        case .json: Self.json.write(self, to: &buffer)
        case .markdown:
            MarkdownComment.write(listing: "flagctl import --report json=FILE", to: &buffer) { writeMarkdown(to: &$0) }
        }
    }

    /// `Configs/import/template.json:6:84`
    func place(_ span: Range<Int>) -> String {
        "\(PlainText.escaped(text.name)):\(text.location(of: span.lowerBound))"
    }
}

extension ImportStatement.Setting {
    var groups: [ImportStatement.Group] {
        if case .differs(let difference) = outcome { difference.groups } else { [] }
    }

    /// The parts of the file because of which the setting is not exact.
    var doubts: [ImportDoubt] {
        switch outcome {
        case .differs(let difference): difference.doubts
        case .leftOut(let doubt): [doubt]
        case .exact, .failed: []
        }
    }
}

extension ImportReport {
    /// The errors and warnings of `check`, in the order of the document.
    private static func findings(in document: ImportedDocument) -> [SourceFinding] {
        let check = DocumentCheck(rules: Rules.all, from: .warning)
        let settings = document.settings
        let imported = Dictionary(
            document.imported.compactMap { setting in
                settings.index(named: setting.source.name).map { ($0, setting) }
            }
        ) { first, _ in first }
        return check.result(for: CheckedDocument(settings)).findings.map { finding in
            guard case .setting(let index) = finding.subject, let imported = imported[index] else {
                return SourceFinding(finding: finding, setting: nil, span: 0..<0)
            }
            let entries = settings.entryIndices(of: index)
            let entry = entries.firstIndex { entry in
                settings.tree.nodes[Int(settings.loaded[entry].node)].span.contains(finding.span.lowerBound)
            }
            let position = entry.map { entries.distance(from: entries.startIndex, to: $0) }
            let rule = position.flatMap { imported.rules.indices.contains($0) ? imported.rules[$0] : nil }
            return SourceFinding(
                finding: finding, setting: imported.source.name,
                span: rule.map { imported.source.rules[$0].span } ?? imported.source.span)
        }
    }
}
