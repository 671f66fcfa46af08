package import FlagResolver

/// Everything that rules find in a document.
///
/// ```swift
/// let check = DocumentCheck(rules: Rules.all)
/// for finding in check.result(for: CheckedDocument(document)).findings { … }
/// ```
///
/// 1. Findings are in the order of their places, then of their codes.
/// 2. Nothing is sampled: what is said of versions is said of all of them.
package struct DocumentCheck: Sendable {
    /// A rule, and what is told of its findings.
    private struct Part: Sendable {
        let rule: any Rule
        let author: RuleReport.Author
    }

    private let parts: [Part]

    package init(rules: [any Rule]) {
        parts = rules.map { Part(rule: $0, author: RuleReport.Author($0)) }
    }

    /// What the rules find, and how much they looked at.
    package struct Result: Sendable {
        package let findings: [Finding]
        /// How many stretches all bounds of the document's requirements divide the version line into.
        package let stretchCount: Int
    }

    /// What the rules find.
    ///
    /// - Complexity: O(*n* log *n*) in the number of entries and of the stretches of their requirements.
    package func result(for document: CheckedDocument) -> Result {
        var cuts = CutNumbers()
        var setting = CheckedSetting(of: document)
        guard var report = parts.first.map({ RuleReport($0.author) }) else {
            for slot in document.settings.slots where setting.move(to: slot) { setting.numberCuts(in: &cuts) }
            return Result(findings: [], stretchCount: cuts.count + 1)
        }
        passOnIssues(of: document, to: &report)
        for index in parts.indices {
            report.author = parts[index].author
            parts[index].rule.check(document, &report)
        }
        for slot in document.settings.slots where setting.move(to: slot) {
            setting.numberCuts(in: &cuts)
            for index in parts.indices {
                report.author = parts[index].author
                parts[index].rule.check(setting, &report)
            }
        }
        return Result(findings: report.sortedFindings(), stretchCount: cuts.count + 1)
    }

    private func passOnIssues(of document: CheckedDocument, to report: inout RuleReport) {
        guard !document.settings.issues.isEmpty else { return }
        var responsible: [SettingIssue.Code: Part] = [:]
        for part in parts {
            for code in part.rule.issueCodes { responsible[code] = part }
        }
        for issue in document.settings.issues {
            guard let part = responsible[issue.code] else { continue }
            report.author = part.author
            part.rule.report(issue, in: document, to: &report)
        }
    }
}

extension Finding {
    /// What the parser found: the text is no JSON, has a key twice, or exceeds a limit.
    package init(_ error: JSONSyntaxError) {
        let related = error.related.map {
            [RelatedPlace(span: $0, role: .other(error.relatedNote ?? "the other place is here"))]
        }
        self.init(
            code: RuleCode(rawValue: error.code) ?? .jsonSyntax, severity: .error, span: error.span,
            detail: .refused(message: error.message, help: error.help), related: related ?? [])
    }

    /// What the loader found: the JSON is no document of settings, has a name twice, or exceeds a limit.
    package init(_ error: DocumentError) {
        let related = error.relatedSpan.map { [RelatedPlace(span: $0, role: .other("the first is here"))] }
        self.init(
            code: RuleCode(rawValue: error.code.rawValue) ?? .jsonSyntax, severity: .error, span: error.span,
            detail: .refused(message: error.message, help: nil), related: related ?? [])
    }

    /// A document that is too large to be looked at.
    package static func tooLarge(limit: Int) -> Finding {
        Finding(
            code: .limit, severity: .error, span: 0..<0,
            detail: .refused(
                message: "the document has more than \(limit) bytes, the most that is allowed",
                help: "split it into several documents"))
    }
}
