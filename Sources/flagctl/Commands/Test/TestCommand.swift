import FlagAnalysis
import FlagResolver

extension Command {
    private static let testFormats = TestReport.Format.allCases.map(\.rawValue)

    static let test = Command(
        name: "test",
        summary: "expected values, at a version or for all versions of a requirement",
        examples: [
            Example(
                line: "flagctl test Configs/app.expectations.json",
                meaning: "hold the document that the file names against what is expected of it"),
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
        options: [.patch, .format(testFormats), .report, .watch, .standardInputName, .color, .exitZero],
        folderContent: .expectations,
        notes: [
            "A file of expectations: { \"document\": \"app.json\", \"expectations\": [ { \"name\": \"crash in 1.4.2\", "
                + "\"version\": \"1.4.2\", \"expect\": { \"payments\": false } }, { \"name\": \"new checkout\", \"for\": "
                + "\">=2.0.0\", \"expect\": { \"checkout\": \"modern\" } } ] }. With \"for\" it is proved for every "
                + "version of the requirement. Docs/Testing.md describes it.",
            "Exit codes: 0 all passed; 1 one failed, or is about no version and cannot fail; 2 a file cannot be read, or "
                + "a document has no such setting.",
        ],
        run: { (arguments, session) throws(UsageError) in
            let formats = TestReport.Format.allCases.map(\.rawValue)
            let reports = try ReportRequest.parse(arguments.all(.report), formats: formats)
            let format = arguments.value(.format(formats)).flatMap(TestReport.Format.init) ?? .text
            var run = TestRun(arguments)
            let report = try run.report(in: &session)
            var status = run.status
            report.write(format, to: &session.output)
            for further in reports {
                guard let format = TestReport.Format(rawValue: further.format) else { continue }
                var buffer = TextBuffer()
                report.write(format, to: &buffer)
                session.save(buffer, to: further.path, status: &status)
            }
            report.writeSummary(to: &session.messages)
            status.take(report.status)
            return status
        })
}
