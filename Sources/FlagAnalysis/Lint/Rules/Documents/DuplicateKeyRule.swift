extension RuleCode {
    package static let duplicateKey = RuleCode(rawValue: "duplicate-key")
}

/// Two members of one object with the same key. The parser finds them.
struct DuplicateKeyRule: Rule {
    let code = RuleCode.duplicateKey
    let severity = Severity.error
    let meaning = "An object has two members with the same key: some JSON parsers take the first, others the last."
    let advice = "Keep the intended member, and delete the other."
    let rejectsDocument = true

    let bad: RuleExamples = [
        RuleExample(
            #"""
            {
              "payments": true,
              «"payments"»: false
            }
            """#)
    ]

    let good: RuleExamples = [
        RuleExample(
            #"""
            {
              "payments": true
            }
            """#)
    ]
}
