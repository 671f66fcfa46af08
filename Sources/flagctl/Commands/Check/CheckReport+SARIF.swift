import FlagAnalysis

extension CheckReport {
    /// All findings, with the rules that were looked for.
    var sarifReport: SARIFReport {
        let described = rules.map { rule in
            SARIFReport.Rule(
                code: rule.code.rawValue, summary: rule.meaning, severity: rule.severity,
                help: "\(rule.advice)\n\n" + RuleExplanation(rule).examples,
                markdown: RuleExplanation(rule).markdown)
        }
        let results = files.flatMap { file in
            zip(file.findings, file.fingerprints).map { finding, fingerprint in
                SARIFReport.Result(diagnostic: file.diagnostic(of: finding), fingerprint: fingerprint)
            }
        }
        return SARIFReport(rules: described, results: results, failures: failures)
    }
}
