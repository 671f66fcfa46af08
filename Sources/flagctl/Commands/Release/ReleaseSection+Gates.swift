import FlagAnalysis
import FlagResolver

extension ReleaseSection {
    /// The findings of `check`.
    init(findingsOf file: CheckedFile) {
        let (errors, warnings) = (file.count(of: .error), file.count(of: .warning))
        self.init(
            name: "check", outcome: errors > 0 ? .failed : warnings > 0 ? .warned : .passed,
            summary: "\(Count.of(errors, "error")), \(Count.of(warnings, "warning"))"
                + (file.readerCoverage.map { "; \($0.phrase)" } ?? ""),
            rows: file.findings.filter { $0.severity > .note }.map { [file.diagnostic(of: $0).firstLine] })
    }

    /// The verdicts of policies; `nil` if none are given.
    init(policiesOf proof: ProofReport.Part?) {
        guard let proof else {
            self.init(name: "policies", outcome: .skipped, summary: "none given (--policy FILE)")
            return
        }
        var rows: [[String]] = []
        for result in proof.results {
            switch result.verdict {
            case .proved: break
            case .vacuous: rows.append(["VACUOUS", result.title, result.emptyRange, ""])
            case .violated(let versions, let violations, let cases):
                let found = proof.style(of: result).apply { proof.rows(of: result, versions, violations, cases) }
                for (index, row) in found.enumerated() {
                    let head = index == 0 ? ["VIOLATED", result.title] : ["", ""]
                    rows.append(head + [row.text, row.location ?? ""])
                }
            }
        }
        let counts = ProofCounts(proof.results, unevaluated: proof.unevaluatedCount)
        self.init(
            name: "policies",
            outcome: counts.violated + counts.unevaluated > 0 ? .failed : counts.vacuous > 0 ? .warned : .passed,
            summary: counts.text, rows: rows)
    }
}
