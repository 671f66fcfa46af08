package import FlagResolver

/// Everything that some rules find in a document.
///
/// ```swift
/// let check = DocumentCheck(rules: Rules.all)
/// for finding in check.result(for: CheckedDocument(document)).findings { … }
/// ```
///
/// 1. Findings are ordered by location, then by code.
/// 2. Nothing is sampled: a statement about versions holds for all of them.
///
/// The folders of `Lint/`, each of which uses only those before it: `Findings/` is what rules report, `Checked/` is
/// what rules look at, `Rules/` has a file for each rule. This file runs the rules.
package struct DocumentCheck: Sendable {
    private let rules: [any Rule]
    private let hiddenRules: [any Rule]
    private let severities: [RuleCode: Severity]
    private let lowest: Severity

    /// - Parameters:
    ///   - hiddenRules: Rules whose findings are not reported. They run only if a document allows their findings, to
    ///     tell whether it needs these suppressions.
    ///   - severities: The severities of rules that differ from the usual ones.
    ///   - lowest: The lowest severity of the findings that are reported.
    package init(
        rules: [any Rule], hiddenRules: [any Rule] = [], severities: [RuleCode: Severity] = [:],
        from lowest: Severity = .note
    ) {
        self.rules = rules
        self.hiddenRules = hiddenRules
        self.severities = severities
        self.lowest = lowest
    }

    package struct Result: Sendable {
        package let findings: [Finding]
        /// The findings that the document allows.
        package let suppressed: [SuppressedFinding]
        /// The number of intervals into which the bounds of all requirements divide the version line.
        package let intervalCount: Int
    }

    /// What the rules find.
    ///
    /// - Parameter unused: Suppressions of another command's codes that the command did not need.
    /// - Complexity: O(*n* log *n*) in the number of entries and of the intervals of their requirements.
    package func result(for document: CheckedDocument, unused: [Suppression] = []) -> Result {
        document.versionStyle.apply { styledResult(for: document, unused) }
    }

    /// The result, whose messages name versions in the style of the document.
    private func styledResult(for document: CheckedDocument, _ unused: [Suppression]) -> Result {
        let suppressions = document.suppressions
        let hidden = suppressions.isEmpty ? [] : hiddenRules.filter { suppressions.names($0.code.rawValue) }
        let rules = rules(for: document, suppressions, self.rules + hidden)
        var report = RuleReport(document)
        reportIssues(of: document, rules, to: &report)
        for rule in rules { rule.check(document, &report) }

        let axes = CaseAxes(document.settings)
        let style = document.versionStyle
        let parts = document.settings.indices.concurrentMap(partsOfAtLeast: ConcurrentParts.leastSettingCount) { part in
            style.apply { Self.part(part, of: document, axes, rules) }
        }
        for part in parts { report.append(part.report) }
        let intervalCount = parts.reduce(into: Set<VersionCut>()) { $0.formUnion($1.cuts) }.count + 1
        let (found, changes) = Self.separated(report.findings, by: document.allowedChanges)
        if suppressions.isEmpty {
            let findings = withSeverities(Self.sorted(found), in: document, rules)
            return Result(findings: findings, suppressed: changes, intervalCount: intervalCount)
        }
        var filter = SuppressionFilter(document)
        filter.add(found)
        // What is unused is known only now; those findings can be allowed, too.
        var last = RuleReport(document)
        let allUnused = filter.unused(among: rules) + unused
        for rule in rules { rule.check(unused: allUnused, in: document, &last) }
        filter.add(last.findings)
        let hiddenCodes = Set(hidden.map(\.code))
        return Result(
            findings: withSeverities(
                Self.sorted(filter.kept.filter { !hiddenCodes.contains($0.code) }), in: document, rules),
            suppressed: (filter.suppressed + changes).sorted {
                $0.finding.span.lowerBound < $1.finding.span.lowerBound
            },
            intervalCount: intervalCount)
    }

    /// Separates the findings about changes that are allowed from the others.
    private static func separated(
        _ findings: [Finding], by allowed: [ExactText: String]
    ) -> (kept: [Finding], allowed: [SuppressedFinding]) {
        guard !allowed.isEmpty else { return (findings, []) }
        var kept: [Finding] = []
        var changes: [SuppressedFinding] = []
        for finding in findings {
            if let reason = finding.changedSetting.flatMap({ allowed[ExactText($0)] }) {
                changes.append(SuppressedFinding(finding: finding, suppression: nil, reason: reason))
            } else {
                kept.append(finding)
            }
        }
        return (kept, changes)
    }

    /// Only the rule about foreign formats for a file that has one: what others find is not about what the file means.
    private func rules(
        for document: CheckedDocument, _ suppressions: Suppressions, _ rules: [any Rule]
    ) -> [any Rule] {
        guard let rule = self.rules.first(where: { $0.code == .foreignFormat }),
            !suppressions.names(rule.code.rawValue), document.foreignFormat != nil
        else { return rules }
        return [rule]
    }

    /// What the rules find in some settings.
    private struct Part: Sendable {
        var report: RuleReport
        /// Where the versions of entries begin or end.
        var cuts: Set<VersionCut> = []
    }

    private static func part(
        _ settings: Range<SettingIndex>, of document: CheckedDocument, _ axes: CaseAxes, _ rules: [any Rule]
    ) -> Part {
        var part = Part(report: RuleReport(document))
        var classes = ValueClasses(of: document.tree)
        let spaces = CheckedSpaces(axes)
        for index in settings {
            guard let setting = CheckedSetting(index, of: document, spaces, numbering: &classes) else { continue }
            setting.insertCuts(into: &part.cuts)
            for rule in rules { rule.check(setting, &part.report) }
        }
        return part
    }

    /// The findings that are reported, with the severities of this check.
    ///
    /// What only the date has made wrong is a note beside an earlier revision: whoever changes something else cannot help it.
    private func withSeverities(
        _ findings: [Finding], in document: CheckedDocument, _ rules: [any Rule]
    ) -> [Finding] {
        let dated = document.previous == nil ? [] : Set(rules.filter(\.needsInstant).map(\.code))
        guard !severities.isEmpty || lowest > .note || !dated.isEmpty else { return findings }
        var findings = findings
        for index in findings.indices {
            if let severity = severities[findings[index].code] { findings[index].severity = severity }
            if dated.contains(findings[index].code), document.isUnchanged(findings[index].subject) {
                findings[index].severity = .note
            }
        }
        return findings.filter { $0.severity >= lowest }
    }

    private func reportIssues(of document: CheckedDocument, _ rules: [any Rule], to report: inout RuleReport) {
        guard !document.settings.issues.isEmpty else { return }
        var rulesByCode: [SettingIssue.Code: any Rule] = [:]
        for rule in rules {
            for code in rule.issueCodes { rulesByCode[code] = rule }
        }
        for issue in document.settings.issues { rulesByCode[issue.code]?.check(issue, in: document, &report) }
    }

    /// Findings by location, then by code; of equal ones, the first that was found stays first.
    private static func sorted(_ findings: [Finding]) -> [Finding] {
        let order = findings.indices.sorted { left, right in
            let (span, other) = (findings[left].span, findings[right].span)
            if span.lowerBound != other.lowerBound { return span.lowerBound < other.lowerBound }
            let (code, otherCode) = (findings[left].code, findings[right].code)
            if code != otherCode { return code.rawValue < otherCode.rawValue }
            return (span.upperBound, left) < (other.upperBound, right)
        }
        return order.map { findings[$0] }
    }
}

