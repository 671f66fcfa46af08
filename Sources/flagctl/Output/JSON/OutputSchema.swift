import FlagResolver

/// The JSON Schema (2020-12) of something that `flagctl` reads or writes.
struct OutputSchema: Sendable {
    /// The operand of `flagctl schema`: the command, followed by `-line` for a line of `ndjson`.
    let name: String
    /// What it describes, in a few words without a full stop.
    let summary: String
    /// The schema itself, which is built only if it is printed.
    let schema: @Sendable () -> JSONLiteral

    /// The `schema` member of an output. Its last part is the version of the format.
    static func format(_ name: String) -> String { "flagctl/\(name)/1" }

    static let dialect: JSONLiteral = "https://json-schema.org/draft/2020-12/schema"

    /// A schema written as a literal.
    init(name: String, summary: String, schema: @autoclosure @escaping @Sendable () -> JSONLiteral) {
        self.name = name
        self.summary = summary
        self.schema = schema
    }

    /// The schema of an output.
    ///
    /// - Parameter definitions: All definitions that `root` and these definitions refer to.
    init(
        name: String, summary: String, root: @escaping @Sendable () -> JSONLiteral,
        definitions: @escaping @Sendable () -> [JSONSchema.Definition]
    ) {
        self.name = name
        self.summary = summary
        schema = {
            let title: JSONLiteral = ["$schema": Self.dialect, "title": .string("flagctl: \(summary)")]
            let definitions = definitions().map { (key: $0.name, value: $0.schema().literal) }
            return title.adding(root()).adding(["$defs": .object(definitions)])
        }
    }

    func write(to buffer: inout TextBuffer) {
        var writer = JSONWriter(.indented(by: 2), reserving: 16384)
        schema().write(to: &writer)
        buffer.write(bytes: writer.bytes)
        buffer.endLine()
    }
}

/// Schemas of formats that `flagctl` reads; those of outputs are derived from their descriptions.
extension JSONLiteral {
    static func text(_ description: String) -> JSONLiteral {
        ["type": "string", "description": .string(description)]
    }

    /// Any value.
    static func value(_ description: String) -> JSONLiteral { ["description": .string(description)] }

    /// A reference to a definition of the same schema.
    static func definition(_ name: String) -> JSONLiteral { ["$ref": .string("#/$defs/\(name)")] }
}
