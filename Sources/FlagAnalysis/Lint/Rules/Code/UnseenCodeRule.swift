extension RuleCode {
    package static let unseenCode = RuleCode(rawValue: "unseen-code")
}

/// Code that cannot be read.
struct UnseenCodeRule: Rule {
    let code = RuleCode.unseenCode
    let severity = Severity.warning
    let meaning = "A literal or comment has no end, or the text is not UTF-8, so names in the code may be missed."
    let advice = "Correct the code until it compiles, and save it as UTF-8."

    let bad: RuleExamples = [
        RuleExample(
            #"""
            {
              "payments": { "defaultValue": false }
            }
            """#,
            code: #"""
                let isOn = snapshot.value(for: "payments", default: false)
                let title = «"Payments»
                """#)
    ]

    let good: RuleExamples = [
        RuleExample(
            #"""
            {
              "payments": { "defaultValue": false }
            }
            """#,
            code: #"""
                let isOn = snapshot.value(for: "payments", default: false)
                let title = "Payments"
                """#)
    ]
}
