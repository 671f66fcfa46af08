/// A document that is no object. The loader finds it.
struct NotAnObjectRule: Rule {
    let code = RuleCode.notAnObject
    let severity = Severity.error
    let meaning =
        "The document is JSON, but not an object of settings."
    let advice =
        "Begin the document with \"{\" and end it with \"}\", with a member for each setting."

    let bad = RuleExample(
        #"""
        [ { "payments": true } ]
        """#)

    let good = RuleExample(
        #"""
        { "payments": true }
        """#)
}