extension Finding {
    /// A finding of the parser: the text is not JSON, has a duplicate key, or exceeds a limit.
    package init(_ error: JSONSyntaxError) {
        self.init(error, at: error.span, related: error.related)
    }

    /// A finding of the parser, for other spans than those of the error.
    init(_ error: JSONSyntaxError, at span: Range<Int>, related: Range<Int>?) {
        let related = related.map { [RelatedLocation($0, error.relatedNote ?? "the other location is here")] }
        // The parser and the loader use the codes of the rules; a test compares them.
        self.init(
            error.message, code: RuleCode(rawValue: error.code), severity: .error, span: span, related: related ?? [],
            help: error.help)
    }

    /// A finding of the loader: the JSON is not a document of settings, has a duplicate name, or exceeds a limit.
    package init(_ error: DocumentError) {
        let related = error.relatedSpan.map { [RelatedLocation($0, "the first is here")] }
        self.init(
            error.message, code: RuleCode(rawValue: error.code.rawValue), severity: .error, span: error.span,
            related: related ?? [])
    }

    /// A document that is too large to be read.
    package static func tooLarge(limit: Int) -> Finding {
        Finding(
            "the document has more than \(limit) bytes, the most that is allowed", code: .limit, severity: .error,
            span: 0..<0, help: "split it into several documents")
    }
}
