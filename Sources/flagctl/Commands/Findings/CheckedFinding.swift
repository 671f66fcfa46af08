import FlagAnalysis
import FlagResolver

/// A finding with its rendered text.
struct CheckedFinding {
    let location: Diagnostic.Location
    let code: RuleCode
    let diagnostic: Diagnostic
    let fingerprint: String
    /// The owner of the setting; `nil` if the document names none.
    var owner: String?

    static let json = JSONObject<CheckedFinding>("finding") {
        Member(of: Diagnostic.Location.json) { $0.location }
        Member("code", .findingCode) { $0.code }
        Member("severity", .severity) { $0.diagnostic.severity }
        Member(
            optional: "setting", .text,
            "The setting concerned; missing if the finding is about the document, its metadata or a group."
        ) { $0.diagnostic.setting }
        Member(optional: "owner", .text, "The owner of the setting; missing if the document names none.") { $0.owner }
        Member("message", .text, "What was found.") { $0.diagnostic.message }
        Member(optional: "help", .text, "What to do about it.") { $0.diagnostic.help }
        Member(optional: "related", .list(of: related), "Other locations that are involved.") {
            $0.diagnostic.related.isEmpty ? nil : $0.diagnostic.related
        }
        Member(optional: "notes", .list(of: .text), "Further remarks, such as how many locations are not listed.") {
            $0.diagnostic.notes.isEmpty ? nil : $0.diagnostic.notes
        }
        Member(
            "fingerprint", .text(matching: "^[0-9a-f]{32}$"),
            "Identifies the finding by its file, setting, code and value; it stays the same while lines move."
        ) { $0.fingerprint }
    }

    static let allowed = JSONObject<(finding: CheckedFinding, reason: String)>("allowedFinding") {
        Member(of: json) { $0.finding }
        Member("reason", .text, "Why it is allowed: by the document, or as a change by a commit or the command line.") {
            $0.reason
        }
    }

    private static let related = JSONObject<Diagnostic.RelatedLocation>("related") {
        Member(of: Diagnostic.Location.json) { $0.location }
        Member("message", .text, "How the location is involved.") { $0.message }
    }
}

extension CheckedFinding {
    /// A value that breaks a policy, or all of a document that does.
    init(_ violation: Diagnostic, fingerprint: String, in document: LoadedDocument) {
        let setting = violation.setting.flatMap { document.settings.index(named: $0) }
        self.init(
            location: violation.subject.location ?? document.location(0..<0), code: .violatedPolicy,
            diagnostic: violation, fingerprint: fingerprint, owner: setting.flatMap { document.settings.owner(of: $0) })
    }
}

extension CheckedFile {
    /// The findings that the document allows, with their rendered text and reasons.
    var allowedFindings: [(finding: CheckedFinding, reason: String)] {
        zip(suppressed, suppressedFingerprints).map { suppressed, fingerprint in
            let finding = suppressed.finding
            return (
                CheckedFinding(
                    location: location(finding.span), code: finding.code,
                    diagnostic: diagnostic(of: finding), fingerprint: fingerprint, owner: owner(of: finding)),
                suppressed.reason
            )
        }
    }

    /// The findings, whose text is rendered when it is read, then the violations of policies.
    var checkedFindings: LazyMapSequence<Range<Int>, CheckedFinding> {
        (0..<(findings.count + violations.count)).lazy.map { position in
            guard position < self.findings.count else { return self.violations[position - self.findings.count] }
            let finding = self.findings[position]
            return CheckedFinding(
                location: self.location(finding.span), code: finding.code,
                diagnostic: self.diagnostic(of: finding), fingerprint: self.fingerprints[position],
                owner: self.owner(of: finding))
        }
    }
}
