/// Two members of one name in one object. The parser finds them.
struct DuplicateKeyRule: Rule {
    let code = RuleCode.duplicateKey
    let severity = Severity.error
    let meaning =
        "An object has two members of one name, of which readers would take the first or the last as they "
        + "please."
    let advice =
        "Keep the member that is meant, and delete the other."

    let bad = RuleExample(
        #"""
        {
          "payments": true,
          "payments": false
        }
        """#)

    let good = RuleExample(
        #"""
        {
          "payments": true
        }
        """#)
}
