import FlagAnalysis

extension RuleSelection {
    /// The rules with their explanations.
    var sarifRules: [SARIFReport.Rule] {
        rules.map { rule in
            SARIFReport.Rule(
                code: rule.code.rawValue, summary: rule.meaning, severity: severity(of: rule),
                help: "\(rule.advice)\n\n" + RuleExplanation(rule).examples,
                markdown: RuleExplanation(rule).markdown)
        }
    }
}

extension CodeQualityReport.Severity {
    init(_ severity: Severity) {
        switch severity {
        case .error: self = .critical
        case .warning: self = .minor
        case .note: self = .info
        }
    }
}
