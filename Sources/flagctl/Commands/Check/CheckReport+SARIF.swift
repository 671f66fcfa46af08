import FlagAnalysis

extension CheckReport {
    /// All findings in SARIF 2.1.0.
    func writeAnalysisLog(to buffer: inout TextBuffer) {
        let described = rules.map { rule in
            SARIFReport.Rule(
                code: rule.code.rawValue, summary: rule.meaning, severity: Diagnostic.Severity(rule.severity),
                help: "\(rule.advice)\n\nBad:\n\n\(rule.bad.document)\n\nGood:\n\n\(rule.good.document)",
                markdown: RuleExplanation(rule).markdown)
        }
        let results = files.flatMap { file in
            zip(file.findings, file.fingerprints).map { finding, fingerprint in
                SARIFReport.Result(diagnostic: file.diagnostic(of: finding), fingerprint: fingerprint)
            }
        }
        SARIFReport(rules: described, results: results, failures: failures).write(to: &buffer)
    }
}
