package import FlagResolver

/// Everything that rules find in a document.
///
/// ```swift
/// let check = DocumentCheck(rules: Rules.all)
/// for finding in check.result(for: CheckedDocument(document)).findings { … }
/// ```
///
/// 1. Findings are in the order of their locations, then of their codes.
/// 2. Nothing is sampled: a statement about versions is about all of them.
package struct DocumentCheck: Sendable {
    private let rules: [any Rule]
    /// The rules that look at settings, and how their findings are marked.
    private let settingRules: [any SettingRule]
    private let settingAuthors: [RuleReport.Author]

    package init(rules: [any Rule]) {
        self.rules = rules
        settingRules = rules.compactMap(\.asSettingRule)
        settingAuthors = settingRules.map { RuleReport.Author($0) }
    }

    /// What the rules find, and how much they looked at.
    package struct Result: Sendable {
        package let findings: [Finding]
        /// How many intervals all bounds of the document's requirements divide the version line into.
        package let intervalCount: Int
    }

    /// What the rules find.
    ///
    /// - Complexity: O(*n* log *n*) in the number of entries and of the intervals of their requirements.
    package func result(for document: CheckedDocument) -> Result {
        var cuts: Set<VersionCut> = []
        var report = RuleReport()
        passOnIssues(of: document, to: &report)
        for rule in rules {
            guard let documentRule = rule.asDocumentRule else { continue }
            report.author = RuleReport.Author(rule)
            documentRule.check(document, &report)
        }
        var classes = ValueClasses(of: document.tree)
        for settingIndex in document.settings.indices {
            guard let setting = CheckedSetting(settingIndex, of: document, numbering: &classes) else { continue }
            setting.insertCuts(into: &cuts)
            for index in settingRules.indices {
                report.author = settingAuthors[index]
                settingRules[index].check(setting, &report)
            }
            report.endSetting()
        }
        return Result(findings: report.takeFindings(), intervalCount: cuts.count + 1)
    }

    private func passOnIssues(of document: CheckedDocument, to report: inout RuleReport) {
        guard !document.settings.issues.isEmpty else { return }
        var responsible: [SettingIssue.Code: any Rule] = [:]
        for rule in rules {
            for code in rule.issueCodes { responsible[code] = rule }
        }
        for issue in document.settings.issues {
            guard let rule = responsible[issue.code] else { continue }
            report.author = RuleReport.Author(rule)
            rule.report(issue, in: document, to: &report)
        }
    }
}

extension Finding {
    /// A finding of the parser: the text is not JSON, has a key twice, or exceeds a limit.
    package init(_ error: JSONSyntaxError) {
        let related = error.related.map {
            [RelatedPlace(span: $0, role: .other(error.relatedNote ?? "the other place is here"))]
        }
        self.init(
            code: RuleCode(rawValue: error.code) ?? .jsonSyntax, severity: .error, span: error.span,
            detail: .refused(message: error.message, help: error.help), related: related ?? [])
    }

    /// A finding of the loader: the JSON is not a document of settings, has a name twice, or exceeds a limit.
    package init(_ error: DocumentError) {
        let related = error.relatedSpan.map { [RelatedPlace(span: $0, role: .other("the first is here"))] }
        self.init(
            code: RuleCode(rawValue: error.code.rawValue) ?? .jsonSyntax, severity: .error, span: error.span,
            detail: .refused(message: error.message, help: nil), related: related ?? [])
    }

    /// A document that is too large to be read.
    package static func tooLarge(limit: Int) -> Finding {
        Finding(
            code: .limit, severity: .error, span: 0..<0,
            detail: .refused(
                message: "the document has more than \(limit) bytes, the most that is allowed",
                help: "split it into several documents"))
    }
}
