import FlagReaders
import FlagResolver

extension RuleCode {
    package static let formatLevel = RuleCode(rawValue: "format-level")
}

/// A condition that the library of a shipped release does not know.
struct FormatLevelRule: Rule {
    let code = RuleCode.formatLevel
    let severity = Severity.warning
    let meaning =
        "An entry has a condition that is newer than the library in a recorded release, where the entry therefore never matches."
    let advice = "Test only the app version for these releases, in an entry of its own."
    let needsReaders = true

    let bad: RuleExamples = [
        RuleExample(
            "checkout", defaultValue: #""legacy""#,
            entries: #"{ "appVersion": ">=1.9.0", "when": { "country": "DE" }, "value": «"modern"» }"#,
            readers: [
                #"""
                {
                  "release": "1.9.0",
                  "complete": true,
                  "rule": 3,
                  "formatLevel": 0,
                  "settings": { "checkout": { "type": "string", "default": "legacy" } }
                }
                """#
            ])
    ]

    let good: RuleExamples = [
        RuleExample(
            "checkout", defaultValue: #""legacy""#,
            entries: #"{ "appVersion": ">=1.9.0", "when": { "country": "DE" }, "value": "modern" }"#,
            readers: [
                #"""
                {
                  "release": "1.9.0",
                  "complete": true,
                  "rule": 3,
                  "formatLevel": 1,
                  "settings": { "checkout": { "type": "string", "default": "legacy" } }
                }
                """#
            ])
    ]

    func check(_ document: CheckedDocument, _ report: inout RuleReport) {
        for setting in document.readerResults?.settings ?? [] {
            for loss in setting.losses {
                guard case .newerCondition = loss.reason else { continue }
                let releases = ReleasePhrase(loss.releases)
                let given = document.phrase(of: loss, in: setting.index, releases.their)
                let node = document.node(of: loss.winner, in: setting.index)
                report.add(
                    "\(releases.text) \(releases.know) only conditions on the app version, so the entry never matches there: "
                        + "instead of \(document.text(ofValue: node)), \(releases.they) \(releases.get) \(given)",
                    by: self, at: document.span(of: node), about: .setting(setting.index),
                    help: "limit the entry to releases that know its conditions")
            }
        }
    }
}
