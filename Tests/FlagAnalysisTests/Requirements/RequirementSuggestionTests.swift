import FlagResolver
import TestSupport
import Testing

@testable import FlagAnalysis

struct RequirementSuggestionTests {
    @Test(
        arguments: [
            ("=<1.4.0", "<=1.4.0"), ("=>1.4.0", ">=1.4.0"), ("~>1.4", "^1.4"), ("~> 1.4.2", "~1.4.2"),
            ("~> 1", "^1"), ("~>0.4", ">=0.4 <1-0"), ("~>1.4.2.1", ">=1.4.2.1 <1.4.3-0"),
            ("~> 1.4.2-rc.1", "~1.4.2-rc.1"), ("~>1.4 || ~> 2.0.1", "^1.4 || ~2.0.1"), ("~>1.4, <1.6", "^1.4, <1.6"),
            ("≥1.4.0", ">=1.4.0"),
            ("≤ 1.4.0", "<= 1.4.0"),
            ("≠1.4.0", "!=1.4.0"), (">=1.0.0 && <2.0.0", ">=1.0.0 <2.0.0"), (">=1.0.0 and <2.0.0", ">=1.0.0 <2.0.0"),
            ("1.0.0 or 2.0.0", "1.0.0 || 2.0.0"), ("1.0.0 OR 2.0.0", "1.0.0 || 2.0.0"),
            ("1.0.0 | 2.0.0", "1.0.0 || 2.0.0"),
            ("1.0.0 to 2.0.0", "1.0.0 - 2.0.0"), ("1.0.0 until 2.0.0", ">=1.0.0 <2.0.0"),
            ("1.0.0 – 2.0.0", "1.0.0 - 2.0.0"), ("1.0.0–2.0.0", "1.0.0 - 2.0.0"),
            ("1.0.0...2.0.0", "1.0.0 - 2.0.0"), ("[1.0,2.0)", ">=1.0 <2.0"), ("(1.0, 2.0]", ">1.0 <=2.0"),
            ("[1.0,)", ">=1.0"), ("(,2.0]", "<=2.0"), ("!1.4.0", "!=1.4.0"), ("< = 2", "<= 2"),
            ("not 1.4.0", "!= 1.4.0"),
        ])
    func `a spelling of another language gets the right one`(_ text: String, _ expected: String) throws {
        expectNil((try? VersionSet(parsing: text)), "it is a requirement")
        let suggestion = try #require(RequirementSuggestion.nearest(to: text))
        expectEqual(suggestion, expected)
        expect(!(try VersionSet(parsing: suggestion)).isEmpty)
    }

    @Test(arguments: [
        "", "latest", "[1.0,2.0,3.0)", "[2.0,1.0)", "and", "=>", "1.x.x.x", String(repeating: "=>1 ", count: 60),
    ])
    func `other texts get none`(_ text: String) {
        expectNil(RequirementSuggestion.nearest(to: text))
    }

    @Test(arguments: [
        ("1,4", "1.4"), ("1,4,2", "1.4.2"), (">=1,4", ">=1.4"), ("<1,4", "<1.4"), (">=1,4 <2,0", ">=1.4 <2.0"),
        (">=1, <4", nil), ("<1,4 >2", nil), ("1.4", nil), ("1,,4", nil), ("", nil),
        ("1.4.0,1.5.0", nil), ("1.4,5", "1.4.5"),
    ])
    func `commas between digits are points, if that makes a requirement with a version`(
        _ text: String, _ expected: String?
    ) {
        expectEqual(RequirementSuggestion.withPoints(text), expected)
    }
}
