import FlagAnalysis
import FlagResolver
import Testing

struct RuleExamplesTests {
    @Test(arguments: RuleCode.allCases)
    func `every rule finds something in its bad example and nothing in its good one`(_ code: RuleCode) throws {
        let rule = try #require(Rules.rule(code))
        let bad = try CheckedText(rule.bad.document, releases: rule.bad.releases)
        let finding = try #require(bad.findings(code).first, "\(code) finds nothing in \(rule.bad.document)")
        #expect(finding.severity == rule.severity)
        #expect(!bad.message(of: finding).isEmpty)
        let good = try CheckedText(rule.good.document, releases: rule.good.releases)
        #expect(good.findings(code).isEmpty)
    }

    @Test(arguments: RuleCode.allCases)
    func `a good example has nothing that weighs more than a note`(_ code: RuleCode) throws {
        let rule = try #require(Rules.rule(code))
        let good = try CheckedText(rule.good.document, releases: rule.good.releases)
        #expect(good.findings.filter { $0.severity > .note }.map(\.code) == [])
    }

    @Test func `there is one rule for each code, with its meaning and what to do in a sentence each`() {
        #expect(Rules.all.map(\.code) == RuleCode.allCases)
        for rule in Rules.all {
            for sentence in [rule.meaning, rule.advice] {
                #expect(sentence.hasSuffix("."), "\(rule.code)")
                #expect(!sentence.dropLast().contains(". "), "\(rule.code)")
                #expect(sentence.first.map { $0.isUppercase || $0 == "\"" } ?? false, "\(rule.code)")
                #expect(!sentence.contains("  "), "\(rule.code)")
            }
        }
    }

    @Test func `every complaint of the reader has a rule that passes it on`() {
        // What an unknown condition is, the rule of unknown members says; the others are about decoding, which a check
        // does not do.
        let others: Set<SettingIssue.Code> = [.unknownCondition, .missingAppVersion, .unreadableAppVersion]
        for code in SettingIssue.Code.ofSettings.subtracting(others) {
            #expect(Rules.all.count { $0.issueCodes.contains(code) } == 1, "\(code)")
        }
        for code in DocumentError.Code.allCases {
            #expect(RuleCode(rawValue: code.rawValue).map { Rules.refusals.contains($0) } == true, "\(code)")
        }
    }

    @Test func `rules that need releases find nothing without them`() throws {
        for code in Rules.needingReleases {
            let rule = try #require(Rules.rule(code))
            #expect(try CheckedText(rule.bad.document).findings(code).isEmpty)
        }
    }
}
