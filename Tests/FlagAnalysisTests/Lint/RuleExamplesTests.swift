import FlagAnalysis
import FlagResolver
import TestSupport
import Testing

/// Holds every rule to the examples in its file.
struct RuleExamplesTests {
    // That of one rule takes ten seconds.
    private static let badExamples = Rules.all.filter { TestScale.isFull || $0.code != .tooManyCases }.flatMap { rule in
        rule.bad.indices.map { (rule.code.rawValue, $0) }
    }
    private static let goodExamples = Rules.all.flatMap { rule in
        rule.good.indices.map { (rule.code.rawValue, $0) }
    }

    @Test(arguments: badExamples)
    func `a rule reports exactly the marked locations of its bad examples`(_ name: String, _ number: Int) throws {
        let rule = try #require(Rules.rule(named: name))
        let example = rule.bad[number]
        expect(!example.marks.isEmpty, "no location is marked")
        let checked = try CheckedText(
            example.document, releases: example.releases, instant: example.instant, previous: example.previous,
            readers: example.readers)
        let findings = checked.findings(rule.code)
        let marked = example.marks.map { "\($0): \(checked.text($0))" }
        expectEqual(findings.map { "\($0.span): \(checked.text($0.span))" }, marked)
        for finding in findings {
            expectEqual(finding.severity, rule.severity)
            expect(!finding.message.isEmpty)
        }
    }

    @Test(arguments: goodExamples)
    func `a rule reports nothing in its good examples, and no rule more than a note`(_ name: String, _ number: Int)
        throws
    {
        let rule = try #require(Rules.rule(named: name))
        let example = rule.good[number]
        expect(example.marks.isEmpty)
        let checked = try CheckedText(
            example.document, releases: example.releases, instant: example.instant, previous: example.previous,
            readers: example.readers)
        expect(checked.findings(rule.code).isEmpty)
        expectEqual(checked.findings.filter { $0.severity > .note }.map(\.code), [])
    }

    @Test func `every rule has its own code, and its meaning and advice in a sentence each`() {
        expectEqual(Set(Rules.names).count, Rules.all.count)
        for rule in Rules.all {
            for sentence in [rule.meaning, rule.advice] {
                expect(sentence.hasSuffix("."), "\(rule.code)")
                expect(!sentence.dropLast().contains(". "), "\(rule.code)")
                expect(sentence.first.map { $0.isUppercase || $0 == "\"" } ?? false, "\(rule.code)")
                expect(!sentence.contains("  "), "\(rule.code)")
            }
        }
    }

    @Test func `marks are removed from an example and count bytes`() {
        let example = RuleExample("{«\"ü\"»: «1»}")
        expectEqual(example.document, "{\"ü\": 1}")
        expectEqual(example.marks, [1..<5, 7..<8])
    }

    @Test func `every issue of the loader has one rule that reports it`() {
        // UnknownMemberRule reports unknown conditions itself; the others are about decoding, which a check does not do.
        let others: Set<SettingIssue.Code> = [.unknownCondition, .missingAppVersion, .unreadableAppVersion]
        for code in SettingIssue.Code.ofSettings.subtracting(others) {
            expectEqual(Rules.all.count { $0.issueCodes.contains(code) }, 1, "\(code)")
        }
        for code in DocumentError.Code.allCases {
            expect(Rules.rule(named: code.rawValue)?.rejectsDocument == true, "\(code)")
        }
    }

    @Test func `rules that need a date report nothing without one`() throws {
        let rules = Rules.all.filter(\.needsInstant)
        expectEqual(rules.count, 2)
        for rule in rules {
            for example in rule.bad { try expect(CheckedText(example.document).findings(rule.code).isEmpty) }
        }
    }

    @Test func `rules that need an earlier revision report nothing without one`() throws {
        let rules = Rules.all.filter(\.needsRevision)
        expectEqual(
            rules.map(\.code.rawValue),
            ["changed-salt", "shrunk-rollout", "lowered-minimum", "changed-for-shipped", "changed-type"])
        for rule in rules {
            for example in rule.bad { try expect(CheckedText(example.document).findings(rule.code).isEmpty) }
        }
    }

    @Test func `rules that need releases report nothing without them`() throws {
        let rules = Rules.all.filter(\.needsReleases)
        expectEqual(rules.count, 5)
        for rule in rules {
            for example in rule.bad { try expect(CheckedText(example.document).findings(rule.code).isEmpty) }
        }
    }

    @Test func `rules that need records of releases report nothing without them`() throws {
        let rules = Rules.all.filter(\.needsReaders)
        expectEqual(rules.count, 4)
        for rule in rules {
            for example in rule.bad {
                let checked = try CheckedText(
                    example.document, releases: example.releases, previous: example.previous)
                expect(checked.findings(rule.code).isEmpty)
            }
        }
    }
}
