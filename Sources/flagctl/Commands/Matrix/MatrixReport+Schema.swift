extension OutputSchema {
    static let matrix = OutputSchema(
        report: "matrix", summary: "matrix --format json, every value for all versions",
        members: [
            "within": .requirement,
            "results": .list(
                of: .members([
                    "file": .file,
                    "stretches": .list(of: .definition("stretch"), "The columns, in ascending order."),
                    "settings": .list(of: .definition("setting"), "The rows."),
                ]), "A matrix for each file."),
        ],
        definitions: [
            "stretch": .interval(),
            "setting": .members([
                "name": .text("The setting."),
                "values": .list(of: .definition("run"), "Its values along the version line."),
            ]),
            "run": .members(
                [
                    "stretch": .count("The first range that has the value, counted from 0."),
                    "count": .count("How many adjacent ranges have it.", from: 1),
                    "value": .value("The value."),
                    "file": .patchFile, "line": .line, "column": .column,
                ], optional: ["file"]),
        ])
}
