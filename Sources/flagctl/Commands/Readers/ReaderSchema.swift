import FlagReaders

extension OutputSchema {
    /// The format of the records of releases. `Configs/reader.schema.json` contains it for editors.
    static let reader = OutputSchema(
        name: "reader", summary: "the format of what a release reads, for --readers",
        schema: [
            "$schema": dialect,
            "title": "What a release reads",
            "description": "The settings that the code of a release reads, with their types and defaults in code.",
            "type": "object",
            "required": ["release", "complete", "settings"],
            "properties": [
                "$schema": .text("The location of this schema, for editors."),
                "release": .text("The version of the release."),
                "from": [
                    "type": "object", "description": "Where the code was found.",
                    "properties": [
                        "tag": .text("The tag of git."), "revision": .text("The name of the commit."),
                    ],
                    "additionalProperties": false,
                ],
                "complete": [
                    "type": "boolean", "description": "Whether the code reads no setting that is not listed.",
                ],
                "rule": [
                    "type": "integer", "minimum": 1,
                    "description":
                        .string(
                            "The version of the rule for complete records. This flagctl has version \(ReaderRecord.currentRule); an "
                                + "older one counts as incomplete."),
                ],
                "attested": [
                    "type": "object", "required": ["by", "because"],
                    "description":
                        "A person who says that the record is complete, although it lists places that are not seen.",
                    "properties": [
                        "by": .text("The name of the person."), "because": .text("The reason."),
                    ],
                    "additionalProperties": false,
                ],
                "formatLevel": [
                    "type": "integer", "minimum": 0,
                    "description":
                        .string(
                            "The document format that the library in the release understands: 0 for conditions on the app version "
                                + "only, 1 for all conditions (the default)."),
                ],
                "bundled": [
                    "type": "object", "required": ["path", "object"],
                    "description": "The document that the app contains.",
                    "properties": [
                        "path": .text("The path from the top of the repository."),
                        "object": .text("The name of its content as an object of git."),
                    ],
                    "additionalProperties": false,
                ],
                "settings": [
                    "type": "object",
                    "description":
                        "The settings that the code reads, by their names; an array has several ways to read one.",
                    "additionalProperties": [
                        "oneOf": [
                            .definition("read"),
                            ["type": "array", "minItems": 1, "items": .definition("read")],
                        ]
                    ],
                ],
                "unseen": [
                    "type": "array", "items": ["type": "string"],
                    "description": "The places that may read other settings.",
                ],
            ],
            "patternProperties": ["^\\$": true],
            "additionalProperties": false,
            "$defs": [
                "read": type(adding: [
                    "default": ["description": "The default in code; missing if it is not known."],
                    "mention": .text("Where the code has the name, if it is not known whether it reads the setting."),
                ]),
                "type": type(adding: [:]),
            ],
        ])

    private static func type(adding more: JSONLiteral) -> JSONLiteral {
        [
            "type": "object",
            "required": ["type"],
            "properties": properties.adding(more),
            "patternProperties": ["^\\$": true],
            "additionalProperties": false,
        ]
    }

    private static let swiftTypes = SwiftInteger.allCases.map(\.rawValue) + SwiftNumber.allCases.map(\.rawValue)

    private static let properties: JSONLiteral = [
        "type": ["enum": ["any", "boolean", "integer", "number", "string", "array", "object"]],
        "swift": [
            "enum": .array(swiftTypes.map { .string($0) }),
            "description": "The type of Swift for integers and numbers; Int and Double by default.",
        ],
        "optional": ["type": "boolean", "description": "Whether null is a value."],
        "cases": [
            "type": "array", "items": ["type": "string"], "description": "The strings that the enum has cases for.",
        ],
        "open": ["type": "boolean", "description": "Whether the enum has a case for other strings."],
        "elementType": .definition("type"),
        "valueType": .definition("type"),
        "members": ["type": "object", "additionalProperties": .definition("type")],
    ]
}
