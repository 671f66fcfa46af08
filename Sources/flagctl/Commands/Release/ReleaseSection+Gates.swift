import FlagAnalysis

extension ReleaseSection {
    /// The findings of `check`.
    init(findingsOf file: CheckedFile) {
        let (errors, warnings) = (file.count(of: .error), file.count(of: .warning))
        self.init(
            name: "check", outcome: errors > 0 ? .failed : warnings > 0 ? .warned : .passed,
            summary: "\(Count.of(errors, "error")), \(Count.of(warnings, "warning"))",
            rows: file.findings.filter { $0.severity > .note }.map { [file.diagnostic(of: $0).firstLine] })
    }

    /// The verdicts of policies.
    ///
    /// - Parameter policyCount: The number of policies that were given, including those that do not apply to the document.
    init(policiesOf proof: ProofReport.Part?, outOf policyCount: Int) {
        guard let proof else {
            self.init(name: "policies", outcome: .skipped, summary: "none given (--policy FILE)")
            return
        }
        var rows: [[String]] = []
        var counts = (proved: 0, violated: 0, vacuous: 0)
        for result in proof.results {
            switch result.verdict {
            case .proved: counts.proved += 1
            case .vacuous:
                counts.vacuous += 1
                rows.append(["VACUOUS", result.title, result.emptyRange, ""])
            case .violated(let versions, let violations, let cases):
                counts.violated += 1
                for (index, row) in proof.rows(of: result, versions, violations, cases).enumerated() {
                    let head = index == 0 ? ["VIOLATED", result.title] : ["", ""]
                    rows.append(head + [row.text, row.location ?? ""])
                }
            }
        }
        var summary = "\(counts.proved) proved, \(counts.violated) violated"
        if counts.vacuous > 0 { summary += ", \(counts.vacuous) vacuous" }
        let unevaluated = policyCount - proof.results.count
        if unevaluated > 0 { summary += ", \(unevaluated) could not be evaluated" }
        self.init(
            name: "policies",
            outcome: counts.violated + unevaluated > 0 ? .failed : counts.vacuous > 0 ? .warned : .passed,
            summary: summary, rows: rows)
    }
}
