extension OutputSchema {
    /// The format of documents, which `Configs/settings.schema.json` holds for editors.
    static let settings = OutputSchema(
        name: "settings", summary: "the format of documents",
        schema: [
            "$schema": dialect,
            "title": "Settings by app version",
            "description": "A document of settings, each with a default and values for ranges of app versions.",
            "type": "object",
            "properties": topLevel,
            "patternProperties": metadata,
            "additionalProperties": ["$ref": "#/$defs/member"],
            "$defs": .object(definitions + DeclaredTypeName.all.map { ($0.definition, $0.schema) }),
        ])

    private static let metadata: JSONLiteral = ["^\\$": true]

    private static let topLevel: JSONLiteral = [
        "$schema": .text("Where this schema is, for editors."),
        "$version": [
            "type": "integer",
            "description": "The number of this document; whoever publishes it counts it up.",
        ],
        "$minimumVersion": [
            "$ref": "#/$defs/version", "description": "The oldest app version that is still supported.",
        ],
        "$minimumVersionSetting": .text("The name of the setting that makes old versions update."),
        "$comment": ["description": "A remark for readers of the document."],
        "defaultValue": notHere,
        "valuesByVersion": notHere,
    ]

    private static let notHere: JSONLiteral = [
        "description": "Not here: the top level holds settings and is none itself.",
        "not": [:],
    ]

    private static let definitions: [(key: String, value: JSONLiteral)] = [
        ("member", member), ("group", group), ("setting", setting), ("entry", entry),
        ("version", VersionPattern.version), ("requirement", VersionPattern.requirement),
    ]

    private static let member: JSONLiteral = [
        "description": "A setting, a group, or a constant.",
        "if": ["type": "object"],
        "then": [
            "if": ["anyOf": [["required": ["defaultValue"]], ["required": ["valuesByVersion"]]]],
            "then": ["$ref": "#/$defs/setting"],
            "else": ["$ref": "#/$defs/group"],
        ],
    ]

    private static let group: JSONLiteral = [
        "description":
            "Settings under a common name: the names of its members begin with its own and a dot.",
        "type": "object",
        "patternProperties": metadata,
        "additionalProperties": ["$ref": "#/$defs/member"],
    ]

    private static let setting: JSONLiteral = [
        "description":
            "One setting: the first entry that contains the app version gives the value, otherwise the default does.",
        "type": "object",
        "required": ["defaultValue"],
        "properties": [
            "defaultValue": .value("The value for every version that no entry contains."),
            "valuesByVersion": [
                "description": "The entries, in the order in which they are tried.",
                "type": ["array", "null"],
                "items": ["$ref": "#/$defs/entry"],
            ],
            "type": [
                "description": "The type of every value of this setting.",
                "enum": .array(DeclaredTypeName.all.map { .string($0.name) }),
            ],
            "description": .text("What this setting is for."),
            "owner": .text("Whom to ask about this setting."),
        ],
        "patternProperties": metadata,
        "additionalProperties": false,
        "allOf": .array(DeclaredTypeName.all.map(\.condition)),
    ]

    private static let entry: JSONLiteral = [
        "description": "One value, and the app versions that get it.",
        "type": "object",
        "required": ["appVersion"],
        "oneOf": [["required": ["value"]], ["required": ["defaultValue"]]],
        "properties": [
            "appVersion": [
                "description":
                    "The app versions that get the value: one requirement, or several of which any may hold.",
                "if": ["type": "array"],
                "then": ["minItems": 1, "items": ["$ref": "#/$defs/requirement"]],
                "else": ["$ref": "#/$defs/requirement"],
            ],
            "value": .value("The value for these versions."),
            "defaultValue": .value("Another spelling of value, as older backends send it."),
            "description": .text("Why these versions get this value."),
        ],
        "patternProperties": metadata,
        "additionalProperties": false,
    ]
}

/// One of the types that a setting may declare, as the schema holds its values to it.
private struct DeclaredTypeName {
    let name: String

    static let all = ["boolean", "integer", "number", "string", "array", "object"].map { DeclaredTypeName(name: $0) }

    /// What the values of such a setting are called among the definitions.
    var definition: String { "\(name)Setting" }

    /// That a setting which declares the type has values of it.
    var condition: JSONLiteral {
        [
            "if": ["required": ["type"], "properties": ["type": ["const": .string(name)]]],
            "then": ["$ref": .string("#/$defs/\(definition)")],
        ]
    }

    var schema: JSONLiteral {
        let value: JSONLiteral = ["type": .string(name)]
        return [
            "properties": [
                "defaultValue": value,
                "valuesByVersion": ["items": ["properties": ["value": value, "defaultValue": value]]],
            ]
        ]
    }
}
