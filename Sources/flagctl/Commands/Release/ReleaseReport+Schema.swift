extension OutputSchema {
    static let release = OutputSchema(
        report: "release", summary: "release --format json, everything to know before a version is shipped",
        members: [
            "version": .text("The version that is to be shipped."),
            "previous": .text("The version that users have now."),
            "verdict": .oneOf(["ready", "not-ready", "incomplete"], "The last word."),
            "results": .list(of: .definition("document"), "A result for each document."),
            "deleted": .list(
                of: .members(["file": .file, "frozen": frozen, "shipped": shipped]),
                "With --against: the documents that are gone since the revision."),
        ],
        definitions: JSONLiteral.object([
            ("document", document), ("boundary", boundary), ("finding", finding), ("related", related),
            ("setting", .members(settingMembers)),
        ]).adding(proofDefinitions).adding(changeDefinitions.without("stretch")))

    private static let outcome = JSONLiteral.oneOf(["passed", "warned", "failed", "skipped"], "What came of it.")
    private static let frozen = JSONLiteral.text("The versions that are shipped, as a requirement.")
    private static let shipped = JSONLiteral.list(
        of: .definition("setting"), "With --against: the settings that change for versions that are shipped.")

    private static let document = JSONLiteral.members(
        [
            "file": .file,
            "outcomes": .members([
                "check": outcome, "policies": outcome, "values": outcome, "boundaries": outcome, "shipped": outcome,
            ]),
            "findings": .list(of: .definition("finding"), "What is wrong with the document."),
            "policies": .list(of: .definition("result"), "With --policy: a verdict for each policy."),
            "values": .list(
                of: .members(
                    [
                        "name": .text("The setting."),
                        "before": .value("The value in the previous version."),
                        "after": .value("The value in the version."),
                        "file": .patchFile, "line": .line, "column": .column,
                    ], optional: ["file"]), "The settings that have another value than in the previous version."),
            "boundaries": .list(of: .definition("boundary"), "What goes wrong close to the version."),
            "frozen": frozen,
            "shipped": shipped,
        ], optional: ["policies", "frozen", "shipped"])

    private static let boundary = JSONLiteral.members(
        [
            "file": .file, "line": .line, "column": .column, "endLine": .line, "endColumn": .column,
            "code": .oneOf(
                ["release-candidate", "forced-update-lockout", "unsupported-version", "unknown-release"],
                "What is looked at."),
            "severity": .severity,
            "setting": .text("The setting concerned, if it is one."),
            "message": .text("What was found."),
            "help": .text("What to do about it."),
        ], optional: ["setting", "file", "line", "column", "endLine", "endColumn", "help"])
}

extension JSONLiteral {
    /// The members of an object but one, which another object brings along.
    fileprivate func without(_ name: String) -> JSONLiteral {
        guard case .object(let members) = self else { return self }
        return .object(members.filter { $0.key != name })
    }
}
