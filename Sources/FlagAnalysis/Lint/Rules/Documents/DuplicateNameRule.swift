extension RuleCode {
    package static let duplicateName = RuleCode(rawValue: "duplicate-name")
}

/// Two paths that make the same name. The loader finds them.
struct DuplicateNameRule: Rule {
    let code = RuleCode.duplicateName
    let severity = Severity.error
    let meaning = "Two paths make the same setting name, so it is unclear which of the two settings is meant."
    let advice = "Keep one of the two paths, and delete or rename the other."
    let rejectsDocument = true

    let bad: RuleExamples = [
        RuleExample(
            #"""
            {
              "checkout": { "style": "legacy" },
              «"checkout.style"»: "modern"
            }
            """#)
    ]

    let good: RuleExamples = [
        RuleExample(
            #"""
            {
              "checkout": { "style": "modern" }
            }
            """#)
    ]
}
