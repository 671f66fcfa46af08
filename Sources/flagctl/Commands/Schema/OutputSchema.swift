import FlagResolver

/// The JSON Schema (2020-12) of something that `flagctl` reads or writes.
///
/// To describe another output: write an `OutputSchema` in a file beside what writes the output, and name it in
/// ``all``.
struct OutputSchema: Sendable {
    /// What `flagctl schema` calls it: the command, with `-line` behind it for a line of `ndjson`.
    let name: String
    /// What it describes, in a few words without a full stop.
    let summary: String
    let schema: JSONLiteral

    /// Every schema, the documents first, then the outputs in the order of the help.
    static let all: [OutputSchema] = [
        .settings,
        .expectations,
        .resolve, .resolveLine,
        .check, .checkLine,
        .explain,
        .matrix,
        .diff, .diffLine,
        .prove,
        .release,
        .test,
        .stale,
        .retarget,
        .rules,
    ]

    /// The `schema` member of an output, in which the version of the format is the last part.
    static func format(_ name: String) -> String { "flagctl/\(name)/1" }

    static let dialect: JSONLiteral = "https://json-schema.org/draft/2020-12/schema"

    /// A schema with everything written out.
    init(name: String, summary: String, schema: JSONLiteral) {
        self.name = name
        self.summary = summary
        self.schema = schema
    }

    /// The schema of an output, which is an object.
    ///
    /// - Parameters:
    ///   - root: Made with ``JSONLiteral/members(_:optional:)``.
    ///   - definitions: What `root` refers to, by name.
    init(name: String, summary: String, root: JSONLiteral, definitions: JSONLiteral) {
        self.name = name
        self.summary = summary
        let title: JSONLiteral = ["$schema": Self.dialect, "title": .string("flagctl: \(summary)")]
        schema = title.adding(root).adding(["$defs": definitions])
    }

    /// The schema of a report: what the block describes, after the members that every report begins with.
    ///
    /// - Parameters:
    ///   - optional: The members that may be missing.
    ///   - constraints: What else is to be said of the object.
    init(
        report name: String, summary: String, members: KeyValuePairs<String, JSONLiteral>, optional: Set<String> = [],
        constraints: JSONLiteral = [:], definitions: JSONLiteral
    ) {
        let head: KeyValuePairs<String, JSONLiteral> = ["schema": .format(name), "incomplete": .incomplete]
        self.init(
            name: name, summary: summary,
            root: .members(Array(head) + Array(members), optional: optional.union(["incomplete"])).adding(constraints),
            definitions: definitions.adding(["failure": .failure]))
    }

    /// The schema of a line of a report: a record, or something that could not be read or checked.
    init(line name: String, summary: String, record: JSONLiteral, definitions: JSONLiteral) {
        self.init(
            name: name, summary: summary,
            root: ["anyOf": [.definition("record"), .members(["incomplete": .definition("failure")])]],
            definitions: JSONLiteral.object([("record", record), ("failure", .failure)]).adding(definitions))
    }

    func write(to buffer: inout TextBuffer) {
        var writer = JSONWriter(.indented(by: 2), reserving: 16384)
        schema.write(to: &writer)
        buffer.write(bytes: writer.bytes)
        buffer.endLine()
    }
}
