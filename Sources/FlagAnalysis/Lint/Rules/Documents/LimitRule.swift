/// A document beyond a limit. The parser and the loader find it.
struct LimitRule: Rule {
    let code = RuleCode.limit
    let severity = Severity.error
    let meaning =
        "The document exceeds a limit of size, depth or count, so that an app refuses it and keeps the old "
        + "one."
    let advice =
        "Split the document into several smaller ones, or make it flatter."

    let bad = RuleExample(
        #"""
        {
          "deep": [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]
        }
        """#)

    let good = RuleExample(
        #"""
        {
          "deep": [[[]]]
        }
        """#)
}
