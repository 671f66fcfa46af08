extension RuleCode {
    package static let jsonSyntax = RuleCode(rawValue: "json-syntax")
}

/// Text that is not JSON. The parser finds it.
struct JSONSyntaxRule: Rule {
    let code = RuleCode.jsonSyntax
    let severity = Severity.error
    let meaning =
        "The text is not JSON as RFC 8259 defines it, so an app rejects the whole document: a trailing comma, a comment, "
        + "a bad escape, a lone surrogate, invalid UTF-8, a byte order mark, or text after the end."
    let advice = "Fix the text at the marked location."
    let rejectsDocument = true

    let bad: RuleExamples = [
        RuleExample(
            #"""
            {
              "payments": true«,»
            }
            """#),
        RuleExample(
            #"""
            {
              «//» on since 1.4.0
              "payments": true
            }
            """#),
    ]

    let good: RuleExamples = [
        RuleExample(
            #"""
            {
              "$comment": "on since 1.4.0",
              "payments": true
            }
            """#)
    ]
}
