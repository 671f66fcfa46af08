extension OutputSchema {
    /// The format of documents that test only app versions, in `Configs/settings.schema.json` for editors.
    static let settings = document(
        name: "settings", summary: "the format of documents that test only app versions",
        title: "Settings by app version",
        description: "A document of settings, each with a default and values for ranges of app versions.",
        topLevel: [],
        definitions: [
            (
                "setting",
                setting(
                    "One setting: the first entry that contains the app version gives the value, otherwise the default does.",
                    defaultValue: "The value for every version that no entry contains.")
            ), ("entry", entry),
        ])

    /// The format of all documents, in `Configs/settings-v2.schema.json` for editors.
    ///
    /// It has a name of its own, because editors and scripts that have the other one reject what they do not know.
    static let settingsWithTargeting = document(
        name: "settings-v2", summary: "the format of documents, with all conditions",
        title: "Settings by app version and targeting",
        description:
            "A document of settings, each with a default and values by app version, attributes, rollout, date and prerequisites.",
        topLevel: [("$attributes", ConditionSchema.attributes)],
        definitions: [
            (
                "setting",
                setting(
                    "One setting: the first entry whose conditions all hold gives the value, otherwise the default does.",
                    defaultValue: "The value if the conditions of no entry hold.")
            ), ("entry", targetedEntry),
        ] + ConditionSchema.definitions)

    private static func document(
        name: String, summary: String, title: String, description: String,
        topLevel: [(key: String, value: JSONLiteral)], definitions: [(key: String, value: JSONLiteral)]
    ) -> OutputSchema {
        let common = [("member", member), ("group", group)]
        let versions = [("version", VersionPattern.version), ("requirement", VersionPattern.requirement)]
        let types = DeclaredTypeName.all.map { ($0.definition, $0.schema) }
        return OutputSchema(
            name: name, summary: summary,
            schema: [
                "$schema": dialect,
                "title": .string(title),
                "description": .string(description),
                "type": "object",
                "properties": self.topLevel.adding(.object(topLevel)),
                "patternProperties": metadata,
                "additionalProperties": ["$ref": "#/$defs/member"],
                "$defs": .object(common + definitions + versions + types),
            ])
    }

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

    private static func setting(_ description: String, defaultValue: String) -> JSONLiteral {
        [
            "description": .string(description),
            "type": "object",
            "required": ["defaultValue"],
            "properties": [
                "defaultValue": .value(defaultValue),
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
    }

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

    private static let targetedEntry: JSONLiteral = [
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
                ]),
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
