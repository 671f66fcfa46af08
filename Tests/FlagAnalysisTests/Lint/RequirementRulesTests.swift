import FlagAnalysis
import FlagResolver
import TestSupport
import Testing

struct RequirementRulesTests {
    @Test(
        arguments: [
            (">=1.9.0 <1.8.0", "the bounds look swapped; did you mean \">=1.8.0 <1.9.0\"?"),
            (">1.9,<=v1.8", "the bounds look swapped; did you mean \">v1.8,<=1.9\"?"),
            ("1.9.0 - 1.8.0", "the bounds look swapped; did you mean \"1.8.0 - 1.9.0\"?"),
            ("<1.0.0 >2.0.0", "both parts cannot hold at once; did you mean \"<1.0.0 || >2.0.0\"?"),
            ("1.4.0 1.5.0", "both parts cannot hold at once; did you mean \"1.4.0 || 1.5.0\"?"),
            // Swapped these would be as empty as before.
            (">=2.0.0 <2.0.0", "delete it, or write one that contains a version"),
            (">=2 <1 !=3", "delete it, or write one that contains a version"),
        ] as [(String, String)])
    func `an empty requirement comes with what was meant, if that contains a version`(
        _ requirement: String, _ help: String
    ) throws {
        let checked = try CheckedText(entries: [(requirement, "1")])
        let finding = try #require(checked.findings(.emptyRequirement).first)
        expectEqual(finding.help, help)
        expectEqual(checked.text(finding.span), "\"\(requirement)\"")
        expectEqual(checked.written(without: [.vPrefix]).count, 1)
    }

