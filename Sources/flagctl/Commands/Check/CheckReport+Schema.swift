extension OutputSchema {
    static let check = OutputSchema(
        report: "check", summary: "check --format json, all findings",
        members: [
            "fingerprintVersion": .count("Which fingerprints the findings have; a baseline needs the same.", from: 2),
            "files": .list(
                of: .members([
                    "file": .file,
                    "stretches": [
                        "type": ["integer", "null"], "minimum": 1,
                        "description":
                            "How many version ranges were looked at, which are all there are; null where the file is no document.",
                    ],
                ]), "The files that were looked at, in the order of the command line."),
            "errors": .count("How many errors there are."),
            "warnings": .count("How many warnings there are."),
            "notes": .count("How many notes there are."),
            "findings": .list(of: .definition("finding"), "All of them, file by file in the order of their places."),
        ],
        definitions: ["finding": finding, "related": related])

    static let checkLine = OutputSchema(
        line: "check-line", summary: "check --format ndjson, one finding", record: finding,
        definitions: ["related": related])

    /// One finding, which refers to ``related``.
    static let finding = JSONLiteral.members(
        [
            "file": .file, "line": .line, "column": .column, "endLine": .line, "endColumn": .column,
            "code": .ruleCode,
            "severity": .severity,
            "setting": .text(
                "The setting concerned; missing if the finding is about the document, its metadata or a group."),
            "message": .text("What was found."),
            "help": .text("What to do about it."),
            "related": .list(of: .definition("related"), "Other places that take part."),
            "furtherRelated": .count("How many more places take part than are listed, or at least so many.", from: 1),
            "fingerprint": [
                "type": "string", "pattern": "^[0-9a-f]{32}$",
                "description":
                    "Identifies the finding by its file, setting, code and value; it stays the same while lines move.",
            ],
        ], optional: ["setting", "help", "related", "furtherRelated"])

    static let related = JSONLiteral.members([
        "file": .file, "line": .line, "column": .column, "endLine": .line, "endColumn": .column,
        "message": .text("What the place has to do with it."),
    ])
}
