extension RuleCode {
    package static let unseenName = RuleCode(rawValue: "unseen-name")
}

/// Names that only the running code knows.
struct UnseenNameRule: Rule {
    let code = RuleCode.unseenName
    let severity = Severity.note
    let meaning =
        "The code builds the name of a setting at run time, so a search for names cannot tell which one it is."
    let advice = "Write the whole name as a literal, or check by hand which settings it can be."

    let bad: RuleExamples = [
        RuleExample(
            #"""
            {
              "search": { "limit": { "defaultValue": 20 } }
            }
            """#,
            code: #"""
                let limit = snapshot.value(for: «"search.\(name)"», default: 20)
                """#)
    ]

    let good: RuleExamples = [
        RuleExample(
            #"""
            {
              "search": { "limit": { "defaultValue": 20 } }
            }
            """#,
            code: #"""
                let limit = snapshot.value(for: "search.limit", default: 20)
                """#)
    ]
}
