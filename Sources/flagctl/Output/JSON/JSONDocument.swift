import FlagResolver

/// The description of the one document that `--format json` prints. See ``JSONObject`` for an example.
struct JSONDocument<Report>: Sendable {
    let schema: OutputSchema
    private let object: JSONObject<Report>

    /// - Parameters:
    ///   - name: The command.
    ///   - summary: What the document says, in a few words without a full stop.
    ///   - failures: What the run could not read, check or do; `nil` for a command that cannot fail partially.
    ///   - dependencies: Further keys that require other keys.
    ///   - members: The members after those that every document begins with.
    init(
        _ name: String, _ summary: String, failures: (@Sendable (Report) -> RunFailures)? = nil,
        requiring dependencies: [(key: String, required: [String])] = [],
        @JSONMembers<Report> _ members: () -> [Member<Report>]
    ) {
        var head = [Member<Report>("schema", .constant(OutputSchema.format(name))) { _ in }]
        if let failures { head.append(Self.incomplete(failures)) }
        let members = members()
        let object = JSONObject(requiring: dependencies, members: head + members)
        self.object = object
        schema = OutputSchema(name: name, summary: "\(name) --format json, \(summary)") {
            object.schema.literal
        } definitions: { [head] in
            // The definition of failures, which every output has, comes last.
            JSONObject(members: members).schema.definitions + JSONObject(members: head).schema.definitions
        }
    }

    private static func incomplete(_ failures: @escaping @Sendable (Report) -> RunFailures) -> Member<Report> {
        Member(
            optional: "incomplete", .list(of: RunFailures.failure, atLeast: 1),
            "What could not be read, checked or done, and is therefore not in the output; missing if the run is complete."
        ) { report in
            let diagnostics = failures(report).diagnostics
            return diagnostics.isEmpty ? nil : diagnostics
        }
    }

    /// The type of such documents inside others.
    var type: JSONType<Report> { object.type }

    /// Writes the document: indented for people at a terminal, on one line for programs.
    func write(_ report: Report, to buffer: inout TextBuffer) {
        let layout: JSONWriter.Layout = buffer.display.isTerminal ? .indented(by: 2) : .compact
        JSONOutput.write(layout, to: &buffer) { object.write(report, to: &$0) }
        buffer.endLine()
    }
}

/// The description of the lines that `--format ndjson` prints: a record, or something that could not be read or checked.
struct JSONLine<Record>: Sendable {
    let schema: OutputSchema
    private let record: JSONObject<Record>

    /// - Parameters:
    ///   - name: The command.
    ///   - summary: What a line says, in a few words without a full stop.
    init(_ name: String, _ summary: String, _ record: JSONObject<Record>) {
        self.record = record
        schema = OutputSchema(name: "\(name)-line", summary: "\(name) --format ndjson, \(summary)") {
            ["anyOf": [["$ref": "#/$defs/record"], Self.incomplete.schema.literal]]
        } definitions: {
            [JSONSchema.Definition(name: "record") { record.schema }] + Self.incomplete.schema.definitions
                + record.schema.definitions
        }
    }

    private static var incomplete: JSONObject<Diagnostic> {
        JSONObject { Member("incomplete", RunFailures.failure) { $0 } }
    }

    /// Writes a line for each failure, before the records.
    func write(_ failures: RunFailures, to buffer: inout TextBuffer) {
        for diagnostic in failures.diagnostics { Self.write(diagnostic, as: Self.incomplete, to: &buffer) }
    }

    /// Writes the line of a record.
    func write(_ record: Record, to buffer: inout TextBuffer) {
        Self.write(record, as: self.record, to: &buffer)
        buffer.flushFullChunk()
    }

    private static func write<Value>(_ value: Value, as object: JSONObject<Value>, to buffer: inout TextBuffer) {
        JSONOutput.write(to: &buffer) { object.write(value, to: &$0) }
        buffer.endLine()
    }
}
