import FlagAnalysis
import FlagResolver

extension TestReport {
    static let json = JSONDocument<TestReport>("test", "the verdict on each expectation", failures: \.failures) {
        Member("passed", .count, "The number of expectations that hold.") { $0.count(of: .passed) }
        Member("failed", .count, "The number of expectations that do not hold.") { $0.count(of: .failed) }
        Member("vacuous", .count, "The number of expectations that apply to no version, and so cannot fail.") {
            $0.count(of: .vacuous)
        }
        Member("errors", .count, "The number of expectations that could not be checked.") { $0.count(of: .error) }
        Member("results", .list(of: result), "A verdict for each expectation.") { report in
            report.parts.flatMap { part in part.results.map { (part: part, result: $0) } }
        }
    }

    private static let result = JSONObject<(part: Part, result: Result)>("result") {
        Member("file", .text, "The expectation file.") { $0.part.file.name }
        Member(of: Diagnostic.Location.range) { $0.part.file.location(of: $0.result.test.node) }
        Member("document", .text, "The document that was tested.") { $0.part.document.name }
        Member("name", .text, "The name of the expectation.") { $0.result.test.name }
        Member("verdict", .word, "The result.") { $0.result.verdict.outcome }
        Member(of: VersionSet.json) { $0.result.test.versions }
        Member(optional: "problems", .list(of: .text.described(as: "A sentence.")), "Why it could not be checked.") {
            $0.result.verdict.problems
        }
        Member(optional: "violations", .list(of: violation), "All values that violate it.") { result in
            result.result.verdict.violations?.map { (part: result.part, violation: $0) }
        }
    }

    private static let violation = JSONObject<(part: Part, violation: Violation)>("violation") {
        Member("name", .text, "The setting.") { $0.violation.expected.name }
        Member(of: VersionSet.json) { $0.violation.mismatch.versions }
        Member("expected", .value, "The expected value.") { $0.part.file.tree[$0.violation.expected.value] }
        Member("value", .value, "The value that the setting has for these versions.") {
            $0.part.document.tree[$0.violation.mismatch.value]
        }
        Member(
            optional: "cases", .list(of: JSONObject.users),
            "All users who have the value; missing if only the version decides."
        ) { UserCase.all($0.violation.mismatch.cases, in: $0.part.space) }
        Member("text", .text, "What is wrong, as a sentence.") { $0.part.sentence(of: $0.violation) }
        Member(of: ValueOrigin.json) { ValueOrigin(of: $0.violation.mismatch.value, in: $0.part.document) }
    }
}

extension TestReport.Verdict {
    fileprivate var problems: [String]? { if case .error(let problems, _) = self { problems } else { nil } }
    fileprivate var violations: [TestReport.Violation]? {
        switch self {
        case .passed, .vacuous: nil
        case .failed(let violations): violations
        case .error(_, let violations): violations.isEmpty ? nil : violations
        }
    }
}
