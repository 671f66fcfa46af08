/// Text that is no JSON. The parser finds it.
struct JSONSyntaxRule: Rule {
    let code = RuleCode.jsonSyntax
    let severity = Severity.error
    let meaning =
        "The text is not JSON as RFC 8259 defines it, so that an app refuses the whole document: a trailing "
        + "comma, a comment, a bad escape, half of a surrogate pair, invalid UTF-8, a byte order mark, or bytes "
        + "after the end."
    let advice =
        "Mend the text at the place that is named."

    let bad = RuleExample(
        #"""
        {
          "payments": true,
        }
        """#)

    let good = RuleExample(
        #"""
        {
          "payments": true
        }
        """#)
}
