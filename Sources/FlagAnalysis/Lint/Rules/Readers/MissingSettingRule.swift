import FlagReaders
import FlagResolver

extension RuleCode {
    package static let missingSetting = RuleCode(rawValue: "missing-setting")
}

/// A setting that shipped releases read, and the document does not have.
struct MissingSettingRule: Rule {
    let code = RuleCode.missingSetting
    let severity = Severity.warning
    let highestSeverity = Severity.error
    let meaning =
        "Recorded releases read a setting that the document does not have, so they get the value of their bundled document or of "
        + "their code; an error if a release had another value at the earlier revision."
    let advice =
        "Keep the setting until no supported release reads it; \"$minimumVersion\" is the oldest supported one."

    private static let record = #"""
        {
          "release": "1.9.0",
          "complete": true,
          "rule": 3,
          "settings": {
            "payments": { "type": "boolean", "default": false },
            "search": { "type": "boolean", "default": false }
          }
        }
        """#

    let bad: RuleExamples = [
        RuleExample(
            #"""
            «{
              "search": { "defaultValue": true }
            }»
            """#,
            readers: [Self.record])
    ]

    let good: RuleExamples = [
        RuleExample(
            #"""
            {
              "$minimumVersion": "2.0.0",
              "search": { "defaultValue": true }
            }
            """#,
            readers: [Self.record])
    ]

    func check(_ document: CheckedDocument, _ report: inout RuleReport) {
        guard let results = document.readerResults else { return }
        for missing in results.missing {
            let unknown = missing.isGone ? results.coverage.unknownPhrase : nil
            guard !missing.groups.isEmpty else {
                report.add(
                    "\(quoted(missing.name)) is gone since the earlier revision, and what some supported releases get instead "
                        + "is not known: \(unknown ?? "they are not recorded")",
                    by: self, at: document.span(of: 0),
                    help: "record these releases with \"flagctl readers record\", or keep the setting",
                    changing: missing.name)
                continue
            }
            let parts = missing.groups.map { group in
                let releases = ReleasePhrase(group.releases)
                let given = SettingProblem.listed(
                    group.given.map { $0.phrase(line: { _ in nil }, releases.their) }, "or")
                return "\(releases.text), which \(releases.get) \(given)"
            }
            let losing = ReleasePhrase(missing.losing)
            let loss =
                missing.losing.isEmpty
                ? nil
                : missing.losesKnownValue
                    ? "\(losing.text) \(losing.get) another value than at the earlier revision"
                    : "\(losing.text) may get another value than at the earlier revision"
            report.add(
                "the document does not have \(quoted(missing.name)), a setting of "
                    + parts.joined(separator: ", and of "),
                by: self, at: document.span(of: 0), severity: missing.losesKnownValue ? .error : nil,
                note: [loss, unknown].compactMap { $0 }.nonEmptyJoined("; "),
                help: "add the setting, or raise \"$minimumVersion\" above these releases",
                changing: missing.isGone ? missing.name : nil)
        }
    }
}

extension [String] {
    /// The elements joined; `nil` if there are none.
    fileprivate func nonEmptyJoined(_ separator: String) -> String? {
        isEmpty ? nil : joined(separator: separator)
    }
}
