import FlagAnalysis
import FlagResolver

/// The result of `test`.
struct TestReport: Report {
    enum Format: String, ReportFormat {
        case text
        case tap
        case junit
        case json
    }

    enum Verdict {
        case passed
        /// All violations, each with all of its versions.
        case failed([Violation])
        /// It applies to no version, so it cannot fail.
        case vacuous
        /// It could not be checked completely, because of these problems. What could be checked has these violations.
        case error([String], [Violation])

        /// The verdict as one word.
        enum Outcome: String, CaseIterable {
            case passed
            case failed
            case vacuous
            case error
        }

        var outcome: Outcome {
            switch self {
            case .passed: .passed
            case .failed: .failed
            case .vacuous: .vacuous
            case .error: .error
            }
        }

        var word: String { outcome.rawValue.uppercased() }
    }

    struct Violation {
        let expected: ExpectationFile.Expected
        let mismatch: SettingFunction.Mismatch
    }

    struct Result {
        let test: ExpectationFile.Case
        let verdict: Verdict
    }

    /// The verdicts of one file.
    struct Part {
        let file: ExpectationFile
        let document: LoadedDocument
        /// The case space of the document and of the conditions on users.
        let space: CaseSpace
        let results: [Result]
    }

    let parts: [Part]
    var failures = RunFailures()

    var documents: [SettingsDocument] { parts.map(\.document.settings) }

    /// Everything that has not passed is a finding, including an expectation that cannot fail.
    var status: ExitStatus {
        let isClean = parts.flatMap(\.results).allSatisfy { if case .passed = $0.verdict { true } else { false } }
        return isClean ? .clean : .found
    }

    func count(of outcome: Verdict.Outcome) -> Int {
        parts.flatMap(\.results).count { $0.verdict.outcome == outcome }
    }

    func write(_ format: Format, for display: Display, to buffer: inout TextBuffer) {
        switch format {
        case .text: writeText(to: &buffer)
        case .tap: writeTAP(to: &buffer)
        case .junit: junitReport.write(to: &buffer)
        case .json: Self.json.write(self, to: &buffer)
        }
    }

    /// `2 passed, 1 failed in 1 file (every version, exhaustive)`
    func writeSummary(to buffer: inout TextBuffer) {
        guard !parts.isEmpty || !failures.isEmpty else { return }
        var text = "\(count(of: .passed)) passed, \(count(of: .failed)) failed"
        let (vacuous, errors) = (count(of: .vacuous), count(of: .error))
        if vacuous > 0 { text += ", \(vacuous) vacuous" }
        if errors > 0 { text += ", \(Count.of(errors, "error"))" }
        let coverage = failures.coverage(coverage)
        buffer.write("\(text) in \(Count.of(parts.count, "file"))\(coverage.isEmpty ? "" : " (\(coverage))")\n")
    }

    /// `every version, exhaustive`, with a count if only some expectations are; empty if each is about one version or one user.
    private var coverage: String {
        let tests = parts.flatMap(\.results).map(\.test)
        let count = tests.count { $0.context == nil && !$0.isAboutOneVersion }
        if count == tests.count { return "every version, exhaustive" }
        return count == 0 ? "" : "\(count) for every version, exhaustive"
    }
}

extension TestReport.Part {
    /// The reasons for a verdict, each with a location if there is one.
    func rows(of result: TestReport.Result) -> [(text: String, location: String)] {
        switch result.verdict {
        case .passed: [(Self.versions(of: result.test), "")]
        case .vacuous:
            [
                (
                    result.test.versions.isEmpty
                        ? "no version satisfies \(result.test.text), so this cannot fail"
                        : "nobody satisfies \"where\", so this cannot fail", ""
                )
            ]
        case .error(let problems, let violations): problems.map { ($0, "") } + rows(of: violations)
        case .failed(let violations): rows(of: violations)
        }
    }

    private func rows(of violations: [TestReport.Violation]) -> [(text: String, location: String)] {
        violations.map { (sentence(of: $0), document.lineAndColumn(of: $0.mismatch.value)) }
    }

    /// `for 1.4.2`, `for every version >=2.0.0`
    private static func versions(of test: ExpectationFile.Case) -> String {
        if test.versions == .all { return "for every version" }
        return "for \(test.isAboutOneVersion ? "" : "every version ")\(test.versions)"
    }

    /// `payments is false for >=1.4.1 <1.4.3, not true`
    func sentence(of violation: TestReport.Violation) -> String {
        let name = NameText.text(of: violation.expected.name)
        let (value, expected) = (
            document.tree[violation.mismatch.value], file.tree[violation.expected.value]
        )
        let cases = violation.mismatch.cases
        var phrase = VersionPhrase.of(violation.mismatch.versions.intervals)
        if cases.contains(where: { !$0.terms.isEmpty }), let first = cases.first {
            phrase = "for \(PlainText.escaped(space.text(of: first) ?? "everybody"))"
            if cases.count > 1 { phrase += " and \(Count.of(cases.count - 1, "more case", "more cases"))" }
        }
        if let difference = ValueDifference(from: expected, to: value) {
            let members = ValueText.text(of: difference, expected.tree, value.tree)
            return "\(name) differs from the expected value \(phrase): \(members)"
        }
        return "\(name) is \(ValueText.clipped(value)) \(phrase), not \(ValueText.clipped(expected))"
    }
}
