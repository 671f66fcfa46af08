extension OutputSchema {
    static let retarget = OutputSchema(
        report: "retarget", summary: "retarget --format json, boundaries that move",
        members: [
            "from": .appVersion,
            "to": .appVersion,
            "results": .list(
                of: .members(
                    [
                        "file": .file,
                        "isApplied": .bool("Whether the file has been written."),
                        "moved": .list(of: .definition("moved"), "The requirements that are written anew."),
                        "refused": .list(of: .definition("refused"), "What cannot be moved; nothing is moved then."),
                        "changes": .list(of: .definition("change"), "The values that change."),
                        "patch": .text("Without --apply: the move as a unified diff; missing where nothing moves."),
                    ], optional: ["patch"]), "A result for each file."),
        ],
        definitions: [
            "moved": .members([
                "name": .text("The setting."),
                "entry": .count("The position of the entry."),
                "line": .line, "column": .column,
                "before": .text("The requirement, or the element of a list, as it is."),
                "after": .text("The same afterwards."),
            ]),
            "refused": .members([
                "code": .oneOf(
                    ["empties-requirement", "reorders-boundaries", "no-such-boundary"], "Why it cannot be moved."),
                "name": .text("The setting."),
                "line": .line, "column": .column,
                "message": .text("The same as a sentence."),
            ]),
            "change": .members([
                "name": .text("The setting."),
                "versions": .requirement,
                "stretches": .intervals,
                "before": .value("The old value."),
                "after": .value("The new value."),
            ]),
            "stretch": .interval(),
        ])
}
