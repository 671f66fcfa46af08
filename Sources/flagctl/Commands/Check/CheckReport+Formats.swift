import FlagAnalysis
import FlagResolver

extension CheckReport {
    /// A suite for each file, with a case for each rule.
    var junitReport: JUnitReport {
        let policies = Dictionary(proofs.map { (ExactText($0.document.name), $0.junitCases()) }) { first, _ in first }
        let suites = files.map { file in
            JUnitReport.Suite(
                name: file.name,
                cases: rules.map { testCase(of: $0, in: file) } + policies[ExactText(file.name), default: []])
        }
        return JUnitReport(name: "flagctl check", suites: suites + failures.suites)
    }

    private func testCase(of rule: any Rule, in file: CheckedFile) -> JUnitReport.Case {
        let name = rule.code.rawValue
        let found = file.findings.filter { $0.code == rule.code }
        if let first = found.first {
            let details = text(of: found, in: file)
            guard found.contains(where: { $0.severity >= failOn }) else {
                return JUnitReport.Case(name: name, outcome: .passed(remarks: details))
            }
            let message = file.diagnostic(of: first).message + (found.count > 1 ? " (and \(found.count - 1) more)" : "")
            return JUnitReport.Case(name: name, outcome: .failed(message: message, details: details))
        }
        if file.intervalCount == nil, !rule.rejectsDocument {
            return JUnitReport.Case(name: name, outcome: .skipped(message: "the file is not a document of settings"))
        }
        if rule.needsReleases, !hasReleases {
            return JUnitReport.Case(name: name, outcome: .skipped(message: "needs a list of releases: --releases FILE"))
        }
        if rule.needsReaders, !hasReaders {
            return JUnitReport.Case(
                name: name, outcome: .skipped(message: "needs records of releases: --readers FOLDER"))
        }
        if rule.needsInstant, !hasInstant {
            return JUnitReport.Case(name: name, outcome: .skipped(message: "needs a date: --at INSTANT"))
        }
        if rule.needsRevision, let revision = file.newSince {
            return JUnitReport.Case(name: name, outcome: .skipped(message: "the file is not there at \(revision)"))
        }
        if rule.needsRevision, !hasRevision {
            return JUnitReport.Case(name: name, outcome: .skipped(message: "needs an earlier revision: --against REV"))
        }
        return JUnitReport.Case(name: name, outcome: .passed(remarks: allowed(rule, in: file)))
    }

    /// `app.json:5:8: allowed: until 2.1 is out` for each finding of a rule that the document allows.
    private func allowed(_ rule: any Rule, in file: CheckedFile) -> String? {
        let lines = file.suppressed.filter { $0.finding.code == rule.code }.map { suppressed in
            "\(Display.plain.renderer.location(of: file.location(suppressed.finding.span))): allowed: "
                + PlainText.escaped(suppressed.reason) + "\n"
        }
        return lines.isEmpty ? nil : lines.joined()
    }

    /// The details of a case are one text, which must fit into memory several times.
    private static let maximumDetailCount = 1_000

    private func text(of findings: [Finding], in file: CheckedFile) -> String {
        var buffer = TextBuffer()
        let renderer = Display.plain.renderer
        for finding in findings.prefix(Self.maximumDetailCount) {
            renderer.write(file.diagnostic(of: finding), to: &buffer)
        }
        Diagnostic.writeCount(ofFurther: findings.count - Self.maximumDetailCount, "finding", to: &buffer)
        return buffer.text
    }
}

extension CheckReport {
    var codeQualityReport: CodeQualityReport {
        let issues = files.flatMap { file in
            file.checkedFindings.map { finding in
                CodeQualityReport.Issue(
                    finding.diagnostic, message: finding.diagnostic.message, code: finding.code.rawValue,
                    fingerprint: finding.fingerprint, CodeQualityReport.Severity(finding.diagnostic.severity))
            }
        }
        return CodeQualityReport(issues: failures.codeQualityIssues + issues)
    }
}

extension CheckReport {
    /// The findings, with the rules that were looked for; notes only on request.
    var sarifReport: SARIFReport {
        let results = files.flatMap { file in
            zip(file.findings, file.fingerprints).filter { shows($0.0) }.map { finding, fingerprint in
                SARIFReport.Result(diagnostic: file.diagnostic(of: finding), fingerprint: fingerprint)
            }
                + file.violations.map { SARIFReport.Result(diagnostic: $0.diagnostic, fingerprint: $0.fingerprint) }
                + zip(file.suppressed, file.suppressedFingerprints).filter { shows($0.0.finding) }.map {
                    suppressed, fingerprint in
                    SARIFReport.Result(
                        diagnostic: file.diagnostic(of: suppressed.finding), fingerprint: fingerprint,
                        suppression: suppressed.reason)
                }
        }
        // Those of other formats do not belong to the results.
        let rules = selection.filter { showsNotes || selection.severity(of: $0) > .note || $0.rejectsDocument }
        return SARIFReport(
            rules: rules.sarifRules + (proofs.isEmpty ? [] : [ProofReport.sarifRule]), results: results,
            failures: failures)
    }
}
