import FlagResolver

extension RuleCode {
    package static let expiredSetting = RuleCode(rawValue: "expired-setting")
}

/// A setting that should be gone by now.
package struct ExpiredSettingRule: Rule {
    package let code = RuleCode.expiredSetting
    package let severity = Severity.warning
    package let meaning =
        "The \"expires\" of a setting is not after the date of \"--at\": its owner meant to delete it by then."
    package let advice = "Delete the setting and the code that reads it, or move the date."
    package let needsInstant = true

    package init() {}

    package let bad: RuleExamples = [
        RuleExample(
            #"{ "wallet": { "owner": "payments", "expires": «"2026-12-01"», "defaultValue": true } }"#,
            instant: "2026-12-01T00:00:00Z")
    ]

    package let good: RuleExamples = [
        RuleExample(
            #"{ "wallet": { "owner": "payments", "expires": "2026-12-01", "defaultValue": true } }"#,
            instant: "2026-11-30T23:59:59Z")
    ]

    private struct Detail: FindingDetail {
        let date: String
        let owner: String?

        func namesSubject(in context: FindingContext) -> Bool { true }

        func message(in context: FindingContext) -> String { "\(context.setting) expired on \(date)" }

        func help(in context: FindingContext) -> String? {
            "delete it and the code that reads it, or move the date"
                + (owner.map { "; \(context.quoted($0)) owns it" } ?? "")
        }
    }

    package func check(_ document: CheckedDocument, _ report: inout RuleReport) {
        guard let instant = document.instant else { return }
        let tree = document.tree
        for setting in document.settings.indices {
            guard let constraints = SettingConstraints(of: setting, in: document.settings),
                let node = constraints.expires, let expiry = constraints.expiry(in: tree), expiry <= instant
            else { continue }
            let owner = tree.member(named: "owner" as StaticString, of: Int(document.loaded[setting].node))
            report.add(
                Detail(date: tree.string(at: node) ?? "", owner: owner.flatMap { tree.string(at: $0) }), by: self,
                at: document.span(of: node), about: .setting(setting))
        }
    }
}
