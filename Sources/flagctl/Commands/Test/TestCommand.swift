import FlagAnalysis
import FlagResolver

extension Command {
    static let test = Command(
        name: "test",
        summary: "expected values, at a version or for all versions of a requirement",
        examples: [
            Example(
                line: "flagctl test Configs/app.expectations.json",
                meaning: "compare the document that the file names with the expected values"),
            Example(line: "flagctl test Configs", meaning: "every *.expectations.json below a folder"),
            Example(
                line: "flagctl test --format tap --report junit=test.xml Configs",
                meaning: "for a TAP reader, and a file for CI"),
        ],
        operands: [
            Operand(
                name: "FILE", count: .oneOrMore,
                summary: "a file of expectations, a directory, a quoted glob, REV:PATH, or \"-\"")
        ],
        options: [
            .patch, .format(TestReport.Format.self), .report(TestReport.Format.self), .watch, .standardInputName,
            .color, .exitZero,
        ],
        folderContent: .expectations,
        notes: [
            "A file of expectations: { \"document\": \"app.json\", \"expectations\": [ { \"name\": \"crash in 1.4.2\", "
                + "\"version\": \"1.4.2\", \"expect\": { \"payments\": false } }, { \"name\": \"new checkout\", \"for\": "
                + "\">=2.0.0\", \"expect\": { \"checkout\": \"modern\" } } ] }. With \"for\" it is proved for every "
                + "version of the requirement. Docs/Testing.md describes it.",
            "Exit codes: 0 all passed; 1 one failed, or applies to no version and cannot fail; 2 a file cannot be read, or "
                + "a document has no such setting.",
        ],
        run: { (arguments, session) throws(UsageError) in
            let report = TestReport(parts: try TestRun(arguments).parts(in: &session))
            return ReportOutput(arguments).write(report, in: &session)
        })
}
