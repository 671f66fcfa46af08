import FlagAnalysis
import FlagResolver
import TestSupport
import Testing

@testable import flagctl

/// Holds every rule about code to the examples in its file.
struct CodeRuleExamplesTests {
    private static let bad = Rules.ofCode.flatMap { rule in rule.bad.indices.map { (rule.code.rawValue, $0) } }
    private static let good = Rules.ofCode.flatMap { rule in rule.good.indices.map { (rule.code.rawValue, $0) } }

    @Test(arguments: bad)
    func `a rule reports exactly the marked locations of its bad examples`(_ name: String, _ number: Int) throws {
        let rule = try #require(Rules.rule(named: name))
        let example = rule.bad[number]
        let comparison = try #require(CodeComparison(example))
        let marks = example.marks.map { "app.json \($0)" } + example.codeMarks.map { "bad.swift \($0)" }
        expect(!marks.isEmpty, "no location is marked")
        let findings = comparison.findings(of: [rule.code: rule.severity])
        expectEqual(findings.compactMap { $0.subject.location.map { "\($0.source.name) \($0.span)" } }, marks)
        expect(findings.allSatisfy { $0.severity == rule.severity && $0.code == name })
    }

    @Test(arguments: good)
    func `no rule reports anything in good examples`(_ name: String, _ number: Int) throws {
        let rule = try #require(Rules.rule(named: name))
        let comparison = try #require(CodeComparison(rule.good[number]))
        expectEqual(comparison.findings(of: RuleSelection(Rules.ofCode).severities).map(\.message), [])
    }

    @Test func `codes are unique, and meanings and advice are sentences`() {
        expectEqual(Set(Rules.documented.map(\.code)).count, Rules.documented.count)
        for rule in Rules.ofCode {
            for sentence in [rule.meaning, rule.advice] {
                expect(sentence.hasSuffix(".") && !sentence.dropLast().contains(". "), "\(rule.code)")
                expect(sentence.first?.isUppercase == true, "\(rule.code)")
            }
        }
    }
}
