/// What the schemas of outputs are made of.
extension JSONLiteral {
    /// An object with exactly these members; those that are optional may be missing.
    static func members(_ members: KeyValuePairs<String, JSONLiteral>, optional: Set<String> = []) -> JSONLiteral {
        self.members(Array(members), optional: optional)
    }

    /// The same with members that are put together elsewhere.
    static func members(_ members: [(key: String, value: JSONLiteral)], optional: Set<String> = []) -> JSONLiteral {
        let required = members.map(\.key).filter { !optional.contains($0) }
        return [
            "type": "object",
            "properties": .object(members),
            "required": .array(required.map { .string($0) }),
            "additionalProperties": false,
        ]
    }

    /// An object whose members have any names.
    static func map(of value: JSONLiteral, _ description: String) -> JSONLiteral {
        ["type": "object", "description": .string(description), "additionalProperties": value]
    }

    static func list(of element: JSONLiteral, _ description: String) -> JSONLiteral {
        ["type": "array", "description": .string(description), "items": element]
    }

    static func format(_ name: String) -> JSONLiteral { ["const": .string(OutputSchema.format(name))] }

    static func text(_ description: String) -> JSONLiteral {
        ["type": "string", "description": .string(description)]
    }

    static func bool(_ description: String) -> JSONLiteral {
        ["type": "boolean", "description": .string(description)]
    }

    /// An integer that is not below a number.
    static func count(_ description: String, from minimum: Int = 0) -> JSONLiteral {
        ["type": "integer", "minimum": .integer(minimum), "description": .string(description)]
    }

    static func oneOf(_ words: [String], _ description: String) -> JSONLiteral {
        ["enum": .array(words.map { .string($0) }), "description": .string(description)]
    }

    /// A value of a setting: any JSON.
    static func value(_ description: String) -> JSONLiteral { ["description": .string(description)] }

    /// One of the definitions of the same schema.
    static func definition(_ name: String) -> JSONLiteral { ["$ref": .string("#/$defs/\(name)")] }
}

/// Members and definitions that several outputs share.
extension JSONLiteral {
    static let file = text("The file, as the command line named it.")
    static let line = count("The line, from 1.", from: 1)
    static let column = count("The column in UTF-16 code units, from 1.", from: 1)
    /// The file of a place, where that is not the document's own.
    static let patchFile = text("The patch that it came from; missing where it stands in the document itself.")

    /// The member that only the outputs of incomplete runs have, as ``RunFailures`` writes it; it refers to ``failure``.
    static let incomplete = list(
        of: definition("failure"),
        "What could not be read, checked or done, so that the output lacks it; missing if the run is complete."
    ).adding(["minItems": 1])

    static let failure = members(
        [
            "input": text("The file, or what else it is about."),
            "line": line, "column": column, "endLine": line, "endColumn": column,
            "code": text("What kind of failure it is, if that has a name."),
            "setting": text("The setting concerned, if it is one."),
            "message": text("What went wrong."),
            "help": text("What to do about it."),
        ], optional: ["line", "column", "endLine", "endColumn", "code", "setting", "help"]
    )
    .adding(["dependentRequired": ["line": ["column", "endLine", "endColumn"]]])

    static let appVersion = text("An app version.")
    static let requirement = text("A set of versions, in the syntax of requirements.")

    private static func bound(_ description: String) -> JSONLiteral {
        ["type": ["string", "null"], "description": .string(description)]
    }

    /// A interval of the version line, as ``JSONWriter/write(members:)`` writes it, with further members after.
    static func interval(
        and further: KeyValuePairs<String, JSONLiteral> = [:], optional: Set<String> = []
    ) -> JSONLiteral {
        let own: KeyValuePairs<String, JSONLiteral> = [
            "versions": requirement,
            "from": bound("The lower bound; null where there is none."),
            "fromInclusive": bool("Whether the lower bound itself belongs to it."),
            "to": bound("The upper bound; null where there is none."),
            "toInclusive": bool("Whether the upper bound itself belongs to it."),
        ]
        return members(Array(own) + Array(further), optional: optional)
    }

    static let intervals = list(of: definition("stretch"), "The same set as ranges, in ascending order.")
}
