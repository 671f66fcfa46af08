/// A document that is no object. The loader finds it.
struct NotAnObjectRule: Rule {
    let code = RuleCode.notAnObject
    let severity = Severity.error
    let meaning =
        "The document is JSON, but not an object of settings."

    let bad = RuleExample(
        #"""
        [ { "payments": true } ]
        """#)

    let good = RuleExample(
        #"""
        { "payments": true }
        """#)
}
