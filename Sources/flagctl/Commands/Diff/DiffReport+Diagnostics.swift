import FlagAnalysis
import FlagResolver

extension DiffReport {
    fileprivate static let code = "changed-value"

    /// Every change with its fingerprint. Changes that do not count are notes, as is what happened to a file.
    var diagnostics: [(diagnostic: Diagnostic, fingerprint: String)] {
        pairs.flatMap { pair in
            [pair.fileDiagnostic].compactMap { $0 }
                + pair.difference.settings.flatMap { setting in
                    shown(setting).map { diagnostic(of: $0, setting, pair) }
                }
        }
    }

    private func diagnostic(
        of shown: Shown, _ setting: SettingDifference, _ pair: Pair
    ) -> (diagnostic: Diagnostic, fingerprint: String) {
        let cause = pair.reason(of: shown, setting, naming: .canonical)
        let message =
            "\(NameText.quoted(setting.name)): \(pair.values(of: shown)) \(pair.phrase(shown))"
        // A removed entry has no location in the new file, and the old file cannot be annotated.
        let isHere = cause.document === pair.new
        var diagnostic = Diagnostic(
            subject: isHere ? pair.new.subject(pair.new.tree.nodes[cause.node].span) : .name(pair.new.name),
            severity: shown.isInside && counts(setting) ? severity : .note,
            message: message,
            code: Self.code, setting: setting.name)
        let remark = remark(on: shown, of: setting).map { "this does not count (\($0))" }
        diagnostic.notes = [cause.text, reach(of: shown, of: setting, in: pair), remark].compactMap { $0 }
        let fingerprint = Fingerprint.of(
            code: Self.code, file: pair.new.canonicalName, setting: setting.name, value: message)
        return (diagnostic, fingerprint)
    }

    var sarifReport: SARIFReport {
        let rule = SARIFReport.Rule(
            code: Self.code, summary: "A setting has another value for some versions.", severity: .error,
            help: "The versions named get another value than before. Where that is meant, allow the setting.")
        return SARIFReport(rule: rule, diagnostics, failures: failures)
    }

    /// A suite for each document, with a case for each setting. Unchanged settings pass.
    var junitReport: JUnitReport {
        let suites = pairs.map { pair in
            let changed = pair.difference.settings.map { setting in
                JUnitReport.Case(name: setting.name, outcome: outcome(of: setting, pair))
            }
            let unchanged = pair.difference.unchanged.map {
                JUnitReport.Case(name: $0, outcome: .passed(remarks: nil))
            }
            return JUnitReport.Suite(
                name: pair.new.name,
                cases: pair.fileCases + (changed + unchanged).sorted { NaturalOrder.precedes($0.name, $1.name) })
        }
        return JUnitReport(name: "flagctl diff", suites: suites + failures.suites)
    }

    private func outcome(of setting: SettingDifference, _ pair: Pair) -> JUnitReport.Case.Outcome {
        let lines = shown(setting).map { shown in
            var users = TextBuffer()
            pair.write(usersOf: shown, to: &users)
            return "\(users.text): \(pair.values(of: shown)); \(pair.reason(of: shown, setting).text)"
        }
        let details = lines.joined(separator: "\n")
        guard counts(setting) else {
            let reason = isUnknownToFrozen(setting) ? " (new: no \(frozenWord) version knows it)" : ""
            return .passed(remarks: "changes do not count\(reason): \(details)")
        }
        return .failed(
            message: "changes for \(ShortText.of(setting.versions.intersection(frozen)))", details: details)
    }
}

extension DiffReport.Pair {
    /// A note on what happened to the file; `nil` if nothing did.
    fileprivate var fileDiagnostic: (diagnostic: Diagnostic, fingerprint: String)? {
        fileStatement.map { statement in
            (
                Diagnostic(subject: .name(new.name), severity: .note, message: statement, code: DiffReport.code),
                Fingerprint.of(code: DiffReport.code, file: new.canonicalName, setting: "", value: statement)
            )
        }
    }

    /// The same as a passed case.
    fileprivate var fileCases: [JUnitReport.Case] {
        fileStatement.map { [JUnitReport.Case(name: "the document itself", outcome: .passed(remarks: $0))] } ?? []
    }

    /// `4 shipped versions: 1.4.3, 1.5.0, 1.6.0, 2.0.0 (61.7 % of installs)`; `nil` without a list of releases.
    func shipped(_ versions: VersionSet) -> String? {
        releases?.phrase(for: versions)
    }
}
