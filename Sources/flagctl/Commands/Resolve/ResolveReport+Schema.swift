import FlagResolver

extension OutputSchema {
    static let resolve = OutputSchema(
        report: "resolve", summary: "resolve --format json, effective values",
        members: [
            "results": .list(of: .definition("result"), "A result for each file and version.")
        ],
        definitions: [
            "result": .members(
                [
                    "file": .file,
                    "version": .appVersion,
                    "values": .map(of: true, "The value of each setting, by its name."),
                    "details": .map(of: .definition("details"), "With --explain: why, by the setting's name."),
                ], optional: ["details"]),
            "details": details,
        ])

    static let resolveLine = OutputSchema(
        line: "resolve-line", summary: "resolve --format ndjson, one value",
        record: .members(
            [
                "file": .file,
                "version": .appVersion,
                "name": .text("The setting."),
                "value": .value("Its value for the version."),
                "details": .definition("details"),
            ], optional: ["details"]),
        definitions: ["details": details])

    private static let details = JSONLiteral.members(
        [
            "reason": .reason,
            "entry": .count("The position of the entry that wins; missing where none does."),
            "appVersion": .text("The requirement of that entry."),
            "file": .patchFile,
            "line": .line,
            "column": .column,
        ], optional: ["entry", "appVersion", "file"]
    )
    .adding(["dependentRequired": ["entry": ["appVersion"], "appVersion": ["entry"]]])
}

extension JSONLiteral {
    static let reason = oneOf(
        ResolutionReason.allCases.map(\.rawValue), "Why the setting has the value, in the words of OpenFeature.")
}
