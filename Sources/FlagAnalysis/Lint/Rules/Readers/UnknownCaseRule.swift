import FlagReaders
import FlagResolver

extension RuleCode {
    package static let unknownCase = RuleCode(rawValue: "unknown-case")
}

/// A string for which the enum of a shipped release has no case.
struct UnknownCaseRule: Rule {
    let code = RuleCode.unknownCase
    let severity = Severity.warning
    let meaning = "A recorded release gets a string for which the enum in its code has no case, so it skips the entry."
    let advice = "Limit the value to releases whose code has the case."
    let needsReaders = true

    private static let record = #"""
        {
          "release": "1.9.0",
          "complete": true,
          "rule": 3,
          "settings": { "checkout": { "type": "string", "cases": ["legacy", "modern"], "default": "legacy" } }
        }
        """#

    let bad: RuleExamples = [
        RuleExample(
            "checkout", defaultValue: #""legacy""#,
            entries: #"{ "appVersion": ">=1.9.0", "value": «"express"» }"#,
            readers: [Self.record])
    ]

    let good: RuleExamples = [
        RuleExample(
            "checkout", defaultValue: #""legacy""#,
            entries: #"{ "appVersion": ">1.9.0", "value": "express" }"#,
            readers: [Self.record])
    ]

    func check(_ document: CheckedDocument, _ report: inout RuleReport) {
        for setting in document.readerResults?.settings ?? [] {
            for loss in setting.losses {
                guard case .unknownCase(let text) = loss.reason else { continue }
                let releases = ReleasePhrase(loss.releases)
                let isOpen = loss.given.isEmpty
                let given = document.phrase(of: loss, in: setting.index, releases.their)
                report.add(
                    "the code of \(releases.text) has no case \(quoted(text)): \(releases.they) "
                        + (isOpen ? "\(releases.get) the case for unknown strings" : "\(releases.get) \(given)"),
                    by: self, at: document.span(of: document.node(of: loss.winner, in: setting.index)),
                    about: .setting(setting.index), severity: isOpen ? .note : nil,
                    help: isOpen ? nil : "limit the entry to releases whose code has the case")
            }
        }
    }
}
