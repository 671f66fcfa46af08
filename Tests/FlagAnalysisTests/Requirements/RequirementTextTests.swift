import FlagAnalysis
import FlagResolver
import TestSupport
import Testing

struct RequirementTextTests {
    private func text(_ text: String) throws -> RequirementText {
        try #require(RequirementText(Array(text.utf8)))
    }

    @Test(
        arguments: [
            (">=1 <2", [">=1 <2"]), (" >= 1 , <2 || 3.x||* ", [">= 1 , <2", "3.x", "*"]),
            ("1 - 2 || 3 - 4", ["1 - 2", "3 - 4"]), ("=1.4.0-rc.1+5", ["=1.4.0-rc.1+5"]),
        ])
    func `an alternative is the text from its first comparator to its last one`(_ written: String, _ expected: [String])
        throws
    {
        let text = try text(written)
        expectEqual(text.alternatives.map { text.text($0.range) }, expected)
        expectEqual(text.alternatives.flatMap(\.comparators).map(\.range), text.comparators.map(\.range))
    }

    @Test(
        arguments: [
            ("=>1", nil, nil), ("*", [nil], [nil]), ("<1.4.3-0 || v2.x", ["1.4.3-0", nil], ["1.4.3", "2"]),
            ("1.2 - 1.4.0+7", ["1.2", "1.4.0"], ["1.2", "1.4"]),
        ] as [(String, [AppVersion?]?, [AppVersion?]?)])
    func `the version of a comparator is as it is written, and its release has the numbers only`(
        _ written: String, _ versions: [AppVersion?]?, _ releases: [AppVersion?]?
    ) {
        let text = RequirementText(Array(written.utf8))
        expectEqual(text.map { text in text.comparators.map { text.version(of: $0) } }, versions)
        expectEqual(text.map { text in text.comparators.map { text.release(of: $0) } }, releases)
    }

    @Test func `replacing a part keeps the text around it`() throws {
        let text = try text(">=1.4.0 <2.0.0 || 3.x")
        let replaced = text.comparators.map { text.replacing($0.version.range, with: "9") }
        expectEqual(replaced, [">=9 <2.0.0 || 3.x", ">=1.4.0 <9 || 3.x", ">=1.4.0 <2.0.0 || 9"])
    }

    @Test func `F4: forty thousand alternatives are split, each with its own versions`() throws {
        let alternatives = (0..<40_000).map { $0.isMultiple(of: 2) ? "1.\($0)" : ">1.\($0) <1.\($0)" }
        let text = try text(alternatives.joined(separator: " || "))
        expectEqual(text.alternatives.map { text.text($0.range) }, alternatives)
        let empty = text.alternatives.count { text.versions(satisfying: $0.comparators).isEmpty }
        expectEqual(empty, 20_000)
        expectEqual(text.versions.intervals.count, 20_000)
    }
}

struct VersionTextTests {
    private func version(_ text: String) throws -> VersionText {
        let requirement = try #require(RequirementText(Array(text.utf8)))
        return VersionText(try #require(requirement.comparators.first).version, in: requirement.bytes)
    }

    @Test(
        arguments: [
            ("1.4.2", "", ["1", "4", "2"], ""), (">=v01.4-rc.1+7", "v", ["01", "4"], "-rc.1+7"),
            ("V2.x", "V", ["2"], ".x"), ("1.2.3.4.*", "", ["1", "2", "3", "4"], ".*"), ("7+5", "", ["7"], "+5"),
        ])
    func `a version is split into its components as written`(
        _ text: String, _ prefix: String, _ components: [String], _ rest: String
    ) throws {
        let version = try version(text)
        expectEqual(version.prefix, prefix)
        expectEqual(version.hasPrefix, !prefix.isEmpty)
        expectEqual(version.components, components)
        expectEqual(version.rest, rest)
    }

    @Test(
        arguments: [
            ("1.4.2", "1.4.3"), ("1.4", "1.4.1"), ("1", "1.0.1"), ("1.4.9", "1.4.10"),
            (
                "1.4.99999999999999999999",
                "1.4.100000000000000000000"
            ), ("1.2.3.4", nil), ("1.4.2-rc", nil), ("1.4.x", nil), ("1.4.2+7", nil),
        ])
    func `the next release increments the third component`(_ text: String, _ next: String?) throws {
        try expectEqual(version(text).nextRelease, next)
    }

    @Test(arguments: [("v01.002.0-01a", true, "1.2.0-01a"), ("1.0.0", false, "1.0.0"), ("00.x", true, "0.x")])
    func `leading zeros are found and removed`(_ text: String, _ hasLeadingZero: Bool, _ without: String) throws {
        let version = try version(text)
        expectEqual(version.hasLeadingZero, hasLeadingZero)
        expectEqual(version.withoutLeadingZeros, without)
    }

    @Test(arguments: ["1.4.0", "1.2.3.4-rc.1+5", "99999999999999999999.0.0"])
    func `a parsed version is split into the components that it prints`(_ text: String) throws {
        try expectEqual(VersionText(AppVersion(parsing: text)), version(text))
    }
}
