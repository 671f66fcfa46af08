extension RuleCode {
    package static let unknownSettingName = RuleCode(rawValue: "unknown-setting-name")
}

/// Names in code that no document has.
struct UnknownSettingNameRule: Rule {
    let code = RuleCode.unknownSettingName
    let severity = Severity.error
    let meaning = "The code names a setting that no document has, so it always gets the default in the code."
    let advice = "Correct the name, add the setting to a document, or delete the code."

    let bad: RuleExamples = [
        RuleExample(
            #"""
            {
              "checkout": { "style": { "defaultValue": "compact" } }
            }
            """#,
            code: #"""
                extension SettingKey where Value == String {
                    static let style = SettingKey(«"chekout.style"», default: "compact")
                }

                show(store[.style])
                """#)
    ]

    let good: RuleExamples = [
        RuleExample(
            #"""
            {
              "checkout": { "style": { "defaultValue": "compact" } }
            }
            """#,
            code: #"""
                extension SettingKey where Value == String {
                    static let style = SettingKey("checkout.style", default: "compact")
                }

                show(store[.style])
                """#)
    ]
}
