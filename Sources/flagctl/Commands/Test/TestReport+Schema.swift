extension OutputSchema {
    static let test = OutputSchema(
        report: "test", summary: "test --format json, the verdict on each expectation",
        members: [
            "passed": .count("How many hold for every version that they are about."),
            "failed": .count("How many do not."),
            "vacuous": .count("How many are about no version, and so cannot fail."),
            "errors": .count("How many could not be looked at."),
            "results": .list(of: .definition("result"), "A verdict for each expectation."),
        ],
        definitions: [
            "result": .members(
                [
                    "file": .text("The file of expectations."),
                    "line": .line, "column": .column, "endLine": .line, "endColumn": .column,
                    "document": .text("The document that it is about."),
                    "name": .text("The name of the expectation."),
                    "verdict": .oneOf(["passed", "failed", "vacuous", "error"], "What came of it."),
                    "versions": .requirement,
                    "stretches": .intervals,
                    "problems": .list(of: .text("A sentence."), "Why it could not be looked at."),
                    "violations": .list(of: .definition("violation"), "The values that break it, all of them."),
                ], optional: ["problems", "violations"]),
            "violation": .members(
                [
                    "name": .text("The setting."),
                    "versions": .requirement,
                    "stretches": .intervals,
                    "expected": .value("The value that was expected."),
                    "value": .value("The value that the setting has for these versions."),
                    "text": .text("What is wrong, as a sentence."),
                    "file": .patchFile, "line": .line, "column": .column,
                ], optional: ["file"]),
            "stretch": .interval(),
        ])
}
