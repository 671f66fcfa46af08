import FlagReaders
import FlagResolver

extension RuleCode {
    package static let unreadByReleases = RuleCode(rawValue: "unread-by-releases")
}

/// A setting that no supported release reads.
struct UnreadByReleasesRule: Rule {
    let code = RuleCode.unreadByReleases
    let severity = Severity.warning
    let meaning =
        "No supported release reads a setting, and no other setting requires it; every supported release has a complete record."
    let advice = "Delete the setting, unless a release to come reads it."
    let needsReleases = true
    let needsReaders = true

    let bad: RuleExamples = [
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
                  "settings": { "search": { "type": "boolean", "default": false } }
                }
                """#
            ])
    ]

    let good: RuleExamples = [
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
                  "settings": { "search": { "type": "boolean", "default": false } }
                }
                """#
            ])
    ]

    func check(_ document: CheckedDocument, _ report: inout RuleReport) {
        guard let found = document.readerResults else { return }
        let floor = document.settings.minimumVersion.map { " from \($0) on" } ?? ""
        for setting in found.unread {
            report.add(
                "no release\(floor) reads the setting; every one of them is recorded", by: self,
                at: document.span(of: Int(document.loaded[setting].key)), about: .setting(setting),
                help: "delete the setting, unless a release to come reads it")
        }
    }
}