    @Test func `an empty alternative and an empty element of a list are pointed at`() throws {
        let checked = try CheckedText(
            #"""
            {"s": {"defaultValue": 0, "valuesByVersion": [
              {"appVersion": "1.x || >=3 <2", "value": 1}, {"appVersion": [">=5 <4", "6.x"], "value": 2}]}}
            """#)
        expectEqual(checked.findings(.emptyRequirement).map { checked.text($0.span) }, [">=3 <2", "\">=5 <4\""])
    }

    @Test(
        arguments: [
            (#""when": {"country": "DE"}, "value": 1"#, true),
            (#""rollout": {"percent": 10, "salt": "s"}, "value": 1"#, true),
            (#""when": {"country": "DE"}, "value": 0"#, false),
            (#""when": {"country": {"not": {"startsWith": ""}}}, "value": 1"#, false),
        ] as [(String, Bool)])
    func `a bound is at a change if the value changes there for some users`(_ rest: String, _ changes: Bool) throws {
        let checked = try CheckedText(
            #"{"s": {"defaultValue": 0, "valuesByVersion": [{"appVersion": ">=2.0.0", \#(rest)}]}}"#)
        expectEqual(checked.findings(.prereleaseBoundary).map { checked.text($0.span) }, (changes ? [">=2.0.0"] : []))
    }

    @Test func `a bound that an earlier entry hides from everybody is at no change`() throws {
        let checked = try CheckedText(
            #"""
            {"s": {"defaultValue": 0, "valuesByVersion": [
              {"appVersion": ">=1.0.0-0", "when": {"country": "DE"}, "value": 1},
              {"appVersion": ">=2.0.0", "when": {"country": ["DE"]}, "value": 2}]}}
            """#)
        expect(checked.findings(.prereleaseBoundary).isEmpty)
    }

    @Test func `a mistake within a requirement is pointed at`() throws {
        let checked = try CheckedText(entries: [(">=1.4..0 <2", "1")])
        expectEqual(checked.findings(.badRequirement).map { checked.text($0.span) }, [".0"])
    }

    @Test(
        arguments: [
            ("<=1.4.2", "<1.4.3-0"), ("<=1.4", "<1.4.1-0"), ("<=v1", "<1.0.1-0"),
            (">=1.0.0 <=1.9.9", ">=1.0.0 <1.9.10-0"),
            ("1.2.0 - 1.4.2 || 3.x", ">=1.2.0 <1.4.3-0 || 3.x"),
            ("<=1.99999999999999999999", "<1.99999999999999999999.1-0"),
        ] as [(String, String)])
    func `an upper bound that excludes builds is reported with one that includes them`(
        _ requirement: String, _ suggestion: String
    ) throws {
        let checked = try CheckedText(entries: [(requirement, "1"), ("9.0.0.1", "2")])
        let finding = try #require(checked.findings(.upperBoundBuilds).first)
        expectEqual(finding.help, "to include them, write \"\(suggestion)\"")
        let old = try VersionSet(parsing: requirement)
        let new = try VersionSet(parsing: suggestion)
        let bound = try #require(old.intervals.first { $0.upper != .highest }?.upper)
        expect(old.isSubset(of: new))
        expectEqual(new.subtracting(old).intervals.map(\.lower), [bound])
    }

    @Test(
        arguments: [
            // No version has four components.
            [("<=1.4.2", "1")],
            // The bound is one of a build, or of a pre-release, or is none at all.
            [("<=1.4.2.7", "1"), ("9.0.0.1", "2")], [("<=1.4.2-rc", "1"), ("9.0.0.1", "2")],
            [("<=1.4.2 <1", "1"), ("9.0.0.1", "2")],
            // The builds get the same value, or one that comes first.
            [("<=1.4.2", "1"), ("<2", "1"), ("9.0.0.1", "2")],
            [(">1.4.2 <1.4.3", "3"), ("<=1.4.2", "1"), ("9.0.0.1", "2")],
        ] as [[(String, String)]])
    func `an upper bound that excludes no build is not reported`(_ entries: [(String, String)]) throws {
        try expect(CheckedText(entries: entries).findings(.upperBoundBuilds).isEmpty)
    }

    @Test func `the releases can be what names builds`() throws {
        let entries = [("<=1.4.2", "1")]
        let releases = "1.4.2\n1.4.2.3\n"
        let checked = try CheckedText(entries: entries, releases: releases)
        let finding = try #require(checked.findings(.upperBoundBuilds).first)
        expectEqual(finding.message, "in \"s\": \"<=1.4.2\" excludes builds of 1.4.2 such as 1.4.2.3, which get 0")
    }

    @Test func `where pre-releases are is said once for each operator, or for known ones`() throws {
        let entries = [(">=3.0.0", "3"), (">=2.0.0 <2.5.0", "2"), ("<1.0.0", "1")]
        let all = try CheckedText(entries: entries)
        expectEqual(all.findings(.prereleaseBoundary).map { all.text($0.span) }, [">=3.0.0", "<2.5.0"])
        let known = try CheckedText(entries: entries, releases: "1.0.0\n2.0.0-rc.2\n2.0.0\n2.5.0\n3.0.0\n")
        expectEqual(
            known.findings(.prereleaseBoundary).map(\.message),
            [
                "in \"s\": \">=2.0.0\" excludes pre-releases such as 2.0.0-rc.2"
            ])
    }

    @Test(arguments: [">=2.0.0-0", ">=0", "~2.0", "2.0.0", "2.x", ">2.0.0 <=3.0.0", "<3.0.0-rc.1"])
    func `other bounds say themselves where pre-releases are`(_ requirement: String) throws {
        try expect(CheckedText(entries: [(requirement, "1")]).findings(.prereleaseBoundary).isEmpty)
    }

    @Test func `odd spellings are pointed at, in lists and metadata too`() throws {
        let checked = try CheckedText(
            #"""
            {"$minimumVersion": "v01.2", "s": {"defaultValue": 0, "valuesByVersion": [
              {"appVersion": [">=V1.02.3", "1.2.0 - 1.10", "01.x"], "value": 1}]}}
            """#)
        expectEqual(
            checked.findings.filter { $0.code == .leadingZero || $0.code == .vPrefix }.map {
                "\(checked.text($0.span)): \($0.help ?? "")"
            },
            [
                "v01.2: write \"1.2\"", "v01.2: write \"01.2\"", "V1.02.3: write \"1.2.3\"",
                "V1.02.3: write \"1.02.3\"", "01.x: write \"1.x\"",
            ])
    }
}
