extension OutputSchema {
    /// The format of files of expectations, which `Configs/expectations.schema.json` holds for editors.
    static let expectations = OutputSchema(
        name: "expectations", summary: "the format of files of expectations, for test",
        schema: [
            "$schema": dialect,
            "title": "Expected values of settings",
            "description":
                "What the settings of a document must be, at a version or for all versions of a requirement.",
            "type": "object",
            "required": ["document", "expectations"],
            "properties": [
                "$schema": .text("Where this schema is, for editors."),
                "document": [
                    "type": "string", "minLength": 1,
                    "description": "The document, as a path from the folder that this file is in.",
                ],
                "expectations": [
                    "type": "array", "minItems": 1, "items": .definition("expectation"),
                ],
            ],
            "patternProperties": ["^\\$": true],
            "additionalProperties": false,
            "$defs": ["expectation": expectation],
        ])

    private static let expectation: JSONLiteral = [
        "type": "object",
        "required": ["name", "expect"],
        "oneOf": [["required": ["version"]], ["required": ["for"]]],
        "properties": [
            "name": [
                "type": "string", "pattern": "[^ ]",
                "description": "By which the result is reported; no two in a file are alike.",
            ],
            "version": [
                "type": "string", "minLength": 1,
                "description": "The one version that it is about, such as 1.4.2.",
            ],
            "for": [
                "type": "string", "minLength": 1,
                "description": "A requirement, such as >=2.0.0: it is about every version that satisfies it.",
            ],
            "expect": [
                "type": "object", "minProperties": 1,
                "description": "The settings by their names, each with the value that it must have: the same JSON.",
            ],
        ],
        "patternProperties": ["^\\$": true],
        "additionalProperties": false,
    ]
}
