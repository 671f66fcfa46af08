/// A document beyond a limit. The parser and the loader find it.
struct LimitRule: Rule {
    let code = RuleCode.limit
    let severity = Severity.error
    let meaning =
        "The document exceeds a limit of size, depth or count, so that an app refuses it and keeps the old "
        + "one."

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
