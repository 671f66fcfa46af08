extension RuleCode {
    package static let unreadSetting = RuleCode(rawValue: "unread-setting")
}

/// Settings that no code reads.
struct UnreadSettingRule: Rule {
    let code = RuleCode.unreadSetting
    let severity = Severity.warning
    let meaning = "No code reads a setting, and no other setting requires it, so its value changes nothing."
    let advice =
        "Delete the setting when the versions that read it are no longer supported."

    let bad: RuleExamples = [
        RuleExample(
            #"""
            {
              "payments": { "defaultValue": false },
              «"search"»: { "defaultValue": true }
            }
            """#,
            code: #"""
                extension SettingKey where Value == Bool {
                    static let payments = SettingKey("payments", default: false)
                    static let search = SettingKey("search", default: true)
                }

                if store[.payments] { offerPayments() }
                """#)
    ]

    let good: RuleExamples = [
        RuleExample(
            #"""
            {
              "payments": { "defaultValue": false },
              "search": { "defaultValue": true }
            }
            """#,
            code: #"""
                extension SettingKey where Value == Bool {
                    static let payments = SettingKey("payments", default: false)
                    static let search = SettingKey("search", default: true)
                }

                if store[.payments] { offerPayments() }
                if store[.search] { showSearch() }
                """#)
    ]
}
