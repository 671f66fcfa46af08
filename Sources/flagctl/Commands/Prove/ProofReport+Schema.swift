extension OutputSchema {
    static let prove = OutputSchema(
        report: "prove", summary: "prove --format json, the verdict on each policy",
        members: [
            "results": .list(of: .definition("result"), "A verdict for each file and policy.")
        ],
        definitions: proofDefinitions)

    /// The definition of a verdict, `result`, and what it refers to.
    static let proofDefinitions: JSONLiteral = [
        "result": .members(
            [
                "file": .file,
                "label": .text("The label of the policy; missing where it has none."),
                "policy": .text("The policy as it is written."),
                "policyFile": .text("The file that it stands in; missing where an option gave it."),
                "policyLine": .line,
                "verdict": .oneOf(["proved", "violated", "vacuous"], "What came of it."),
                "versions": .requirement,
                "stretches": .intervals,
                "violations": .list(of: .definition("violation"), "The values that break it, all of them."),
            ], optional: ["label", "policyFile", "policyLine", "violations"]
        )
        .adding([
            "dependentRequired": ["policyFile": ["policyLine"], "policyLine": ["policyFile"]],
            "if": ["properties": ["verdict": ["const": "violated"]]],
            "then": ["required": ["violations"]],
            "else": ["properties": ["violations": false]],
        ]),
        "violation": .members(
            [
                "name": .text("The setting."),
                "versions": .requirement,
                "stretches": .intervals,
                "value": .value("The value that breaks the policy for these versions."),
                "text": .text("What is wrong, as a sentence."),
                "file": .patchFile, "line": .line, "column": .column,
            ], optional: ["file"]),
        "stretch": .interval(),
    ]
}
