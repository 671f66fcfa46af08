import FlagResolver

extension RuleCode {
    package static let tooManyCases = RuleCode(rawValue: "too-many-cases")
}

/// A setting that is too complex to be analysed.
struct TooManyCasesRule: Rule {
    let code = RuleCode.tooManyCases
    let severity = Severity.error
    let meaning =
        "The entries of a setting test so many independent things that their combinations cannot be listed, so nothing can be "
        + "proved about the setting; its form is checked, and so are all other settings."
    let advice = "Test fewer attributes in one setting, or use one salt for several entries."

    // Every entry divides the users by two more attributes.
    let bad: RuleExamples = [
        RuleExample(
            """
            {
              «"payments"»: {
                "defaultValue": 0,
                "valuesByVersion": [
            \(Self.entries(20))
                ]
              }
            }
            """)
    ]

    let good: RuleExamples = [
        RuleExample(
            """
            {
              "payments": {
                "defaultValue": 0,
                "valuesByVersion": [
            \(Self.entries(3))
                ]
              }
            }
            """)
    ]

    private static func entries(_ count: Int) -> String {
        (1...count)
            .map { #"      { "when": { "a\#($0)": "x", "b\#($0)": "x" }, "value": \#($0) }"# }
            .joined(separator: ",\n")
    }

    func check(_ setting: CheckedSetting, _ report: inout RuleReport) {
        guard case .failure(let failure) = setting.function, case .limit = failure else { return }
        let key = Int(setting.document.loaded[setting.settingIndex].key)
        report.add(
            failure.message(), by: self, at: setting.document.span(of: key), about: .setting(setting.settingIndex),
            note: failure.note(), help: failure.help)
    }
}
