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

    package func check(_ document: CheckedDocument, _ report: inout RuleReport) {
        guard let instant = document.instant else { return }
        let tree = document.tree
        for setting in document.settings.indices {
            guard let constraints = SettingConstraints(of: setting, in: document.settings),
                let node = constraints.expires, let expiry = constraints.expiry(in: tree), expiry <= instant
            else { continue }
            let owner = tree.member(named: "owner" as StaticString, of: Int(document.loaded[setting].node))
                .flatMap { tree.string(at: $0) }
            report.add(
                "\(quoted(document.settings.name(of: setting))) expired on \(tree.string(at: node) ?? "")", by: self,
                at: document.span(of: node), about: .setting(setting), namesSubject: true,
                help: "delete it and the code that reads it, or move the date"
                    + (owner.map { "; \(quoted($0)) owns it" } ?? ""))
        }
    }
}
