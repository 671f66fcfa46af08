import FlagAnalysis
import FlagResolver

extension ProofReport {
    /// Every violation with its fingerprint.
    var diagnostics: [(diagnostic: Diagnostic, fingerprint: String)] {
        parts.flatMap { part in part.document.versionStyle.apply { part.diagnostics } }
    }

    fileprivate static let code = "violated-policy"

    var sarifReport: SARIFReport {
        let rule = SARIFReport.Rule(
            code: Self.code, summary: "A policy does not hold for every version.", severity: .error,
            help: "The values named break the policy for exactly the versions named. Change them, or the policy.")
        return SARIFReport(rule: rule, diagnostics, failures: failures)
    }

    /// A suite for each document, a case for each policy.
    var junitReport: JUnitReport {
        let suites = parts.map { part in
            JUnitReport.Suite(
                name: part.document.name,
                cases: part.document.versionStyle.apply {
                    part.results.map { result in
                        JUnitReport.Case(
                            name: "\(result.title): \(result.instance.text)", outcome: part.outcome(of: result))
                    }
                })
        }
        return JUnitReport(name: "flagctl prove", suites: suites + failures.suites)
    }
}

extension ProofReport.Part {
    /// Every violation with its fingerprint.
    var diagnostics: [(diagnostic: Diagnostic, fingerprint: String)] { results.flatMap { diagnostics(of: $0) } }

    /// The violations of a policy with their fingerprints.
    fileprivate func diagnostics(of result: ProofReport.Result) -> [(diagnostic: Diagnostic, fingerprint: String)] {
        guard case .violated(let versions, let violations, let cases) = result.verdict else { return [] }
        guard !violations.isEmpty else {
            let text = rows(of: result, versions, violations, cases).map(\.text).joined(separator: "; ")
            let diagnostic = Diagnostic(
                subject: .name(document.name), severity: .error, message: "\(result.title): \(text)",
                code: ProofReport.code)
            let fingerprint = Fingerprint.of(
                code: ProofReport.code, file: document.name, setting: "", value: "\(result.instance.text)\n\(text)")
            return [(diagnostic, fingerprint)]
        }
        return violations.map { violation in
            let text =
                rows(of: result, versions, violations, cases)
                .first { $0.violation?.value == violation.value }?.text ?? result.claim
            var diagnostic = Diagnostic(
                subject: document.subject(document.tree.nodes[violation.value].span),
                severity: .error, message: "\(result.title): \(text)", code: ProofReport.code,
                setting: violation.setting.text)
            if result.source.isFile {
                let location = Diagnostic.Location(source: result.source.text, span: result.policy.span)
                diagnostic.related = [.init(location: location, message: "the policy")]
            }
            let fingerprint = Fingerprint.of(
                code: ProofReport.code, file: document.name, setting: violation.setting.text,
                value: "\(result.instance.text)\n\(text)")
            return (diagnostic, fingerprint)
        }
    }

    fileprivate func outcome(of result: ProofReport.Result) -> JUnitReport.Case.Outcome {
        switch result.verdict {
        case .proved(let versions):
            let text = versions == .all ? "every version" : "every version \(versions)"
            return .passed(remarks: releases.map { "\(text), \($0.coverage(of: versions))" } ?? text)
        case .vacuous: return .skipped(message: result.emptyRange)
        case .violated(let versions, let violations, let cases):
            let rows = rows(of: result, versions, violations, cases)
            var details = rows.map { [$0.text, $0.location].compactMap { $0 }.joined(separator: "  ") }
            if let releases { details.append(releases.phrase(for: versions)) }
            return .failed(message: "violated for \(versions)", details: details.joined(separator: "\n"))
        }
    }
}
