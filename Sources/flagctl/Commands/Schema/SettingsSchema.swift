extension OutputSchema {
    /// The format of documents, in `Configs/settings.schema.json` for editors.
    static let settings = OutputSchema(
        name: "settings", summary: "the format of documents",
        schema: [
            "$schema": dialect,
            "title": "Settings by app version and targeting",
            "description":
                "A document of settings, each with a default and values by app version, attributes, rollout, date and prerequisites.",
            "type": "object",
            "properties": topLevel,
            "patternProperties": metadata,
            "additionalProperties": ["$ref": "#/$defs/member"],
            "$defs": .object(
                [("member", member), ("group", group), ("setting", setting), ("entry", entry)]
                    + ConditionSchema.definitions
                    + [("version", VersionPattern.version), ("requirement", VersionPattern.requirement)]
                    + DeclaredTypeName.all.map { ($0.definition, $0.schema) }),
        ])

    private static let metadata: JSONLiteral = ["^\\$": true]

    private static let topLevel: JSONLiteral = [
        "$schema": .text("The location of this schema, for editors."),
        "$version": [
            "type": "integer",
            "description": "The number of this document, which increases with each publication.",
        ],
        "$minimumVersion": [
            "$ref": "#/$defs/version", "description": "The oldest app version that is still supported.",
        ],
        "$minimumVersionSetting": .text("The name of the setting that forces old versions to update."),
        "$allow": allow,
        "$comment": ["description": "A remark for readers of the document."],
        "defaultValue": notHere,
        "valuesByVersion": notHere,
        "$attributes": ConditionSchema.attributes,
    ]

    private static let notHere: JSONLiteral = [
        "description": "Not allowed here: the top level contains settings, and is not a setting.",
        "not": [:],
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

    /// The codes are not listed: a rule of a later version must not make a document invalid.
    private static let allow: JSONLiteral = [
        "description":
            "Rules of flagctl whose findings are allowed here, each with the reason. They change no value.",
        "type": "object",
        "additionalProperties": ["type": "string", "pattern": "\\S"],
    ]

    private static let group: JSONLiteral = [
        "description":
            "Settings with a common prefix: their names begin with the name of the group and a dot.",
        "type": "object",
        "properties": ["$allow": allow],
        "patternProperties": metadata,
        "additionalProperties": ["$ref": "#/$defs/member"],
    ]

    private static let setting: JSONLiteral = [
        "description":
            "A setting. Its value is that of the first entry whose conditions all hold, or else the default.",
        "type": "object",
        "required": ["defaultValue"],
        "properties": [
            "defaultValue": .value("The value if the conditions of no entry hold."),
            "valuesByVersion": [
                "description": "The entries, in the order in which they are evaluated.",
                "type": ["array", "null"],
                "items": ["$ref": "#/$defs/entry"],
            ],
            "type": [
                "description": "The type of all values of this setting.",
                "enum": .array(DeclaredTypeName.all.map { .string($0.name) }),
            ],
            "enum": [
                "description": "All values that this setting may have. They are checked, and change no value.",
                "type": "array",
                "minItems": 1,
                "uniqueItems": true,
            ],
            "minimum": [
                "description": "The least number that this setting may have. It is checked, and changes no value.",
                "type": "number",
            ],
            "maximum": [
                "description":
                    "The greatest number that this setting may have. It is checked, and changes no value.",
                "type": "number",
            ],
            "elementType": [
                "description": "The type of the elements of arrays. They are checked; it changes no value.",
                "enum": .array(DeclaredTypeName.all.map { .string($0.name) }),
            ],
            "expires": [
                "description":
                    "The date by which the owner means to delete this setting, such as 2026-12-01. It changes no value.",
                "type": "string",
                "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}",
            ],
            "description": .text("The purpose of this setting."),
            "owner": .text("The person or team responsible for this setting."),
            "$allow": allow,
        ],
        "patternProperties": metadata,
        "additionalProperties": false,
        "allOf": .array(DeclaredTypeName.all.map(\.condition)),
    ]

    private static let entry: JSONLiteral = [
        "description": "One value, and the conditions under which it applies; all must hold.",
        "type": "object",
        "anyOf": .array(ConditionSchema.members.map { ["required": [.string($0.key)]] }),
        "oneOf": [["required": ["value"]], ["required": ["defaultValue"]]],
        "properties": .object(
            [("name", ["$ref": "#/$defs/text", "description": "A label for reports, and the variant in OpenFeature."])]
                + ConditionSchema.members + [
                    ("value", .value("The value if all conditions hold.")),
                    ("defaultValue", .value("Another spelling of value, as older backends send it.")),
                    ("description", .text("Why this value applies.")),
                    ("$allow", allow),
                ]),
        "patternProperties": metadata,
        "additionalProperties": false,
    ]
}

/// A type that a setting can declare, and the schema of such settings.
private struct DeclaredTypeName {
    let name: String

    static let all = ["boolean", "integer", "number", "string", "array", "object"].map { DeclaredTypeName(name: $0) }

    /// The name of the definition of such settings.
    var definition: String { "\(name)Setting" }

    /// Requires that a setting with this type has values of the type.
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
