import FlagAnalysis
import FlagResolver

extension ProofReport {
    /// Every finding with its fingerprint.
    var diagnostics: [(diagnostic: Diagnostic, fingerprint: String)] {
        parts.flatMap { $0.diagnostics(isVacuousAFinding: isVacuousAFinding) }
    }

    fileprivate static let vacuousCode = "vacuous-policy"

    /// What a violated policy is, for programs that show findings.
    static let sarifRule = SARIFReport.Rule(
        code: RuleCode.violatedPolicy.rawValue, summary: "A policy does not hold for every version.", severity: .error,
        help: "The values named break the policy for exactly the versions named. Change them, or the policy.")

    var sarifReport: SARIFReport {
        let vacuous = SARIFReport.Rule(
            code: Self.vacuousCode, summary: "A policy applies to no version or user.", severity: .error,
            help: "It cannot fail, so it proves nothing. Correct its condition, or remove it.")
        return SARIFReport(
            rules: isVacuousAFinding ? [Self.sarifRule, vacuous] : [Self.sarifRule],
            results: diagnostics.map { SARIFReport.Result(diagnostic: $0.diagnostic, fingerprint: $0.fingerprint) },
            failures: failures)
    }

    /// A suite for each document, a case for each policy.
    var junitReport: JUnitReport {
        let suites = parts.map { part in
            JUnitReport.Suite(
                name: part.document.name, cases: part.junitCases(isVacuousAFinding: isVacuousAFinding))
        }
        return JUnitReport(name: "flagctl prove", suites: suites + failures.suites)
    }
}

extension ProofReport.Part {
    /// Every violation with its fingerprint, and every vacuous policy if that is a finding.
    func diagnostics(isVacuousAFinding: Bool = false) -> [(diagnostic: Diagnostic, fingerprint: String)] {
        results.flatMap { result in
            if isVacuousAFinding, case .vacuous = result.verdict {
                return [finding(result, ProofReport.vacuousCode, result.emptyRange)]
            }
            return style(of: result).apply { diagnostics(of: result) }
        }
    }

    /// A case for each policy.
    func junitCases(isVacuousAFinding: Bool = false) -> [JUnitReport.Case] {
        results.map { result in
            JUnitReport.Case(
                name: "\(result.title): \(result.instance.text)",
                outcome: style(of: result).apply { outcome(of: result, isVacuousAFinding: isVacuousAFinding) })
        }
    }

    /// A finding about no single value, with its fingerprint.
    private func finding(
        _ result: ProofReport.Result, _ code: String, _ text: String
    ) -> (diagnostic: Diagnostic, fingerprint: String) {
        let diagnostic = Diagnostic(
            subject: .name(document.name), severity: .error, message: "\(result.title): \(text)", code: code)
        let fingerprint = Fingerprint.of(
            code: code, file: document.canonicalName, setting: "", value: "\(result.instance.text)\n\(text)")
        return (diagnostic, fingerprint)
    }

    /// The violations of a policy with their fingerprints.
    fileprivate func diagnostics(of result: ProofReport.Result) -> [(diagnostic: Diagnostic, fingerprint: String)] {
        guard case .violated(let versions, let violations, let cases) = result.verdict else { return [] }
        guard !violations.isEmpty else {
            let text = rows(of: result, versions, violations, cases).map(\.text).joined(separator: "; ")
            return [finding(result, RuleCode.violatedPolicy.rawValue, text)]
        }
        return violations.map { violation in
            let text = sentence(violation)
            var diagnostic = Diagnostic(
                subject: document.subject(document.tree.nodes[violation.found.node].span),
                severity: .error, message: "\(result.title): \(text)",
                code: RuleCode.violatedPolicy.rawValue,
                setting: violation.setting.text)
            if result.source.isFile {
                let location = Diagnostic.Location(source: result.source.text, span: result.policy.span)
                diagnostic.related = [.init(location: location, message: "the policy")]
            }
            let fingerprint = Fingerprint.of(
                code: RuleCode.violatedPolicy.rawValue, file: document.canonicalName, setting: violation.setting.text,
                value: "\(result.instance.text)\n\(text)")
            return (diagnostic, fingerprint)
        }
    }

    private func outcome(
        of result: ProofReport.Result, isVacuousAFinding: Bool
    ) -> JUnitReport.Case.Outcome {
        switch result.verdict {
        case .proved(let versions):
            let text = versions == .all ? "every version" : "every version \(versions)"
            return .passed(remarks: releases.map { "\(text), \($0.coverage(of: versions))" } ?? text)
        case .vacuous where isVacuousAFinding: return .failed(message: result.emptyRange, details: "")
        case .vacuous: return .skipped(message: result.emptyRange)
        case .violated(let versions, let violations, let cases):
            let rows = rows(of: result, versions, violations, cases)
            var details = rows.map { [$0.text, $0.location].compactMap { $0 }.joined(separator: "  ") }
            if let releases { details.append(releases.phrase(for: versions)) }
            return .failed(message: "violated for \(versions)", details: details.joined(separator: "\n"))
        }
    }
}
