import FlagAnalysis

extension OutputSchema {
    static let rules = OutputSchema(
        name: "rules", summary: "rules --format json, what check looks for",
        root: .members([
            "schema": .format("rules"),
            "rules": .list(of: .definition("rule"), "The rules, in the order in which they are documented."),
        ]),
        definitions: [
            "rule": .members([
                "code": .ruleCode,
                "severity": .severity,
                "meaning": .text("What the rule catches, and why that is worth a look."),
                "advice": .text("What to do about a finding."),
                "needsReleases": .bool("Whether it finds nothing without a list of releases."),
                "isAlwaysOn": .bool("Whether it is looked for whatever is selected and ignored."),
                "bad": .definition("example"),
                "good": .definition("example"),
            ]),
            "example": .members(
                [
                    "document": .text("The text of a document."),
                    "releases": .text("The text of a list of releases."),
                ], optional: ["releases"]),
        ])
}

extension JSONLiteral {
    static let ruleCode = oneOf(Rules.names, "The rule.")
    static let severity = oneOf(Severity.allCases.map(\.rawValue), "How much a finding weighs.")
}
