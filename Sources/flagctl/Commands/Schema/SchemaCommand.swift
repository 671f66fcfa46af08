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
        summary: "print the JSON Schemas of documents and JSON outputs",
        examples: [
            Example(line: "flagctl schema", meaning: "the names of all schemas"),
            Example(
                line: "flagctl schema settings > settings.schema.json",
                meaning: "the schema of documents, for editors; refer to it with \"$schema\" in documents"),
            Example(line: "flagctl schema check", meaning: "the output of check --format json"),
            Example(line: "flagctl schema check-line", meaning: "a line of the output of check --format ndjson"),
        ],
        operands: [.schema],
        options: [.color],
        notes: [
            "The schemas use JSON Schema 2020-12. Those of outputs allow only the members that they name. The number "
                + "at the end of an output's \"schema\" increases when a member changes or is removed.",
            "SARIF, JUnit and the reports for GitLab and GitHub follow the schemas of those formats.",
            "Exit codes: 0 printed; 2 there is no such schema, or the command line is invalid.",
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
