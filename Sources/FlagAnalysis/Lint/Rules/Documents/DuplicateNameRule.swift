/// Two paths that spell one name. The loader finds them.
struct DuplicateNameRule: Rule {
    let code = RuleCode.duplicateName
    let severity = Severity.error
    let meaning =
        "Two paths spell the same name of a setting, so that nobody can say which of the two is meant."
    let advice =
        "Keep one of the two paths, and delete or rename the other."

    let bad = RuleExample(
        #"""
        {
          "checkout": { "style": "legacy" },
          "checkout.style": "modern"
        }
        """#)

    let good = RuleExample(
        #"""
        {
          "checkout": { "style": "modern" }
        }
        """#)
}
