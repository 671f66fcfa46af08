/// Versions and requirements as ECMA-262 regular expressions, composed like the grammar in `Docs/Versions.md`.
enum VersionPattern {
    static let version: JSONLiteral = [
        "description":
            "An app version, such as 1.4.0, 2.0.0-rc.1 or 1.4.0.2317. Always a string: the number 1.10 would be 1.1.",
        "type": "string",
        "pattern": .string("^\(blanks)\(versionText)\(blanks)$"),
    ]

    static let requirement: JSONLiteral = [
        "description":
            "App versions, such as >=1.2.0 <2.0.0, 1.4.x or ~1.4.2 || ^2. Always a string: the number 1.10 would be 1.1.",
        "$comment":
            "Comparators or a range with a hyphen, alternatives separated by ||; \"flagctl help requirements\" explains them.",
        "type": "string",
        "pattern": .string("^\(blanks)\(alternative)(?:\(blanks)\\|\\|\(blanks)\(alternative))*\(blanks)$"),
    ]

    private static let blank = "[ \\t\\r\\n]"
    private static let blanks = "\(blank)*"

    // 1.4.0
    private static let components = "[vV]?[0-9]+(?:\\.[0-9]+)*"
    // rc, 1, 0a: a number has no leading zero
    private static let identifier = "(?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)"
    private static let prerelease = "(?:-\(identifier)(?:\\.\(identifier))*)?"
    private static let build = "(?:\\+[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*)?"
    private static let versionText = "\(components)\(prerelease)\(build)"

    // 1.4.x
    private static let wildcard = "\(components)\\.[xX*]"
    // >=1.4.0, =1.4.x, *
    private static let comparator =
        "(?:\\*|==?\(blanks)\(wildcard)|\(wildcard)|(?:[<>]=?|[!=]=|[=~^])?\(blanks)\(versionText))"
    private static let separator = "(?:\(blanks),\(blanks)|\(blank)+)"
    // 1.2.0 - 1.4.0
    private static let range = "\(versionText)\(blank)+-\(blank)+\(versionText)"
    private static let alternative = "(?:\(comparator)(?:\(separator)\(comparator))*|\(range))"
}
