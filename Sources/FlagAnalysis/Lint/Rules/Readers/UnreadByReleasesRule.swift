import FlagReaders
import FlagResolver

extension RuleCode {
    package static let unreadByReleases = RuleCode(rawValue: "unread-by-releases")
}

/// A setting that no supported release is seen to read.
package struct UnreadByReleasesRule: Rule {
    package let code = RuleCode.unreadByReleases
    package let severity = Severity.warning
    package let meaning =
        "No supported release is seen to read a setting, and no other setting requires it; every supported release has a complete record."
    package let advice = "Delete the setting, unless a release to come reads it."
    package let needsReleases = true
    package let needsReaders = true

    package let bad: RuleExamples = [
        RuleExample(
            #"""
            {
              «"payments"»: { "defaultValue": true },
              "search": { "defaultValue": true }
            }
            """#,
            releases: "1.9.0",
            readers: [
                #"""
                {
                  "release": "1.9.0",
                  "complete": true,
                  "rule": 3,
                  "settings": { "search": { "type": "boolean", "default": false } }
                }
                """#
            ])
    ]

    package let good: RuleExamples = [
        RuleExample(
            #"""
            {
              "payments": { "defaultValue": true },
              "search": { "defaultValue": true }
            }
            """#,
            releases: """
                1.8.0
                1.9.0
                """,
            readers: [
                #"""
                {
                  "release": "1.9.0",
                  "complete": true,
                  "rule": 3,
                  "settings": { "search": { "type": "boolean", "default": false } }
                }
                """#
            ])
    ]

    package init() {}

    package func check(_ document: CheckedDocument, _ report: inout RuleReport) {
        guard let found = document.readerResults else { return }
        let floor = document.floor.map { " from \($0) on" } ?? ""
        for setting in found.unread {
            report.add(
                "no release\(floor) is seen to read the setting; the code of each is recorded", by: self,
                at: document.span(of: Int(document.loaded[setting].key)), about: .setting(setting),
                note: found.coverage.attested.isEmpty ? nil : found.coverage.attestedPhrase,
                help: "delete the setting, unless a release to come reads it")
        }
    }
}
