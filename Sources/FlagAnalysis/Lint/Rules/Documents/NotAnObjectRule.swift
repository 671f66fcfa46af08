extension RuleCode {
    package static let notAnObject = RuleCode(rawValue: "not-an-object")
}

/// A document that is not an object. The loader finds it.
struct NotAnObjectRule: Rule {
    let code = RuleCode.notAnObject
    let severity = Severity.error
    let meaning = "The document is JSON, but not an object of settings."
    let advice = "Put the settings into an object, with a member for each."
    let rejectsDocument = true

    let bad: RuleExamples = [
        RuleExample(
            #"""
            «[ { "payments": true } ]»
            """#)
    ]

    let good: RuleExamples = [
        RuleExample(
            #"""
            { "payments": true }
            """#)
    ]
}
