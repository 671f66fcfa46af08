extension OutputSchema {
    static let stale = OutputSchema(
        report: "stale", summary: "stale --format json, what can be deleted",
        members: [
            "results": .list(
                of: .members(
                    [
                        "file": .file,
                        "floor": .appVersion,
                        "isApplied": .bool("Whether the file has been written without what goes."),
                        "findings": .list(of: .definition("finding"), "What no version from the floor up needs."),
                        "patch": .text("With --fix: what goes, as a unified diff; empty where nothing does."),
                    ], optional: ["patch"]), "A result for each file.")
        ],
        definitions: [
            "finding": .members(
                [
                    "code": .oneOf(
                        ["below-floor", "unreachable-entry", "same-value", "collapsible-entry", "constant-setting"],
                        "What was found."),
                    "name": .text("The setting."),
                    "entry": .count("The position of the entry responsible; missing where it is the default."),
                    "appVersion": .text("The requirement of that entry."),
                    "value": .value("The value of that entry, or the default."),
                    "line": .line, "column": .column,
                    "removes": .list(
                        of: .count("The position of an entry."), "The entries that go if it is done."),
                    "changesDefault": .bool("Whether the value becomes the default, which needs --collapse."),
                    "message": .text("What was found, as a sentence."),
                    "help": .text("What can be done, and what that changes."),
                ], optional: ["entry", "appVersion"]
            )
            .adding(["dependentRequired": ["entry": ["appVersion"], "appVersion": ["entry"]]])
        ])
}
