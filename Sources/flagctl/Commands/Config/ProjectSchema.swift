import FlagAnalysis

extension OutputSchema {
    /// The format of project files. `Configs/project.schema.json` contains it for editors.
    static let project = OutputSchema(
        name: "project", summary: "the format of flagctl.json, for every command",
        schema: [
            "$schema": dialect,
            "title": "A project of flagctl",
            "description":
                "Arguments that a command line does not give. Paths are relative to the directory of the file.",
            "type": "object",
            "properties": [
                "$schema": .text("The location of this schema, for editors."),
                "inputs": texts("The documents of a command that gets none: files, directories and globs."),
                "platforms": [
                    "type": "object",
                    "description":
                        "The documents of each line of versions, by the name of the platform, with their releases.",
                    "propertyNames": ["pattern": "^[A-Za-z0-9._-]+$"],
                    "additionalProperties": [
                        "type": "object",
                        "properties": [
                            "inputs": texts("The documents of the platform: files, directories and globs."),
                            "releases": [
                                "type": "string", "minLength": 1,
                                "description":
                                    "The list of the versions of the platform; without it, that of the project.",
                            ],
                            "readers": [
                                "type": "string", "minLength": 1,
                                "description":
                                    "The folder with the records of the platform's releases; without it, that of the project.",
                            ],
                        ],
                        "patternProperties": ["^\\$": true],
                        "required": ["inputs"],
                        "additionalProperties": false,
                    ],
                ],
                "excludes": texts("The files that directories and globs leave out: files, directories and globs."),
                "policies": texts("The files of policies, for check, prove, release and publish."),
                "releases": [
                    "type": "string", "minLength": 1,
                    "description": "The list of the app's versions, as for --releases.",
                ],
                "readers": [
                    "type": "string", "minLength": 1,
                    "description": "The folder with the records of what releases read, as for --readers.",
                ],
                "modulesWithoutSettings": texts(
                    "Modules that the code imports, whose code is not given, and that read no settings, as for --without-settings of readers."
                ),
                "trust": [
                    "type": "string", "minLength": 1,
                    "description":
                        "The file with the keys and names that apps trust, as for --trust of publish, rollback and log.",
                ],
                "state": [
                    "type": "string", "minLength": 1,
                    "description": "The record of what was signed for publication, as for --state.",
                ],
                "against": [
                    "type": "string", "minLength": 1,
                    "description":
                        "The revision that check compares with, as for --against; \"auto\" is where the change begins.",
                ],
                "at": [
                    "type": "string", "minLength": 1,
                    "description":
                        "The date that check compares schedules with, as for --at; \"today\" is the date of the run.",
                ],
                "findings": [
                    "enum": .array(ReportedFindings.allCases.map { .string($0.rawValue) }),
                    "description": "The findings that check reports, as for --findings.",
                ],
                "failOn": [
                    "enum": .array(Severity.allCases.map { .string($0.rawValue) }),
                    "description": "The lowest severity with which check and references exit 1.",
                ],
                "severities": [
                    "type": "object",
                    "description": "The severities of rules, by their codes; \"off\" for a rule that does not run.",
                    "additionalProperties": [
                        "enum": .array((Severity.allCases.map(\.rawValue) + ["off"]).map { .string($0) })
                    ],
                ],
                "prereleases": [
                    "type": "boolean",
                    "description":
                        "Whether users can get pre-releases of the app. With false, prerelease-boundary and release-candidate are off.",
                ],
                "formats": [
                    "type": "object",
                    "description": "The value of --format for each command.",
                    "properties": .object(formats),
                    "additionalProperties": false,
                ],
            ],
            "patternProperties": ["^\\$": true],
            "additionalProperties": false,
        ])

    private static var formats: [(String, JSONLiteral)] {
        Command.all.compactMap { command in
            guard case .choice(_, let formats)? = command.option(named: "format")?.declaration.form else { return nil }
            return (command.name, ["enum": .array(formats.map { .string($0) })])
        }
    }

    private static func texts(_ description: String) -> JSONLiteral {
        [
            "type": "array", "items": ["type": "string", "minLength": 1],
            "description": .string(description),
        ]
    }
}
