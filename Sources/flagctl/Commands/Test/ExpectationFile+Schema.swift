extension OutputSchema {
    /// The format of expectation files. `Configs/expectations.schema.json` contains it for editors.
    static let expectations = OutputSchema(
        name: "expectations", summary: "the format of expectation files, for test",
        schema: [
            "$schema": dialect,
            "title": "Expected values of settings",
            "description":
                "Expected values of the settings of a document, for a version or for all versions of a requirement.",
            "type": "object",
            "required": ["document", "expectations"],
            "properties": [
                "$schema": .text("The location of this schema, for editors."),
                "document": [
                    "type": "string", "minLength": 1,
                    "description": "The path of the document, relative to the directory of this file.",
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
                "description": "The name in reports, which is unique in the file.",
            ],
            "version": [
                "type": "string", "minLength": 1,
                "description": "The app version, such as 1.4.2.",
            ],
            "for": [
                "type": "string", "minLength": 1,
                "description":
                    "A requirement, such as >=2.0.0. The values are expected for all versions that satisfy it.",
            ],
            "context": [
                "type": "object",
                "description":
                    "One user: \"targetingKey\", \"date\" and attributes. A missing member is absent from the context.",
            ],
            "where": [
                "type": "object", "minProperties": 1,
                "description":
                    "The users for whom the values are expected, by conditions as those of an entry: \"when\", \"rollout\", \"from\", \"until\".",
            ],
            "expect": [
                "type": "object", "minProperties": 1,
                "description": "The expected values, by the names of the settings.",
            ],
        ],
        "patternProperties": ["^\\$": true],
        "additionalProperties": false,
    ]
}
