extension CommandOperand where Self == Operand<OutputSchema?> {
    fileprivate static var schema: Self {
        let names: @Sendable () -> [String] = { OutputSchema.all.map(\.name) }
        let type = ArgumentType.name("NAME", of: "schema", listedBy: "flagctl schema", among: names) { name in
            OutputSchema.all.first { $0.name == name }
        }
        return Operand(optional: type, summary: "the schema to print, such as check", words: names)
    }
}

extension Command {
    static let schema = Command(
        name: "schema",
        summary: "the JSON Schema of documents and of JSON outputs",
        examples: [
            Example(line: "flagctl schema", meaning: "the names of all schemas"),
            Example(
                line: "flagctl schema settings-v2 > settings-v2.schema.json",
                meaning: "the format of documents, for editors: name it in a document's \"$schema\""),
            Example(line: "flagctl schema check", meaning: "what check --format json prints"),
            Example(line: "flagctl schema check-line", meaning: "a line of what check --format ndjson prints"),
        ],
        operands: [.schema],
        options: [.color],
        notes: [
            "The schemas are JSON Schema 2020-12. Those of outputs allow no other members than they name; the last part of "
                + "an output's member \"schema\" grows when a member changes or goes.",
            "SARIF, JUnit and the reports for GitLab and GitHub follow the schemas of those formats.",
            "Exit codes: 0 always, but 2 where there is no such schema or the command line is wrong.",
        ],
        run: { (arguments, session) throws(UsageError) in
            guard let schema = arguments[.schema] else {
                var table = TextTable(columns: 2)
                for schema in OutputSchema.all {
                    table.cell(schema.name)
                    table.cell(schema.summary)
                }
                table.write(to: &session.output)
                return .clean
            }
            schema.write(to: &session.output)
            return .clean
        })
}
