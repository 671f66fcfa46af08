extension OutputSchema {
    static let explain = OutputSchema(
        report: "explain", summary: "explain --format json, why a setting has its value",
        members: [
            "file": .file,
            "name": .text("The setting."),
            "version": .text("With --version: the version that is explained."),
            "value": .value("The value for that version."),
            "reason": .reason,
            "entry": .count("The position of the entry that wins; missing where none does."),
            "holdsFor": .definition("stretch"),
            "entries": .list(of: .definition("entry"), "The entries, in the order in which they are tried."),
            "default": .definition("default"),
            "history": .list(of: .definition("part"), "The whole version line, in ascending order."),
        ], optional: ["file", "version", "value", "reason", "entry", "holdsFor", "default"],
        constraints: [
            // A setting that cannot be explained has a name and what went wrong.
            "dependentRequired": [
                "file": ["default"],
                "default": ["file"],
                "version": ["file", "value", "reason", "holdsFor"],
                "value": ["version"],
                "reason": ["version"],
                "holdsFor": ["version"],
                "entry": ["version"],
            ]
        ],
        definitions: [
            "entry": .members(
                [
                    "entry": .count("Its position among the entries."),
                    "appVersion": .text("Its requirement."),
                    "value": .value("The value that it gives."),
                    "file": .patchFile, "line": .line, "column": .column,
                    "verdict": .oneOf(
                        ["wins", "also-matches", "does-not-match", "passed-over"],
                        "What becomes of it for the version that is explained."),
                ], optional: ["file", "verdict"]),
            "default": .members(
                [
                    "value": .value("The value for every version that no entry contains."),
                    "file": .patchFile, "line": .line, "column": .column,
                ], optional: ["file"]),
            "part": .interval(
                and: [
                    "value": .value("The value for these versions."),
                    "entry": .count("The position of the entry that wins; missing where it is the default."),
                ], optional: ["entry"]),
            "stretch": .interval(),
        ])
}
