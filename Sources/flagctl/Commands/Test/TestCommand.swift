import FlagAnalysis
import FlagResolver

extension CommandOperand where Self == Operand<[String]> {
    fileprivate static var expectationFiles: Self {
        Operand(
            several: .file("FILE"),
            summary: "an expectation file, a directory, a quoted glob, REV:PATH, or \"-\"")
    }
}

extension Command {
    static let test = Command(
        name: "test",
        summary: "compare documents with expected values",
        examples: [
            Example(
                line: "flagctl test Configs/app.expectations.json",
                meaning: "compare the document that the file names with the expected values"),
            Example(
                line: "flagctl test Configs",
                meaning: "all *.expectations.json files in a directory and its subdirectories"),
            Example(
                line: "flagctl test --format tap --report junit=test.xml Configs",
                meaning: "TAP on standard output, and a JUnit file for CI"),
        ],
        operands: [.expectationFiles],
        options: [
            .patch, .documentTrust, .format(TestReport.Format.self), .report(TestReport.Format.self), .watch, .exclude,
            .config,
            .standardInputName,
            .color, .exitZero,
        ],
        folderContent: .expectations,
        notes: [
            "An expectation file: { \"document\": \"app.json\", \"expectations\": [ { \"name\": \"crash in 1.4.2\", "
                + "\"version\": \"1.4.2\", \"expect\": { \"payments\": false } }, { \"name\": \"new checkout\", \"for\": "
                + "\">=2.0.0\", \"expect\": { \"checkout\": \"modern\" } } ] }. \"for\" proves the values for all "
                + "versions of the requirement. \"context\": { \"country\": \"DE\" } limits an expectation to one user, and "
                + "\"where\": { \"when\": { \"country\": \"DE\" } } to the users who satisfy the conditions; otherwise values "
                + "are proved for everybody.",
            "Exit codes: 0 all passed; 1 one failed, or cannot fail because it applies to no version; 2 a file cannot be "
                + "read, or a document lacks a setting.",
        ],
        run: { (arguments, session) throws(UsageError) in
            let report = TestReport(parts: try TestRun(arguments).parts(in: &session))
            return ReportOutput(arguments).write(report, in: &session)
        })
}

/// One run of `test`: reads expectations and their documents, and compares them.
struct TestRun {
    private let arguments: ParsedArguments

    init(_ arguments: ParsedArguments) {
        self.arguments = arguments
    }

    /// The verdicts of each file. Files that cannot be read are reported.
    ///
    /// - Throws: `UsageError` if a report would overwrite one of the documents.
    func parts(in session: inout Session) throws(UsageError) -> [TestReport.Part] {
        guard let plain = DocumentReader(patches: [], session: &session),
            let reader = DocumentReader(patches: arguments[.patch], session: &session)
        else { return [] }
        let sources = InputSources(
            arguments[.expectationFiles], standardInputName: arguments[.standardInputName],
            excluding: arguments.excludedFiles, of: .expectations)
        for skipped in sources.skipped { session.report(skipped.diagnostic) }
        var parts: [TestReport.Part] = []
        for found in sources.unique {
            switch found {
            case .failure(let error): session.report(error.diagnostic)
            case .source(let source):
                if let part = try part(for: source, plain, reader, &session) { parts.append(part) }
            }
        }
        return parts
    }

    /// The verdicts of a file on a given document instead of the one that it names; `nil` if the file cannot be read, which
    /// has been reported.
    static func part(
        ofFile path: String, about document: LoadedDocument, in session: inout Session
    ) -> TestReport.Part? {
        guard let reader = DocumentReader(patches: [], session: &session),
            let file = expectations(of: .optionFile(path), reader, &session)
        else { return nil }
        return part(of: file, about: document, &session)
    }

    private static func expectations(
        of source: InputSource, _ reader: DocumentReader, _ session: inout Session
    ) -> ExpectationFile? {
        guard let tree = reader.json(of: source, in: &session) else { return nil }
        var expectations = ExpectationReader(tree, name: source.name)
        let file = expectations.file()
        for problem in expectations.problems { session.report(problem) }
        for test in file?.cases ?? [] { session.givenStyles.add(test.text, of: nil) }
        return file
    }

    private func part(
        for source: InputSource, _ plain: DocumentReader, _ reader: DocumentReader, _ session: inout Session
    ) throws(UsageError) -> TestReport.Part? {
        guard let file = Self.expectations(of: source, plain, &session) else { return nil }
        let documentSource = file.documentSource(from: source)
        if let path = documentSource.path {
            if let problem = file.problem(with: path, from: source) {
                session.report(problem.diagnostic)
                return nil
            }
            do throws(ReportTargets.Conflict) { try session.willRead(path) } catch { throw error.usageError }
        }
        guard let document = reader.document(from: documentSource, in: &session) else { return nil }
        return Self.part(of: file, about: document, &session)
    }

    private static func part(
        of file: ExpectationFile, about document: LoadedDocument, _ session: inout Session
    ) -> TestReport.Part? {
        let conditions: UserConditions
        do throws(DocumentError) {
            conditions = try UserConditions(file.conditions, of: file.tree)
        } catch {
            let failure = CaseSpace.Failure.unreadable(reason: error.message)
            session.report(
                Diagnostic(
                    subject: .name(file.name), severity: .error, message: failure.message(), code: failure.code,
                    help: failure.help))
            return nil
        }
        var subject = TestedDocument(
            document: document, conditions: conditions, space: conditions.space(with: document.settings))
        let results = file.cases.map { test in
            result(of: test, in: file, &subject, &session)
        }
        return TestReport.Part(file: file, document: document, space: subject.space, results: results)
    }

    private static func result(
        of test: ExpectationFile.Case, in file: ExpectationFile, _ subject: inout TestedDocument,
        _ session: inout Session
    ) -> TestReport.Result {
        var violations: [TestReport.Violation] = []
        var problems: [String] = []
        var isVacuous = test.versions.isEmpty
        for expected in test.expected {
            do throws(TestedDocument.Problem) {
                let users = try subject.users(of: test)
                isVacuous = isVacuous || users.possibleVersions.isEmpty
                let mismatches = try subject.mismatches(expected, of: file.tree, among: users, test.context)
                violations += mismatches.map { TestReport.Violation(expected: expected, mismatch: $0) }
            } catch {
                session.report(
                    error.diagnostic(
                        at: file.location(of: expected.key), for: expected.name, in: subject.document,
                        &session.suggestions))
                problems.append(error.message(for: expected.name, in: subject.document))
            }
        }
        let verdict: TestReport.Verdict =
            if !problems.isEmpty {
                .error(problems, violations)
            } else if isVacuous {
                .vacuous
            } else {
                violations.isEmpty ? .passed : .failed(violations)
            }
        return TestReport.Result(test: test, verdict: verdict)
    }
}
