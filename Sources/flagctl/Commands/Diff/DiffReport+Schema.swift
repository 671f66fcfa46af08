extension OutputSchema {
    static let diff = OutputSchema(
        report: "diff", summary: "diff --format json, what changes for which versions",
        members: [
            "frozen": .text("The only versions for which a change counts, as a requirement."),
            "results": .list(
                of: .members([
                    "old": .file,
                    "new": .file,
                    "isEquivalent": .bool(
                        "Whether every setting has the same value for every version, and could be compared."),
                    "settings": .list(of: .definition("setting"), "The settings that differ."),
                    "unchanged": .list(of: .text("A setting."), "The settings that do not."),
                ]), "A result for each pair of files."),
        ],
        definitions: changeDefinitions.adding(["setting": .members(settingMembers)]))

    static let diffLine = OutputSchema(
        line: "diff-line", summary: "diff --format ndjson, one setting that differs",
        record: .members([("old", .file), ("new", .file)] + settingMembers),
        definitions: changeDefinitions)

    /// The members of a setting that differs, which refer to ``changeDefinitions``.
    static let settingMembers: [(key: String, value: JSONLiteral)] = [
        ("name", .text("The setting.")),
        ("kind", .oneOf(["added", "removed", "changed"], "What became of it.")),
        ("counts", .bool("Whether it makes diff exit with 1.")),
        ("changes", .list(of: .definition("change"), "The changes, ordered by their lowest versions.")),
    ]

    static let changeDefinitions: JSONLiteral = [
        "change": .members(
            [
                "versions": .requirement,
                "stretches": .intervals,
                "counts": .bool("Whether it makes diff exit with 1."),
                "before": .value("The old value; missing where there was no such setting."),
                "after": .value("The new value; missing where there is no such setting."),
                "shipped": .list(of: .appVersion, "With --releases: the shipped versions among them."),
                "share": .definition("share"),
                "cause": .definition("cause"),
            ], optional: ["before", "after", "shipped", "share"]),
        "share": .members([
            "percent": ["type": "number", "minimum": 0, "description": "The share of installs of those in per cent."],
            "isLowerBound": .bool(
                "Whether the list of releases does not say it for all of them, so that it is at least this."),
        ]),
        "cause": .members([
            "kind": .oneOf(
                [
                    "setting-added", "setting-removed", "entry-added", "entry-removed", "entry-moved",
                    "requirement-changed", "value-changed", "default-changed", "type-changed",
                ], "What is responsible."),
            "text": .text("The same as a sentence."),
            "file": .file, "line": .line, "column": .column,
        ]),
        "stretch": .interval(),
    ]
}
