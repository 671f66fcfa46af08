/// The conditions of entries as JSON Schema.
///
/// A schema cannot check leap days, the decimals of percentages, slices that end before they begin, or
/// prerequisites that form a cycle.
enum ConditionSchema {
    /// The members of an entry that are conditions.
    static let members: [(key: String, value: JSONLiteral)] = [
        (
            "appVersion",
            oneOrMore(
                "requirement",
                "The app versions that get the value: one requirement, or several of which any may hold.")
        ),
        ("when", reference("when")),
        ("rollout", oneOrMore("rollout", "A share of all keys, or several of which all must include the key.")),
        ("from", reference("dateTime", "The first instant at which the value applies.")),
        ("until", reference("dateTime", "The first instant at which the value no longer applies.")),
        ("requires", oneOrMore("text", "The full name of a setting that must be true, or several.")),
    ]

    /// The member `$attributes` of a document.
    static let attributes: JSONLiteral = [
        "description": "The attributes that conditions test. They never change a value.",
        "type": "object",
        "properties": ["appVersion": ["not": [:]], "date": ["not": [:]]],
        "patternProperties": ["^\\$": true, attributeName: reference("attribute")],
        "additionalProperties": false,
    ]

    /// The definitions that ``members`` and ``attributes`` refer to.
    static let definitions: [(key: String, value: JSONLiteral)] = [
        ("when", when),
        ("presence", presence),
        ("condition", oneOrMore("form", "A condition on one attribute: a form, or a list of which any form may hold.")),
        ("form", form(testedBy: "tests")),
        ("tests", tests(conditionTests + negations, isExclusive: true)),
        ("negatedCondition", oneOrMore("negatedForm", "A condition inside \"not\".")),
        ("negatedForm", form(testedBy: "negatedTests")),
        ("negatedTests", tests(conditionTests, isExclusive: false)),
        ("rollout", rollout),
        ("slice", slice),
        ("percentage", percentage),
        ("dateTime", dateTime),
        ("text", ["type": "string", "minLength": 1]),
        ("attribute", attribute),
    ]

    private static func reference(_ definition: String) -> JSONLiteral { ["$ref": .string("#/$defs/\(definition)")] }

    private static func reference(_ definition: String, _ description: String) -> JSONLiteral {
        ["$ref": .string("#/$defs/\(definition)"), "description": .string(description)]
    }

    /// One value, or a non-empty list of them.
    private static func oneOrMore(_ definition: String, _ description: String) -> JSONLiteral {
        [
            "description": .string(description),
            "if": ["type": "array"],
            "then": ["minItems": 1, "items": reference(definition)],
            "else": reference(definition),
        ]
    }

    // MARK: Attributes

    private static let attributeName = "^[A-Za-z][A-Za-z0-9_-]*$"

    /// Requires an object to have a member other than metadata.
    private static let onlyMetadata: JSONLiteral = ["propertyNames": ["pattern": "^\\$"]]

    private static let when: JSONLiteral = [
        "description": "Conditions by the names of attributes; all must hold.",
        "type": "object",
        "properties": ["appVersion": reference("presence"), "date": reference("presence")],
        "patternProperties": ["^\\$": true, attributeName: reference("condition")],
        "additionalProperties": false,
        "not": onlyMetadata,
    ]

    private static let presence: JSONLiteral = [
        "description":
            "Whether the context has an app version or a date. To test the value, use appVersion, from and until of the entry.",
        "type": "object",
        "required": ["absent"],
    ]

    private static func form(testedBy tests: String) -> JSONLiteral {
        [
            "description": "A string, a Boolean, a number, or an object of tests.",
            "type": ["string", "boolean", "number", "object"],
            "minLength": 1,
            "if": ["type": "object"],
            "then": reference(tests),
        ]
    }

