extension RuleCode {
    package static let limit = RuleCode(rawValue: "limit")
}

/// A document beyond a limit. The parser and the loader find it.
struct LimitRule: Rule {
    let code = RuleCode.limit
    let severity = Severity.error
    let meaning =
        "The document exceeds a limit of size, depth or count, so an app rejects it and keeps its previous document."
    let advice = "Split the document into several smaller ones, or nest it less deeply."
    let rejectsDocument = true

    let bad: RuleExamples = [
        RuleExample(
            #"""
            {
              "deep": [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[«[»]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]
            }
            """#)
    ]

    let good: RuleExamples = [
        RuleExample(
            #"""
            {
              "deep": [[[]]]
            }
            """#)
    ]
}