    private static let conditionTests: [(key: String, value: JSONLiteral)] = [
        ("startsWith", oneOrMore("text", "Strings with this prefix, or with one of several.")),
        ("<", number("Numbers below this one.")),
        ("<=", number("Numbers up to this one.")),
        (">", number("Numbers above this one.")),
        (">=", number("Numbers from this one on.")),
        (
            "version",
            oneOrMore("requirement", "Strings that are a version in this requirement, or in one of several.")
        ),
    ]

    private static let negations: [(key: String, value: JSONLiteral)] = [
        (
            "not",
            reference("negatedCondition", "Values of the tested types for which this condition does not hold.")
        ),
        (
            "absent",
            [
                "type": "boolean",
                "description": "true: the attribute is absent; false: it is present. Stands alone.",
            ]
        ),
    ]

    private static func number(_ description: String) -> JSONLiteral {
        ["type": "number", "description": .string(description)]
    }

    /// - Parameter isExclusive: Whether `absent` is a member, which must stand alone.
    private static func tests(_ members: [(key: String, value: JSONLiteral)], isExclusive: Bool) -> JSONLiteral {
        let tests: JSONLiteral = [
            "description": "Values that satisfy all members.",
            "type": "object",
            "properties": .object(members),
            "patternProperties": ["^\\$": true],
            "additionalProperties": false,
            "not": onlyMetadata,
        ]
        guard isExclusive else { return tests }
        return tests.adding([
            "if": ["required": ["absent"]],
            "then": ["propertyNames": ["pattern": "^(?:absent$|\\$)"]],
        ])
    }

    private static let attribute: JSONLiteral = [
        "description": "What an attribute is, for people and tools.",
        "type": "object",
        "properties": [
            "type": [
                "description": "The type of its values.",
                "enum": ["string", "boolean", "integer", "number", "version"],
            ],
            "values": ["description": "The strings in use.", "type": "array", "items": ["type": "string"]],
            "required": ["type": "boolean", "description": "Whether every client gives the attribute."],
            "description": .text("What the attribute means."),
        ],
        "patternProperties": ["^\\$": true],
        "additionalProperties": false,
    ]

    // MARK: Rollouts

    private static let rollout: JSONLiteral = [
        "description": "A share of all keys.",
        "$comment":
            "A percentage has at most three decimals. multipleOf is not used: with binary numbers it rejects valid percentages.",
        "type": "object",
        "required": ["percent", "salt"],
        "properties": [
            "percent": [
                "description":
                    "The percentage of keys, a slice from one percentage to another, or a list of slices.",
                "if": ["type": "array"],
                "then": [
                    "if": ["prefixItems": [["type": "array"]]],
                    "then": ["minItems": 1, "items": reference("slice")],
                    "else": reference("slice"),
                ],
                "else": reference("percentage"),
            ],
            "salt": reference(
                "text", "Decides together with the key who is included. Another salt includes other keys."),
            "by": [
                "description": "The attribute that is the key; targetingKey if absent.",
                "type": "string",
                "pattern": .string(attributeName),
                "not": ["enum": ["appVersion", "date"]],
            ],
        ],
        "patternProperties": ["^\\$": true],
        "additionalProperties": false,
    ]

    private static let slice: JSONLiteral = [
        "description": "From one percentage to another.",
        "type": "array",
        "minItems": 2,
        "maxItems": 2,
        "items": reference("percentage"),
    ]

    private static let percentage: JSONLiteral = [
        "description": "A number from 0 to 100 with at most three decimals.",
        "type": "number",
        "minimum": 0,
        "maximum": 100,
    ]

    // MARK: Dates

    private static let dateTime: JSONLiteral = [
        "description": "A date-time of RFC 3339 with a zone, such as 2026-12-01T00:00:00Z.",
        "type": "string",
        "pattern": .string(
            "^[0-9]{4}-(?:\(date))[Tt]\(hourAndMinute):[0-5][0-9]\(fraction)(?:[Zz]|[+-]\(hourAndMinute))$"),
    ]

    private static let date =
        "(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|[12][0-9])"
    private static let hourAndMinute = "(?:[01][0-9]|2[0-3]):[0-5][0-9]"
    private static let fraction = "(?:\\.[0-9]{1,9})?"
}
